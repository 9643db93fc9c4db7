#if os(Linux)
import Foundation
import SchemeLinks
import SchemeModel
import Synchronization
import Testing
import TestSupport

@testable import SchemeKit

/// Files that hang the parser, and processes that are killed, with the help of `Tests/Faults/code.c`.
@Suite("Readers that hang or are killed", .enabled(if: CodeIndex.readsSwift, "built without the trait Links"))
struct HangingCodeTests {
    private let folder: TemporaryFolder
    private let program: Path

    init() throws {
        folder = try TemporaryFolder()
        let library = folder.path + "/code.so"
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/bin/sh")
        compiler.arguments = [
            "-c", "$(command -v clang || echo cc) -O2 -fno-builtin -shared -fPIC -o \"$1\" \"$2\" -ldl", "sh", library,
            ProjectFolder.root.appending(path: "Tests/Faults/code.c").path,
        ]
        try compiler.runWithinBounds()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        let tool = ProjectFolder.root.path + "/.build/debug/schemereg"
        let script = try folder.writeProgram("program", "#!/bin/sh\nLD_PRELOAD='\(library)' exec '\(tool)' \"$@\"\n")
        program = Path(script)
    }

    private static let sender = "func send() { UIApplication.shared.open(URL(string: \"contoso-tram://x\")!) }\n"

    private static func code(_ app: String, hanging: Int) -> CodeToAnalyze {
        var limits = Limits.standard
        (limits.codeSeconds, limits.codeSecondsForMebibyte, limits.codeFileSeconds) = (1, 0, 1)
        return code(app, Array(repeating: "//fault:hang     \n" + sender, count: hanging) + [sender], limits)
    }

    private static func code(_ app: String, _ texts: [String], _ limits: Limits) -> CodeToAnalyze {
        let files = texts.enumerated().map { index, text in
            SourceFile(place: Place(source: app, path: Path("\(app)/\(index).swift")), bytes: Array(text.utf8))
        }
        return CodeToAnalyze(
            files: files,
            targets: [LinkTarget(name: app, files: Array(files.indices))],
            limits: limits
        )
    }

    /// Each hang takes a second of processor time, so short runs have a budget of five hangs instead of twelve.
    @Test func countsHangsOfAllProjectsAndThenSkipsCode() throws {
        let (total, hangs, others) = TestScale.pick((28, 2, 1), torture: (96, 8, 3))
        let analyzer = IsolatedAnalyzer(
            program: program,
            threads: 1,
            budget: RetryBudget(total),
            isInterrupted: { false }
        )
        let many = Self.code("many", hanging: 40)
        let found = analyzer.analyze(many)
        // Some of the files are found, one after the other, but not all 40.
        let (files, rest) = (found.failures.dropLast(), found.failures.last)
        #expect(files.map(\.part) == (0..<hangs).map { .file($0) })
        #expect(files.allSatisfy { $0.cause == .tooSlow }, "\(files)")
        #expect(rest == CodeFailure(part: nil, cause: .skipped))
        let problems = found.failures.problems(in: many)
        #expect(problems.map(\.place) == many.files.map(\.place))
        let skipped = "this file was skipped, because other code ended its reader too often, so its links are unknown"
        #expect(problems.map { $0.message == skipped } == (0..<41).map { $0 >= hangs })
        // The next project is read.
        let good = Self.code("good", hanging: 0)
        #expect(analyzer.analyze(good).facts == InProcessAnalyzer().analyze(good).facts)
        // Nothing is left after the others.
        let all = [CodeFailure(part: nil, cause: .skipped)]
        for number in 0..<others { #expect(analyzer.analyze(Self.code("other \(number)", hanging: 1)).failures == all) }
        #expect(analyzer.analyze(good).failures == all)
        analyzer.end()
    }

    /// The processor time of one job doesn't count for another, neither beside it nor after it.
    @Test func leavesOutAFileThatHangsBesideSixtySmallJobs() throws {
        let mark = folder.path + "/mark"
        try #require(mkfifo(mark, 0o600) == 0)
        let script = try folder.writeProgram(
            "marking",
            "#!/bin/sh\nFAULT_MARK='\(mark)' exec '\(program.display)' \"$@\"\n"
        )
        let analyzer = IsolatedAnalyzer(program: Path(script), threads: 2, isInterrupted: { false })
        let (hanging, small) = (Self.code("hanging", hanging: 1), Self.code("small", hanging: 0))
        let expected = InProcessAnalyzer().analyze(small).facts
        let beside = Mutex<CodeAnalysis?>(nil)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            let found = analyzer.analyze(hanging)
            beside.withLock { $0 = found }
            // If nothing hangs, the other end of the pipe opens now.
            close(open(mark, O_WRONLY | O_NONBLOCK))
        }
        // It opens when the reader hangs, and stays open for the next ones.
        let pipe = open(mark, O_RDONLY)
        defer { close(pipe) }
        let others = (0..<60).map { _ in analyzer.analyze(small) }
        #expect(others.allSatisfy { $0.facts == expected && $0.failures.isEmpty })
        group.wait()
        for found in [beside.withLock { $0 }, analyzer.analyze(hanging)] {
            #expect(found?.failures == [CodeFailure(part: .file(0), cause: .tooSlow)])
            #expect(found?.facts.map(\.links.count) == [1])
        }
        analyzer.end()
    }

