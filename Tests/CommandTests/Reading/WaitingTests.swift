import Foundation
import SchemeKit
import SchemeModel
import Synchronization
import Testing
import TestSupport

/// Waiting: slow inputs don't block readers, and interrupts end every wait.
@Suite struct WaitingTests {
    private static let manifest = Sample.app("com.contoso.wallet", (role: "Editor", schemes: ["wallet"]))

    @Test func readsStandardInputBeforeItTouchesTheRegistry() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        var context = CommandRun.context(in: path)
        let others = Mutex<[Int32]>([])
        context.readStandardInput = { _ in
            let isThere = FileManager.default.fileExists(atPath: path + "/r.sqlite")
            let other = CommandRun.run(["import", "--registry", "r.sqlite", "--source", "other", "-"], in: path)
            others.withLock { $0 += [isThere ? 1 : 0, other.code] }
            return Array(Self.manifest.utf8)
        }
        let arguments = ["import", "--registry", "r.sqlite", "-"].map { Array($0.utf8) }
        #expect(CommandRun.run(arguments, in: context).code == 0)
        #expect(others.withLock { $0 } == [0, 0])
        let list = CommandRun.run(["list", "sources", "--registry", "r.sqlite"], in: path).output
        #expect(list.contains("other") && list.contains("<stdin>"))
    }

    @Test func leavesNothingWhenItIsInterruptedAtStandardInput() throws {
        let folder = try TemporaryFolder()
        let script = """
            mkfifo pipe
            for pair in INT:130 TERM:143; do
                "$1" import --registry r.sqlite - <pipe >/dev/null & child=$!
                exec 3>pipe; printf '<plist>' >&3
                # More than a pipe holds: it is written when the tool reads. Until then, a child of sh ignores SIGINT.
                head -c 200000 /dev/zero | tr '\\0' ' ' >&3
                kill -${pair%%:*} $child; wait $child; code=$?
                exec 3>&-
                [ $code = ${pair##*:} ] || echo "code $code"
            done
            ls
            """
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        #expect(run.text == "pipe\n", "\(run.errors)")
    }

    /// Another process imports the same folder while this one reads it for the first time, so nothing is left to write.
    @Test func countsWhatAnotherImportStored() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try folder.write("tree/Info.plist", Self.manifest)
        let arguments = ["import", "--registry", "r.sqlite", "tree"]
        let files = HangingFileSystem { #expect(CommandRun.run(arguments, in: path).code == 0) }
        files.release()
        var context = CommandRun.context(in: path)
        context.files = files
        let run = CommandRun.run(arguments.map { Array($0.utf8) }, in: context)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("1 manifest, 1 URL type, 1 claim, 1 app\n  nothing changed"), "\(run.output)")
    }

    /// An input that never arrives, as on a hanging disk, doesn't keep the run from ending.
    @Test func endsWhileAnInputDoesNotCome() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", Self.manifest)
        for command in [["check", "tree"], ["import", "--registry", "r.sqlite", "tree"]] {
            let files = HangingFileSystem()
            defer { files.release() }
            var context = CommandRun.context(in: folder.path)
            context.files = files
            context.isInterrupted = { files.isAsked }
            let run = CommandRun.run(command.map { Array($0.utf8) }, in: context)
            #expect(run.code >= 128)
            #expect(run.output.isEmpty && run.errors.isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("-") })
    }

    @Test func endsWhileAnotherProcessWrites() throws {
        let folder = try TemporaryFolder()
        try folder.write("tree/Info.plist", Self.manifest)
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "tree"], in: folder.path).code == 0)
        let script = """
            mkfifo hold
            (echo 'BEGIN EXCLUSIVE;'; echo '.shell touch held'; cat hold) | sqlite3 r.sqlite & holder=$!
            exec 3>hold
            until [ -e held ]; do sleep 0.02; done
            "$1" conflicts --registry r.sqlite & child=$!
            # Linux counts its pauses.
            pauses() { sed -n 's/^voluntary_ctxt_switches:[[:space:]]*//p' /proc/$child/status; }
            until [ ! -d /proc/$child ] || [ "$(pauses)" -gt 20 ]; do sleep 0.02; done
            kill -TERM $child; wait $child; echo "code $?"
            exec 3>&-; wait $holder
            """
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        #expect(run.text == "code 143\n", "\(run.errors)")
        #expect(run.errors.isEmpty)
    }

    @Test func importsEightTreesAtOnce() throws {
        let folder = try TemporaryFolder()
        for tree in 0..<8 {
            for number in 0..<60 {
                let manifest = Sample.app("com.contoso.a\(tree).b\(number)", (role: "Editor", schemes: ["s\(number)"]))
                try folder.write("\(tree)/\(number)/Info.plist", manifest)
            }
        }
        let script = """
            for round in 1 2; do
                children=
                for tree in 0 1 2 3 4 5 6 7; do
                    "$1" import --registry r.sqlite $tree >/dev/null & children="$children $!"
                done
                for child in $children; do wait $child || echo "code $?"; done
                sqlite3 r.sqlite 'SELECT count(*) FROM manifest'; ls | grep sqlite
            done
            """
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        #expect(run.text == "480\nr.sqlite\n480\nr.sqlite\n", "\(run.errors)")
    }
}

/// A disk whose files block until they are released.
private final class HangingFileSystem: FileAccess {
    private let gate = NSCondition()
    private let state = Mutex((isAsked: false, isReleased: false))
    private let whenAsked: @Sendable () -> Void

    /// - Parameter whenAsked: Called before the first file is read.
    init(_ whenAsked: @escaping @Sendable () -> Void = {}) { self.whenAsked = whenAsked }

    /// Whether the content of a file was requested.
    var isAsked: Bool { state.withLock { $0.isAsked } }

    func release() {
        state.withLock { $0.isReleased = true }
        gate.lock()
        gate.broadcast()
        gate.unlock()
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        let isFirst = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        if isFirst { whenAsked() }
        gate.lock()
        defer { gate.unlock() }
        while !state.withLock({ $0.isReleased }) { gate.wait() }
        return try POSIXFileSystem().contents(of: path, limit: limit)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try POSIXFileSystem().randomAccess(to: path)
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try POSIXFileSystem().entries(of: path, where: isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path { try POSIXFileSystem().realPath(of: path) }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try POSIXFileSystem().stamp(of: path) }

    func kind(of path: Path) throws(FileError) -> FileKind { try POSIXFileSystem().kind(of: path) }
}
