import Foundation
import Testing
import TestSupport

/// The files for build services, run as the services would.
@Suite struct BuildServiceTests {
    /// Creates a folder with a finding in `a $(touch ran)'"`, and files that would be run as the tool if it were searched in
    /// the workspace.
    private func workspace() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("a $(touch ran)'\"/Info.plist", Sample.app("com.contoso.a", ("Editor", ["bad_one"])))
        try folder.write("b/Info.plist", Sample.app("com.contoso.b", ("Editor", ["worse_one"])))
        for path in ["schemereg", ".schemereg-ci/bin/schemereg", "installed/bin/schemereg", "make", "git", "curl"] {
            try folder.writeProgram(path, "#!/bin/sh\ntouch '\(folder.path)/ran'\n")
        }
        return folder
    }

    /// Creates a repository of the tool with the real scripts, whose `make install` links or writes the tool.
    ///
    /// - Parameter answer: What the installed tool prints; `nil` for the real tool.
    private func sources(answering answer: String? = nil) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["install", "source-digest", "release"] {
            let text = try String(contentsOfFile: Repository.root + "/ci/" + name, encoding: .utf8)
            try folder.writeProgram("ci/" + name, text)
        }
        for file in ["Package.swift", "Scripts/a b", "Sources/c", "migrations/d", "docs/e"] {
            try folder.write(file, file)
        }
        let install =
            answer.map {
                "printf '\\043!/bin/sh\\necho \($0)\\n' >'$(PREFIX)/bin/schemereg'; chmod +x '$(PREFIX)/bin/schemereg'"
            }
            ?? "ln -s '\(Repository.binary)' '$(PREFIX)/bin/schemereg'"
        try folder.write("Makefile", "install:\n\t@mkdir -p '$(PREFIX)/bin'\n\t@\(install)\n")
        return folder
    }

    /// Commits everything in `folder`, and returns the id of the commit.
    private func commit(_ folder: TemporaryFolder) throws -> String {
        try Repositories.git(folder, "init -q -b main . && git add -A && git commit -qm one")
        return String(try Repositories.git(folder, "rev-parse HEAD").text.dropLast())
    }

    /// Returns the files with findings.
    private func files(_ run: ChildProcess) -> [String] {
        run.text.split(separator: "\n").filter { $0.contains("[invalid-scheme]") }
            .map { String($0.prefix { $0 != ":" }) }
    }

    /// Paths and arguments are passed unchanged, even with special characters of a shell.
    @Test(
        .enabled(if: Repositories.hasGit, "there is no git"),
        arguments: [
            (".", "", 1, 2), ("b", "", 1, 1), ("a $(touch ran)'\"\nb", "--fail-on=never\n", 0, 2),
            ("a $(touch ran)'\"", "--exclude\nx y\n--severity=error", 1, 1), ("--version", "", 3, 0),
            ("b\n`touch ran`", "", 3, 1),
            ("b", "--fail-on", 2, 0), ("b", "$(touch ran)", 3, 1),
        ]
    )
    func handsOnWhatAWorkflowSays(paths: String, arguments: String, code: Int32, count: Int) throws {
        let (folder, tool, runner) = (try workspace(), try sources(), try TemporaryFolder())
        let commit = try commit(tool)
        let github = """
            export RUNNER_TEMP="$4" PATHS="$1" ARGUMENTS="$2"
            "$3/ci/install" "$4/schemereg" && '\(Repository.root)/ci/github-check'
            """
        let gitlab = """
            export SCHEMEREG_PATHS="$1" SCHEMEREG_ARGUMENTS="$2" SCHEMEREG_REPOSITORY="file://$3" SCHEMEREG_COMMIT="$5"
            export TMPDIR="$4"
            \(try step("script"))
            """
        for script in [github, gitlab] {
            let run = try ChildProcess.shell(
                script,
                [paths, arguments, tool.path, runner.path, commit],
                folder: folder.path
            )
            #expect(run.code == code, "\(run.errors)\(run.text)")
            #expect(files(run).count == count, "\(run.text)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
        }
    }

    /// A branch or a tag can move, so the job takes nothing but a commit.
    @Test(arguments: ["", "main", "v0.1.0", "--upload-pack=touch ran", "$(touch ran)", "0123456789"])
    func gitLabTakesOnlyACommit(commit: String) throws {
        let folder = try workspace()
        let script = """
            export SCHEMEREG_PATHS=. SCHEMEREG_ARGUMENTS= SCHEMEREG_REPOSITORY="file://$PWD" SCHEMEREG_COMMIT="$1"
            \(try step("script"))
            """
        let run = try ChildProcess.shell(script, [commit], folder: folder.path)
        #expect(run.code == 2 && run.errors.contains("a full commit hash"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
    }

    /// The key of the build cache depends only on the sources and the machine.
    @Test func namesABuildByItsSources() throws {
        let folder = try sources()
        try folder.writeProgram(
            "ci/github-key",
            String(contentsOfFile: Repository.root + "/ci/github-key", encoding: .utf8)
        )
        func key(_ variables: String = "ImageOS=ubuntu24") throws -> String {
            let script = """
                rm -f output; export GITHUB_OUTPUT="$PWD/output" RUNNER_OS=Linux RUNNER_ARCH=X64 \(variables)
                ci/github-key && cat output
                """
            let run = try ChildProcess.shell(script, folder: folder.path)
            #expect(run.code == 0, "\(run.errors)")
            return run.text
        }
        let first = try key()
        #expect(first.wholeMatch(of: /key=schemereg-Linux-X64-ubuntu24-[0-9a-f]{40}\n/) != nil, "\(first)")
        try folder.write("docs/e", "other")
        #expect(try key() == first)
        #expect(try key("ImageOS=ubuntu22") != first)
        try folder.write("Sources/c", "other")
        #expect(try key() != first)
        try folder.write("Sources/c", "Sources/c")
        #expect(try key() == first)
        try FileManager.default.moveItem(atPath: folder.path + "/Sources/c", toPath: folder.path + "/Sources/f")
        #expect(try key() != first)
    }

    /// The release of exactly these sources is installed if its digest is right; other sources are built.
    @Test func installsTheReleaseOfItsOwnSources() throws {
        let (tool, files) = (try sources(answering: "built"), try TemporaryFolder())
        try files.writeProgram("schemereg-1.2.3/bin/schemereg", "#!/bin/sh\necho released\n")
        let pack = """
            name=schemereg-1.2.3-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz
            tar -czf "$name" schemereg-1.2.3
            sum=$( (sha256sum "$name" 2>/dev/null || shasum -a 256 "$name") | cut -d ' ' -f 1)
            printf 'sources %s\nversion 1.2.3\nurl file://%s\n%s %s\n' "$("$1/ci/source-digest")" "$PWD" "$name" "$sum" \
                >"$1/ci/release"
            """
        let packed = try ChildProcess.shell(pack, [tool.path], folder: files.path)
        #expect(packed.code == 0, "\(packed.errors)")
        func install() throws -> ChildProcess {
            let script = "rm -rf installed; \"$1/ci/install\" \"$PWD/installed\" >&2 && installed/bin/schemereg"
            return try ChildProcess.shell(script, [tool.path], folder: files.path)
        }
        #expect(try install().text == "released\n")
        try tool.write("Sources/c", "other")
        #expect(try install().text == "built\n")
        try tool.write("Sources/c", "Sources/c")
        #expect(try install().text == "released\n")
        _ = try ChildProcess.shell("for f in *.tar.gz; do echo more >>$f; done", folder: files.path)
        let changed = try install()
        #expect(changed.code == 3 && changed.errors.contains("but ci/release names"), "\(changed.errors)")
        #expect(!FileManager.default.fileExists(atPath: files.path + "/installed"))
    }

    /// Every workflow and action passes the audits of zizmor, where it is installed; `.ci/run` installs it.
    @Test(.enabled(if: (try? ChildProcess.shell("zizmor --version").code) == 0, "there is no zizmor"))
    func workflowsPassAudits() throws {
        let folder = try TemporaryFolder()
        var files = ["action.yml", ".github/workflows"].map { "\(Repository.root)/\($0)" }
        // The examples for other projects are workflows as well.
        let page = try String(contentsOfFile: Repository.root + "/docs/ci.md", encoding: .utf8)
        let examples = page.components(separatedBy: "```yaml\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }.filter { $0.contains("runs-on:") }
        #expect(examples.count >= 2)
        for (number, example) in examples.enumerated() {
            let text = example.replacingOccurrences(of: "@COMMIT", with: "@" + String(repeating: "0", count: 40))
            files.append(try folder.write(".github/workflows/\(number).yml", text))
        }
        let run = try ChildProcess.shell("zizmor --offline --no-progress \"$@\"", files, folder: folder.path)
        #expect(run.code == 0, "\(run.text)\(run.errors)")
    }

    /// Returns the script of a step in `ci/gitlab.yml`, which is one block.
    private func step(_ name: String) throws -> String {
        let text = try String(contentsOfFile: Repository.root + "/ci/gitlab.yml", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "  \(name):"))
        #expect(lines[start + 1] == "    - |")
        return lines[(start + 2)...].prefix { $0.hasPrefix("      ") }.map { $0.dropFirst(6) }.joined(separator: "\n")
    }
}
