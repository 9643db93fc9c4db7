import Foundation
import Testing
import TestSupport

/// The files for build services, run as the services would.
@Suite struct BuildServiceTests {
    /// Creates a folder with a finding in `a $(touch ran)'"`, and the tool where the services' scripts expect it.
    private func workspace() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("a $(touch ran)'\"/Info.plist", Sample.app("com.contoso.a", ("Editor", ["bad_one"])))
        try folder.write("b/Info.plist", Sample.app("com.contoso.b", ("Editor", ["worse_one"])))
        for tool in ["temp/schemereg/bin", ".schemereg-ci/bin"] {
            try FileManager.default.createDirectory(atPath: folder.path + "/" + tool, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/\(tool)/schemereg",
                withDestinationPath: Repository.binary
            )
        }
        return folder
    }

    /// Returns the files with findings.
    private func files(_ run: ChildProcess) -> [String] {
        run.text.split(separator: "\n").filter { $0.contains("[invalid-scheme]") }
            .map { String($0.prefix { $0 != ":" }) }
    }

    /// Paths and arguments are passed unchanged, even with special characters of a shell.
    @Test(arguments: [
        (".", "", 1, 2), ("b", "", 1, 1), ("a $(touch ran)'\"\nb", "--fail-on=never\n", 0, 2),
        ("a $(touch ran)'\"", "--exclude\nx y\n--severity=error", 1, 1), ("--version", "", 3, 0),
        ("b\n`touch ran`", "", 3, 1),
        ("b", "--fail-on", 2, 0), ("b", "$(touch ran)", 3, 1),
    ])
    func handsOnWhatAWorkflowSays(paths: String, arguments: String, code: Int32, count: Int) throws {
        let folder = try workspace()
        let github = """
            export RUNNER_TEMP="$PWD/temp" PATHS="$1" ARGUMENTS="$2"
            '\(Repository.root)/ci/github-check'
            """
        let gitlab = """
            export SCHEMEREG_PATHS="$1" SCHEMEREG_ARGUMENTS="$2"
            \(try step("script"))
            """
        for script in [github, gitlab] {
            let run = try ChildProcess.shell(script, [paths, arguments], folder: folder.path)
            #expect(run.code == code, "\(run.errors)\(run.text)")
            #expect(files(run).count == count, "\(run.text)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
        }
    }

    /// The key of the build cache depends only on the sources and the machine.
    @Test func namesABuildByItsSources() throws {
        let folder = try TemporaryFolder()
        for file in [
            "Makefile", "Package.swift", "Scripts/a b", "Sources/c", "migrations/d", "docs/e",
        ] {
            try folder.write("it/" + file, file)
        }
        func key(_ variables: String = "ImageOS=ubuntu24") throws -> String {
            let script = """
                rm -f output; export SOURCE="$PWD/it" GITHUB_OUTPUT="$PWD/output" RUNNER_OS=Linux RUNNER_ARCH=X64 \(variables)
                '\(Repository.root)/ci/github-key' && cat output
                """
            let run = try ChildProcess.shell(script, folder: folder.path)
            #expect(run.code == 0, "\(run.errors)")
            return run.text
        }
        let first = try key()
        #expect(first.wholeMatch(of: /key=schemereg-Linux-X64-ubuntu24-[0-9a-f]{40}\n/) != nil, "\(first)")
        try folder.write("it/docs/e", "other")
        #expect(try key() == first)
        #expect(try key("ImageOS=ubuntu22") != first)
        try folder.write("it/Sources/c", "other")
        #expect(try key() != first)
    }

    /// GitLab's cache is rebuilt after its branch has changed.
    @Test(.enabled(if: Repositories.hasGit, "there is no git"))
    func buildsForGitLabWhatTheBranchHolds() throws {
        let (folder, tool) = (try TemporaryFolder(), try TemporaryFolder())
        try tool.write("Makefile", "install:\n\tmkdir -p '$(PREFIX)/bin'\n\tcp tool '$(PREFIX)/bin/schemereg'\n")
        func commit(_ text: String) throws {
            let script = try tool.write("tool", "#!/bin/sh\necho \(text)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
            try Repositories.git(tool, "add -A && git commit -qm \(text)")
        }
        func run() throws -> ChildProcess {
            let script = """
                set -eu; export CI_PROJECT_DIR="$PWD" SCHEMEREG_REPOSITORY="$1" SCHEMEREG_REVISION=main
                \(try step("before_script"))
                .schemereg-ci/bin/schemereg
                """
            return try ChildProcess.shell(script, ["file://" + tool.path], folder: folder.path)
        }
        try Repositories.git(tool, "init -q -b main .")
        try commit("one")
        #expect(try run().text.hasSuffix("one\n"))
        let again = try run()
        #expect(again.text == "one\n", "it is built again: \(again.text)")
        try commit("two")
        #expect(try run().text.hasSuffix("two\n"))
        try FileManager.default.removeItem(atPath: tool.path + "/.git")
        #expect(try run().code != 0)
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
