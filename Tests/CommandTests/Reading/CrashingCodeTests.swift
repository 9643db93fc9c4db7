#if os(Linux)
import Foundation
import SchemeKit
import Testing
import TestSupport

/// Code that crashes, blocks or starves the parser. `Tests/Faults/code.c` lets it fail at files that begin with
/// `//fault:`.
@Suite("Code that ends its reader", .enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct CrashingCodeTests {
    private let folder: TemporaryFolder
    private let library: String

    init() throws {
        folder = try TemporaryFolder()
        library = try folder.write("code.so", try Self.libraryBytes.get())
        for app in ["one", "two"] {
            try folder.write(
                "\(app)/Info.plist",
                Sample.app("com.contoso.\(app)", (role: "Editor", schemes: ["contoso-tram"]))
            )
            for number in 0..<10 {
                try folder.write("\(app)/\(number).swift", Self.sender)
            }
        }
    }

    /// The library, compiled once.
    private static let libraryBytes = Result { () throws -> [UInt8] in
        let folder = try TemporaryFolder()
        let library = folder.path + "/code.so"
        let source = ProjectFolder.root.appending(path: "Tests/Faults/code.c").path
        let compiled = try ChildProcess.shell(
            "$(command -v clang || echo cc) -O2 -fno-builtin -shared -fPIC -o \"$1\" \"$2\" -ldl",
            [library, source]
        )
        try #require(compiled.code == 0, "\(compiled.errors)")
        return Array(try Data(contentsOf: URL(filePath: library)))
    }

    /// The report about the same apps without a fault.
    private static let whole = Result { try CrashingCodeTests().check() }

    /// Code that opens a URL. It is reported if the scheme resembles the one that the apps declare.
    private static let sender =
        "func send() { UIApplication.shared.open(URL(string: \"contoso-trams://x\")!) }\n"

    /// A report, without what differs between runs.
    private struct Report {
        var code: Int32?
        /// The problems, as `source/path: code: message`.
        var problems: [String] = []
        /// The other findings, as `source/path: rule`.
        var findings: [String] = []

        init(_ run: ChildProcess) throws {
            code = run.code
            let report = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
            func list(_ key: String) -> [[String: Any]] { report?[key] as? [[String: Any]] ?? [] }
            func path(_ item: [String: Any]) -> String {
                let place = item["place"] as? [String: Any] ?? item
                let source = (place["source"] as? String ?? "").split(separator: "/").last ?? ""
                return "\(source)/\(place["path"] ?? "")"
            }
            problems = list("problems").map { "\(path($0)): \($0["code"] ?? ""): \($0["message"] ?? "")" }
            findings = list("findings").map { "\(path($0)): \($0["rule"] ?? "")" }
        }
    }

    /// Checks both apps, and expects that no process is left.
    private func check(_ setup: String = "") throws -> Report {
        let run = try ChildProcess.shell(
            """
            \(setup)
            CRASH_TEST="$3" LD_PRELOAD="$2" "$1" check one two --format json; code=$?
            grep -l "CRASH_TEST=$3" /proc/[0-9]*/environ 2>/dev/null | sed 's/^/left: /' >&2
            exit $code
            """,
            [Repository.binary, library, folder.path],
            folder: folder.path
        )
        #expect(run.errors == "")
        return try Report(run)
    }

    @Test("reports the file, and reads everything else")
    func crashes() throws {
        let whole = try Self.whole.get()
        #expect(whole.problems == [] && whole.code != 3 && whole.findings.count > 20)
        for signal in [SIGSEGV, SIGKILL, SIGILL, SIGXCPU] {
            try folder.write("one/5.swift", "//fault:\(signal)     \n" + Self.sender)
            let report = try check()
            let event =
                signal == SIGXCPU
                ? "reading this file took too long"
                : "the reader ended unexpectedly while it read this file (signal \(signal))"
            #expect(report.problems == ["one/5.swift: reader-failed: \(event), so its links are unknown"])
            #expect(report.code == 3)
            #expect(report.findings == whole.findings.filter { !$0.hasPrefix("one/5.swift") })
        }
    }

    @Test("reports each of several files, in several apps")
    func severalFiles() throws {
        for name in ["one/0", "one/3", "two/9"] {
            try folder.write("\(name).swift", "//fault:11     \n" + Self.sender)
        }
        let report = try check()
        let files = ["one/0.swift", "one/3.swift", "two/9.swift"]
        #expect(report.problems.map { $0.prefix(27) } == files.map { "\($0): reader-failed:" })
        #expect(report.code == 3)
    }

    @Test("gives up an app in which all files crash the reader, names each of them, and reads the next app")
    func allFiles() throws {
        let whole = try Self.whole.get()
        for number in 0..<40 { try folder.write("one/\(number).swift", "//fault:11     \n" + Self.sender) }
        let report = try check()
        let files = (0..<40).map { "one/\($0).swift" }.sorted()
        #expect(report.problems.map { $0.prefix { $0 != ":" } } == files.map { $0[...] } && report.code == 3)
        #expect(report.problems.count { $0.contains("it read this file (signal 11)") } == 17)
        #expect(report.problems.count { $0.contains("this file was skipped, because") } == 23)
        let others = report.findings.filter { $0.hasPrefix("two/") }
        #expect(others == whole.findings.filter { $0.hasPrefix("two/") })
    }

    @Test("ends a reader that takes too much time or memory", arguments: ["hang", "memory"])
    func starves(fault: String) throws {
        let whole = try Self.whole.get()
        try folder.write("two/5.swift", "//fault:\(fault)     \n" + Self.sender)
        // The reader would otherwise have a minute. Only the one that hangs has less, however slow the machine is.
        let report = try check("export FAULT_SECONDS=1")
        #expect(report.problems.map { $0.prefix(27) } == ["two/5.swift: reader-failed:"])
        #expect(report.findings == whole.findings.filter { !$0.hasPrefix("two/5.swift") })
    }

    @Test("reads code in its own process if no other can be started")
    func withoutProcess() throws {
        let whole = try Self.whole.get()
        let report = try check("export FAULT_SPAWN=1")
        #expect(report.problems == [] && report.findings == whole.findings && report.code == whole.code)
    }

    /// Before its greeting, its facts, or what it says between two files.
    @Test("gives the same report if a process is killed", arguments: ["1", "2", "2 4"])
    func killed(before messages: String) throws {
        let run = try ChildProcess.shell(
            """
            "$1" check one two --format json >whole; code=$?
            FAULT_SENDS="$3" FAULT_MARK="$PWD/mark" LD_PRELOAD="$2" "$1" check one two --format json >killed
            [ $? = $code ] && cmp whole killed && ls mark*
            """,
            [Repository.binary, library, messages],
            folder: folder.path
        )
        let deaths = messages.split(separator: " ").count
        #expect(run.text == (1...deaths).map { "mark\($0)\n" }.joined(), "\(run.errors)")
    }

    @Test("leaves no process behind, however it ends", arguments: ["INT", "TERM", "KILL"])
    func leavesNothing(signal: String) throws {
        try folder.write("one/5.swift", "//fault:hang     \n" + Self.sender)
        let run = try ChildProcess.shell(
            """
            CRASH_TEST="$3" FAULT_MARK="$3/hangs" LD_PRELOAD="$2" "$1" check one two >/dev/null & run=$!
            left() { grep -l "CRASH_TEST=$3" /proc/[0-9]*/environ 2>/dev/null; }
            until [ -e "$3/hangs" ]; do sleep 0.02; done
            [ $(left "$@" | wc -l) -ge 2 ] && echo started
            kill -$4 $run; wait $run; echo $?
            tries=0
            while [ "$(left "$@")" ] && [ $tries -lt 3000 ]; do sleep 0.1; tries=$((tries + 1)); done
            left "$@"
            """,
            [Repository.binary, library, folder.path, signal],
            folder: folder.path
        )
        let code = ["INT": 130, "TERM": 143, "KILL": 137][signal] ?? 0
        #expect(run.text == "started\n\(code)\n", "\(run.errors)")
    }

    @Test("can't be asked to analyze code by a person")
    func hidden() throws {
        for arguments in ["__analyze-code", "__analyze-code 1"] {
            let run = try ChildProcess.shell("\"$1\" \(arguments)", [Repository.binary], folder: folder.path)
            #expect(run.code == 2 && run.errors.contains("unknown command"), "\(run)")
        }
    }
}
#endif
