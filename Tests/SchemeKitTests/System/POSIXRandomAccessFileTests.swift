import Foundation
import SchemeKit
import SchemeModel
import Testing

@Suite("Parts of files on the disk")
struct POSIXRandomAccessFileTests {
    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test("are read exactly, or not at all")
    func parts() throws {
        try Self.withFolder { folder in
            let url = folder.appendingPathComponent("file")
            try Data(0..<100).write(to: url)
            let file = try POSIXFileSystem().randomAccess(to: Path(url.path))
            #expect(file.stamp.size == 100)
            #expect(try file.read(at: 90, count: 10) == Array(90..<100))
            #expect(try file.read(at: 100, count: 0) == [])
            for (offset, count) in [(91, 10), (101, 0), (-1, 1), (0, -1), (Int.max, Int.max)] {
                #expect(throws: FileError.changedWhileReading) { try file.read(at: offset, count: count) }
            }
            // Still open after it was removed, and truncated in the meantime.
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: 50)
            #expect(throws: FileError.changedWhileReading) { try file.read(at: 0, count: 60) }
            #expect(try file.read(at: 40, count: 10) == Array(40..<50))
        }
    }

    @Test("exist of regular files only")
    func kinds() throws {
        try Self.withFolder { folder in
            let path = Path(folder.path)
            #expect(throws: FileError.wrongKind(.directory)) { try POSIXFileSystem().randomAccess(to: path) }
            #expect(throws: FileError.notFound) { try POSIXFileSystem().randomAccess(to: path.appending("x")) }
            let pipe = path.appending("pipe")
            #expect(mkfifo(pipe.nulTerminated, 0o600) == 0)
            #expect(throws: FileError.wrongKind(.other)) { try POSIXFileSystem().randomAccess(to: pipe) }
        }
    }
}