    /// Its processor time would last for half an hour.
    @Test func leavesOutAFileAtWhichTheReaderSleeps() {
        var limits = Limits.standard
        // Reading the other file takes some hundredths of a second of processor time.
        limits.codeWaitSeconds = 12
        let analyzer = IsolatedAnalyzer(program: program, threads: 1, isInterrupted: { false })
        let code = Self.code("app", ["//fault:nap      \n" + Self.sender, Self.sender], limits)
        let found = analyzer.analyze(code)
        #expect(found.failures == [CodeFailure(part: .file(0), cause: .silent)])
        #expect(found.facts.map(\.links.count) == [1])
        #expect(found.failures.problems(in: code)[0].message.hasPrefix("reading this file took too long"))
        analyzer.end()
    }

    /// Kills the first process before each of its messages, or the second one, which announces one file after the other.
    @Test func aProcessThatIsKilledBeforeAMessageCostsAtMostOneFile() throws {
        let code = Self.code("app", Array(repeating: Self.sender, count: TestScale.pick(2, torture: 10)), .standard)
        let whole = InProcessAnalyzer().analyze(code).facts
        #expect(whole[0].links.count == code.files.count)
        let script = try folder.writeProgram(
            "killed",
            """
            #!/bin/sh
            read -r FAULT_SENDS <'\(folder.path)/messages'
            export FAULT_SENDS FAULT_MARK='\(folder.path)/'"$FAULT_SENDS, "
            exec '\(program.display)' "$@"

            """
        )
        var named: Set<Int> = []
        for first in ["", "2 "] {
            var (message, isKilled) = (1, true)
            while isKilled {
                try folder.write("messages", "\(first)\(message)\n")
                let analyzer = IsolatedAnalyzer(program: Path(script), threads: 1, isInterrupted: { false })
                let found = analyzer.analyze(code)
                analyzer.end()
                var expected: CodeToAnalyze? = code
                if first.isEmpty || found.failures.isEmpty {
                    #expect(found.failures.isEmpty, "\(message)")
                } else if message == 1 {
                    // No other process can be started.
                    #expect(found.failures == [CodeFailure(part: nil, cause: .exit)])
                    #expect(found.failures.problems(in: code).map(\.place) == code.files.map(\.place))
                    #expect(found.facts == [LinkFacts(target: "app")])
                    expected = nil
                } else if case .file(let index) = found.failures[0].part {
                    #expect(found.failures == [CodeFailure(part: .file(index), cause: .signal(SIGKILL))])
                    #expect(found.failures.problems(in: code).map(\.place) == [code.files[index].place])
                    expected?.files[index].bytes = []
                    named.insert(index)
                } else {
                    Issue.record("\(first)\(message): \(found.failures)")
                }
                if let expected {
                    #expect(found.facts == InProcessAnalyzer().analyze(expected).facts, "\(first)\(message)")
                }
                isKilled = FileManager.default.fileExists(
                    atPath: "\(folder.path)/\(first)\(message), \(first.isEmpty ? 1 : 2)"
                )
                // Every message in long runs, else fewer and fewer.
                message += TestScale.pick(max(1, message / 2), torture: 1)
            }
        }
        #expect(TestScale.isTorture ? named.count == code.files.count : !named.isEmpty)
    }
}
#endif
