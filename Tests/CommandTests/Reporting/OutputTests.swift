import Foundation
import SchemeKit
import Testing
import TestSupport

/// The destinations of reports.
@Suite struct OutputTests {
    /// Creates two apps with the same scheme, and a manifest without findings.
    private func fleet() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let extra = "    <key>CFBundleName</key>\n    <string>App</string>\n"
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"]), extra: extra))
        try folder.write("B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmepay"]), extra: extra))
        return folder
    }

    private func clean() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["com.contoso.a"])))
        return folder
    }

    private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    @Test func writesSeveralReportsAtOnce() throws {
        let folder = try fleet()
        let run = CommandRun.run(
            ["check", ".", "--output", "sarif=out.sarif", "--output", "csv=a=b.csv", "--output", "github=-"],
            in: folder.path
        )
        #expect(run.code == 1)
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("::error file=A/Info.plist,line="))
        #expect(try text(folder, "out.sarif").contains("\"version\": \"2.1.0\""))
        #expect(try text(folder, "a=b.csv").split(separator: "\r\n").count == 3)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "A", "B", "a=b.csv", "out.sarif",
            ]
        )
    }

    @Test func printsTextInAdditionToFiles() throws {
        let folder = try fleet()
        let run = CommandRun.run(["check", ".", "--output", "json=out.json"], in: folder.path)
        #expect(run.output == CommandRun.run(["check", "."], in: folder.path).output)
        #expect(
            try text(folder, "out.json") == CommandRun.run(["check", ".", "--format", "json"], in: folder.path).output
        )
    }

    @Test(arguments: [
        (["--output", "x=y"], "--output takes FORMAT=FILE, not 'x=y'"), (["--output", "json"], "not 'json'"),
        (["--output", "json="], "the file of --output is empty"),
        (["--output", "json=a", "--output", "csv=./a"], "two reports would be written to './a'"),
        (
            ["--write-baseline", "a", "--output", "csv=./a"],
            "a report would replace './a', which the command also uses"
        ),
        (["--against", "a", "--output", "csv=a"], "a report would replace 'a'"),
        (["--baseline", "a", "--output", "csv=a"], "a report would replace 'a'"),
        (["--known", "a", "--output", "csv=a"], "a report would replace 'a'"),
        (["--write-baseline", "A/Info.plist"], "'A/Info.plist' exists and is not a baseline"),
        (["--format", "csv", "--output", "json=-"], "2 reports would be written to standard output"),
        (["--quiet", "--verbose"], "cannot be combined"), (["-q", "-v"], "cannot be combined"),
        (["--max-findings", "-1"], "max-findings"), (["--statistics", "--format", "json"], "cannot be combined"),
        (["--show", "warnings"], "warnings"), (["--color", "red"], "red"),
        (["--format", "xml"], "xml"),
    ])
    func rejectsContradictoryOptions(options: [String], message: String) throws {
        let folder = try clean()
        let run = CommandRun.run(["check", "."] + options, in: folder.path)
        #expect(run.code == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["A"])
    }

    /// The folder in which contradictory options are rejected.
    @Test func checksTheSameFolderWithoutThem() throws {
        let folder = try clean()
        #expect(CommandRun.run(["check", "."], in: folder.path).output.hasSuffix("in 1 app (1 scheme)\n"))
    }

    @Test func keepsTheOldReportAndTheOthersWhenOneCannotBeWritten() throws {
        let folder = try fleet()
        try folder.write("old.json", "old")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: "old.json")
        try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: false)
        for (file, message) in [
            ("link.json", "reports are not written through links"), ("none/a.json", "create the folder first"),
            ("folder", "is a folder"), ("/dev/full", "no space left"), ("old.json/a", "not a directory"),
        ] {
            let run = CommandRun.run(
                ["check", ".", "--output", "json=\(file)", "--output", "csv=out.csv"],
                in: folder.path
            )
            #expect(run.code == 3)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.output.contains("which one opens its URLs is undefined"))
            #expect(try text(folder, "old.json") == "old")
            #expect(try text(folder, "out.csv").contains("undefined-target"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["A", "B", "folder", "link.json", "old.json", "out.csv"])
    }

    @Test func replacesAFileAndKeepsItsPermissions() throws {
        let folder = try fleet()
        let file = try folder.write("out.json", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        #expect(CommandRun.run(["check", ".", "--output", "json=out.json"], in: folder.path).code == 1)
        #expect(try text(folder, "out.json").hasPrefix("{\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test func writesToAPipe() throws {
        let folder = try fleet()
        let script = "mkfifo p && { cat p >q & '\(Repository.binary)' check . --output csv=p; wait; cat q; }"
        let run = try ChildProcess.shell(script, folder: folder.path)
        #expect(run.text.contains("\r\nerror,undefined-target,A/Info.plist,"))
    }

    @Test func annotatesByItselfInAGitHubWorkflow() throws {
        let folder = try fleet()
        let environment = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path]
        let run = CommandRun.run(["check", "."], in: folder.path + "/A", environment: environment)
        #expect(run.code == 0)
        let both = CommandRun.run(["check", ".", "../B"], in: folder.path + "/A", environment: environment)
        #expect(both.code == 1)
        #expect(
            both.output.hasPrefix("::error file=A/Info.plist,") && both.output.contains("\n::error file=B/Info.plist,")
        )
        #expect(
            both.errors == """
                schemereg: note: GITHUB_ACTIONS is set, so findings are printed as annotations (use --format \
                text for plain text)\n
                """
        )
        let text = CommandRun.run(
            ["check", ".", "../B", "--format", "text"],
            in: folder.path,
            environment: environment
        )
        #expect(text.errors == "" && !text.output.contains("::error"))
    }

    @Test func writesGitLabsReportByItself() throws {
        let folder = try fleet()
        let environment = ["GITLAB_CI": "true", "CI_PROJECT_DIR": folder.path]
        let run = CommandRun.run(["check", "..", "--quiet"], in: folder.path + "/A", environment: environment)
        #expect(run.errors == "" && run.output.contains("error: scheme 'acmepay' is claimed by 2 apps"))
        #expect(try text(folder, "gl-code-quality-report.json").contains("\"path\": \"A/Info.plist\""))
        let said = CommandRun.run(["check", "."], in: folder.path, environment: environment)
        #expect(said.errors.contains("a code quality report is written to gl-code-quality-report.json"))
    }

    @Test func addsToTheStepSummaryUnlessAllIsWell() throws {
        let folder = try fleet()
        let summary = try folder.write("summary.md", "# before\n")
        let environment = ["GITHUB_STEP_SUMMARY": summary]
        #expect(CommandRun.run(["check", "A"], in: folder.path, environment: environment).code == 0)
        #expect(try text(folder, "summary.md") == "# before\n")
        #expect(CommandRun.run(["check", "."], in: folder.path, environment: environment).code == 1)
        let written = try text(folder, "summary.md")
        #expect(written.hasPrefix("# before\n**schemereg**: 1 error in 2 apps"))
        #expect(written.contains("| error | `A/Info.plist:"))
    }

    @Test func isQuietWhenAllIsWell() throws {
        let folder = try clean()
        let quiet = CommandRun.run(["check", ".", "--quiet", "--exclude", "nothing"], in: folder.path)
        #expect(quiet.code == 0 && quiet.output == "" && quiet.errors == "")
        let found = CommandRun.run(["check", ".", "none", "--quiet"], in: folder.path)
        #expect(found.code == 3 && found.output.contains("no such file"))
    }

    @Test func listsReadAndSkippedFiles() throws {
        let folder = try clean()
        try folder.write("Pods/Info.plist", Sample.app("com.contoso.pod", ("Editor", ["pod"])))
        try folder.write("Tests/Info.plist", Sample.app("com.contoso.t", ("Editor", ["t"])))
        try folder.write("data.plist", "<plist version=\"1.0\"><dict></dict></plist>")
        try folder.write("main.swift", "")
        try folder.write("README.md", "")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/L", withDestinationPath: "A")
        let run = CommandRun.run(["check", ".", "--verbose", "--exclude", "Tests"], in: folder.path)
        #expect(run.code == 0)
        #expect(
            run.errors == """
                schemereg: A/Info.plist: read: 1 manifest
                schemereg: A/Info.plist: whether URLs reach the app is not checked: the code that starts it was not found, \
                or names a delegate that was not read
                schemereg: L: skipped: a link
                schemereg: Pods: skipped: vendored or generated files
                schemereg: Tests: skipped: excluded by --exclude
                schemereg: data.plist: skipped: not a manifest
                schemereg: main.swift: read for links
                schemereg: 1 other file skipped because of its name

                """
        )
    }

    /// A build phase has no other way to open a file at a line.
    @Test func printsIssuesInABuildPhase() throws {
        let folder = try fleet()
        let environment = ["XCODE_VERSION_ACTUAL": "2600"]
        let run = CommandRun.run(["check"], in: folder.path, environment: environment)
        let prefix = "\(folder.path)/A/Info.plist:22:25: error: scheme 'acmepay' is also claimed by com.contoso.b ("
        #expect(run.output.hasPrefix(prefix), "\(run.output)")
        #expect(run.output.contains("; help: ") && run.output.contains(" [undefined-target]\n"))
        #expect(run.errors.hasPrefix("schemereg: note: XCODE_VERSION_ACTUAL is set"))
        let text = CommandRun.run(["check", "--format", "text"], in: folder.path, environment: environment)
        #expect(text.output == CommandRun.run(["check"], in: folder.path).output && text.errors.isEmpty)
        let both = ["GITHUB_ACTIONS": "true", "XCODE_VERSION_ACTUAL": "2600"]
        #expect(CommandRun.run(["check"], in: folder.path, environment: both).output.hasPrefix("::error file="))
    }

    /// The step summary, like the annotations, only counts notes.
    @Test func countsNotesInTheStepSummary() throws {
        let folder = try fleet()
        try folder.write("C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["PayMe"])))
        func summary(_ options: String...) throws -> String {
            let page = try folder.write("summary.md", "")
            let environment = ["GITHUB_STEP_SUMMARY": page]
            _ = CommandRun.run(["check"] + options, in: folder.path, environment: environment)
            return try text(folder, "summary.md")
        }
        let counted = try summary()
        #expect(!counted.contains("uppercase-scheme") && counted.contains("`--show notes` lists them"), "\(counted)")
        #expect(counted.contains("undefined-target"))
        for options in [["--show", "notes"], ["--fail-on", "note"]] {
            #expect(try summary(options[0], options[1]).contains("uppercase-scheme"))
        }
    }

    /// The same input gives the same bytes in every format, regardless of the order of paths, the jobs, the locale and
    /// the time zone.
    @Test func isTheSameHoweverItIsRun() throws {
        let folder = try fleet()
        for number in 0..<40 {
            try folder.write(
                "C\(number)/Info.plist",
                Sample.app("com.contoso.c\(number)", ("Viewer", ["acmepay", "x_y"]))
            )
        }
        let script = """
            tool=$1; shift; formats=$*
            report() {
                name=$1; shift
                for format in $formats; do set -- "$@" --output $format=$name.$format; done
                "$tool" check "$@" >/dev/null
            }
            report 1 A B C? C?? --jobs 1
            LC_ALL=tr_TR.UTF-8 TZ=Asia/Kolkata report 2 C?? B A C? --jobs 8
            LC_ALL=de_DE.UTF-8 LANG=ar TZ=America/St_Johns report 3 C? A C?? B
            for format in $formats; do
                cmp 1.$format 2.$format && cmp 1.$format 3.$format && echo $format $(wc -c <1.$format)
            done
            """
        let formats = OutputPlan.Format.allCases.map(\.rawValue)
        let run = try ChildProcess.shell(script, [Repository.binary] + formats, folder: folder.path)
        let sizes = run.text.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(sizes.map { String($0[0]) } == formats, "\(run.text)\(run.errors)")
        for size in sizes { #expect(Int(size[1]) ?? 0 > 1000, "\(size)") }
    }

    /// The same for many samples together, whether they are checked directly or stored in a registry. Short runs take few
    /// of the projects.
    @Test(arguments: ["check", "conflicts"])
    func isTheSameInWhateverOrderSamplesCome(command: String) throws {
        let folder = try TemporaryFolder()
        let script = """
            tool=$1; out=$PWD; projects=$4; cd "$2"
            report() {
                name=$1; shift
                for format in text json sarif github gitlab junit checkstyle markdown csv; do
                    set -- "$@" --output "$format=$out/$name.$format"
                done
                "$tool" "$@" >/dev/null 2>"$out/$name.errors"
                echo "code $?" >>"$out/$name.errors"
            }
            if [ "$3" = check ]; then
                report 1 check err/* $projects --jobs 1
                LC_ALL=tr_TR.UTF-8 TZ=Pacific/Kiritimati report 2 check $(ls -d err/* $projects | sort -r) --jobs 8
            else
                "$tool" import err/* $projects --jobs 1 --registry "$out/1.sqlite" >/dev/null 2>&1
                "$tool" import $(ls -d err/* $projects | sort -r) --jobs 8 --registry "$out/2.sqlite" >/dev/null 2>&1
                report 1 conflicts --all --registry "$out/1.sqlite"
                LC_ALL=de_DE.UTF-8 LANG=ja_JP.UTF-8 TZ=Pacific/Kiritimati report 2 conflicts --all --registry "$out/2.sqlite"
            fi
            cd "$out"
            for one in 1.[!s]* 1.sarif; do cmp "$one" "2${one#1}" && echo "$one $(wc -c <"$one")"; done
            """
        let run = try ChildProcess.shell(
            script,
            [
                Repository.binary, Repository.root + "/sample-plists", command,
                TestScale.pick("projects/[a-c]*", torture: "projects/*"),
            ],
            folder: folder.path
        )
        let sizes = run.text.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(sizes.count == 10, "\(run.text)\(run.errors)")
        for size in sizes where size[0] != "1.errors" { #expect(Int(size[1]) ?? 0 > 10_000, "\(size)") }
    }

    /// The same for samples with code, which other processes read. Long runs check all samples, and again beside busy processes.
    @Test func isTheSameWithAnyNumberOfJobs() throws {
        let folder = try TemporaryFolder()
        let script = """
            tool=$1; out=$PWD; samples=$3; cd "$2"
            report() {
                for jobs in 1 2 8; do
                    "$tool" check $samples --format json --jobs $jobs >"$out/report" 2>&1
                    echo "$? $(cksum <"$out/report")"
                done
            }
            report
            if [ "$4" ]; then
                for number in 1 2 3 4; do while :; do :; done & busy="$busy $!"; done
                report
                kill $busy
            fi
            grep -c unreachable-url-handler "$out/report"
            """
        let samples = TestScale.pick("projects/scene-delegate*", torture: "err/* projects/*")
        let run = try ChildProcess.shell(
            script,
            [Repository.binary, Repository.root + "/sample-plists", samples, TestScale.pick("", torture: "busy")],
            folder: folder.path
        )
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == TestScale.pick(4, torture: 7), "\(run.text)\(run.errors)")
        #expect(Set(lines.dropLast()).count == 1, "\(run.text)")
        #expect(ExampleRun.readsSwift == (lines.last != "0"), "\(run.text)")
    }
}
