#if os(Linux)
import Foundation
import Testing
import TestSupport

/// An import during which system calls on the registry fail, or that ends at one of them.
///
/// Each run starts with the same registry, and replaces its only source. `Tests/Faults/faults.c` lets calls fail.
@Suite("Faults of the disk")
struct FaultTests {
    /// What happens at a call.
    enum Fault: String, CaseIterable {
        case full = "ENOSPC once", alwaysFull = "ENOSPC from there on"
        case broken = "EIO once", alwaysBroken = "EIO from there on"
        case kill = "kill -9"

        /// The error number, or the negative number of a signal.
        var error: Int32 {
            switch self {
            case .full, .alwaysFull: ENOSPC
            case .broken, .alwaysBroken: EIO
            case .kill: -SIGKILL
            }
        }

        var count: Int { self == .alwaysFull || self == .alwaysBroken ? 1_000_000 : 1 }
    }

    /// What one run with a fault gave.
    private struct Round {
        var isFaulty: Bool
        var code: Int32
        var hasMessage: Bool
        var integrity: String

        init?(_ line: Substring) {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4, let code = Int32(fields[1]) else { return nil }
            isFaulty = fields[0] == "yes"
            self.code = code
            hasMessage = fields[2] != "0"
            integrity = fields[3]
        }
    }

    /// `$1` the tool, `$2` the library, `$3` the call, `$4` its number, `$5` how many fail, `$6` the error.
    private static let round = """
        rm -f r.sqlite* mark; cp base.sqlite r.sqlite
        LD_PRELOAD=$2 FAULT_FILE=r.sqlite FAULT_CALL=$3 FAULT_AT=$4 FAULT_FOR=$5 FAULT_ERROR=$6 FAULT_MARK=mark \\
            "$1" import --registry r.sqlite --source app tree >/dev/null 2>errors; code=$?
        [ -e mark ] && fired=yes || fired=no
        # A copy, because sqlite3 completes or rolls back what was interrupted.
        rm -rf copy; mkdir copy; cp r.sqlite* copy
        integrity=$(sqlite3 copy/r.sqlite 'PRAGMA integrity_check' 2>&1)
        echo "$fired|$code|$(wc -c <errors)|$integrity"
        """

    private static func writeTree(version: Int, in folder: TemporaryFolder) throws {
        for number in 0..<8 {
            let scheme = "scheme\(number)-v\(version)"
            let manifest = Sample.app("com.contoso.app\(number)", (role: "Editor", schemes: [scheme]))
            try folder.write("tree/app\(number)/Info.plist", manifest)
        }
    }

    @Test(
        "leave each source as it was or as it should be",
        arguments: ["write", "sync", "open", "truncate", "read", "lock"]
    )
    func faults(of call: String) throws {
        let folder = try TemporaryFolder()
        let library = folder.path + "/faults.so"
        let source = ProjectFolder.root.appending(path: "Tests/Faults/faults.c").path
        let compiled = try ChildProcess.shell(
            "$(command -v clang || echo cc) -shared -fPIC -o \"$1\" \"$2\" -ldl",
            [library, source]
        )
        try #require(compiled.code == 0, "\(compiled.errors)")
        func read(_ registry: String) -> CommandRun {
            CommandRun.run(["list", "claims", "--registry", registry, "--format", "json"], in: folder.path)
        }
        func list(_ registry: String) -> String { read(registry).output }
        func importTree(_ registry: String) -> Int32 {
            CommandRun.run(["import", "--registry", registry, "--source", "app", "tree"], in: folder.path).code
        }
        try Self.writeTree(version: 1, in: folder)
        #expect(importTree("base.sqlite") == 0)
        try FileManager.default.copyItem(atPath: folder.path + "/base.sqlite", toPath: folder.path + "/new.sqlite")
        let old = list("base.sqlite")
        try Self.writeTree(version: 2, in: folder)
        #expect(importTree("new.sqlite") == 0)
        let new = list("new.sqlite")
        try #require(old != new)

        var rounds = 0
        var happened: Set<Fault> = []
        // Until its first fault, each run makes the same calls, so that all have the same number of calls.
        var end = Int.max
        for (index, fault) in Fault.allCases.enumerated() {
            // Every call in long runs, else fewer and fewer, and others for each fault.
            var number = TestScale.pick(1 + index % 3, torture: 1)
            while number < end {
                let what = "\(fault.rawValue) at \(call) \(number)"
                let arguments = [Repository.binary, library, call, "\(number)", "\(fault.count)", "\(fault.error)"]
                let run = try ChildProcess.shell(Self.round, arguments, folder: folder.path)
                let round = try #require(run.text.split(separator: "\n").last.flatMap(Round.init), "\(what): \(run)")
                rounds += 1
                #expect(round.integrity == "ok", "\(what)")
                let reading = read("r.sqlite")
                // Only an import completes or rolls back what was interrupted.
                let isInterrupted = round.isFaulty && reading.code == 3 && reading.errors.contains("was interrupted")
                #expect([old, new].contains(reading.output) || isInterrupted, "\(what)")
                #expect(importTree("r.sqlite") == 0 && list("r.sqlite") == new, "\(what)")
                if !round.isFaulty || fault != .kill {
                    #expect([0, 3].contains(round.code), "\(what): \(round.code)")
                    // Success means that everything is stored; failure is explained, and so is a log that remains.
                    let isStored = reading.output == new || isInterrupted && round.hasMessage
                    #expect(round.code == 0 ? isStored : round.hasMessage, "\(what)")
                }
                if round.isFaulty { happened.insert(fault) } else { end = number }
                number += TestScale.pick(6 * number, torture: 1)
            }
        }
        print("\(rounds) runs with faults at \(call)")
        #expect(happened == Set(Fault.allCases))
    }
}
#endif
