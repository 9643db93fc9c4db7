import Foundation
import SchemeModel
import SchemeStore
import Testing
import TestSupport

/// What happens when somebody puts another file in the place of a registry that is being written.
@Suite("A registry that is replaced while it is written", .enabled(if: !TestServer.isUsed, "files only"))
struct ReplacementTests {
    /// What is done to the file.
    enum Change: String, CaseIterable {
        /// Another registry is renamed over it.
        case renamedOver
        /// A file that is no registry is renamed over it.
        case textRenamedOver
        case removed
        case movedAway
        /// It was named by a link, which leads to another registry now.
        case linkSwapped

        /// The name of the file that is written.
        var name: String { self == .linkSwapped ? "link" : "registry.sqlite" }
    }

    private static let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["wallet"])])
    private static let changed = InputReading(
        "Info.plist",
        digest: "01",
        [Manifest("com.acme.wallet", schemes: ["pay"])]
    )

    /// The bytes of another registry.
    private static let otherBytes = Result { () throws -> [UInt8] in
        let folder = try RegistryFolder()
        try folder.write {
            _ = try $0.take(
                [InputReading("Info.plist", [Manifest("com.acme.other", schemes: ["other"])])],
                into: tree("/other")
            )
        }
        return try folder.bytes()
    }

    /// A folder with a registry, which is empty unless `isKnown`, and the path that it is named by.
    private func folder(_ change: Change, isKnown: Bool) throws -> (folder: RegistryFolder, path: SchemeModel.Path) {
        let folder = try RegistryFolder()
        try folder.write { if isKnown { _ = try $0.take([Self.reading]) } }
        if change == .linkSwapped {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url.path + "/link",
                withDestinationPath: "registry.sqlite"
            )
        }
        return (folder, SchemeModel.Path(folder.url.path + "/" + change.name))
    }

    private func apply(_ change: Change, _ other: [UInt8], in folder: RegistryFolder) throws {
        let path = folder.url.path
        func rename(_ from: String, _ to: String) {
            #expect(Foundation.rename(path + "/" + from, path + "/" + to) == 0)
        }
        switch change {
        case .renamedOver, .textRenamedOver:
            let bytes = change == .renamedOver ? other : Array("my notes\n".utf8)
            try Data(bytes).write(to: folder.url.appendingPathComponent("new"))
            rename("new", "registry.sqlite")
        case .removed: try FileManager.default.removeItem(at: folder.file)
        case .movedAway: rename("registry.sqlite", "moved")
        case .linkSwapped:
            try Data(other).write(to: folder.url.appendingPathComponent("new"))
            try FileManager.default.createSymbolicLink(atPath: path + "/link2", withDestinationPath: "new")
            rename("link2", "link")
        }
    }

    /// The new file is as it was put there, and nothing lies beside it that SQLite would take for its log.
    private func expectUntouched(_ change: Change, _ other: [UInt8], in folder: RegistryFolder) throws {
        let names = try folder.names()
        switch change {
        case .renamedOver:
            #expect(try folder.bytes() == other)
            #expect(names == ["registry.sqlite"])
        case .textRenamedOver:
            #expect(try folder.bytes() == Array("my notes\n".utf8))
            #expect(names == ["registry.sqlite"])
        case .removed: #expect(names == [])
        case .movedAway: #expect(names == ["moved"])
        case .linkSwapped:
            #expect(try [UInt8](Data(contentsOf: folder.url.appendingPathComponent("new"))) == other)
            #expect(names == ["link", "new", "registry.sqlite"])
        }
    }

    @Test("while its inputs are read, nothing is written", arguments: Change.allCases, [true, false])
    func duringImport(change: Change, isKnown: Bool) throws {
        let (folder, path) = try folder(change, isKnown: isKnown)
        let other = try Self.otherBytes.get()
        let registry = try Registry(at: path, for: .writing)
        let error = #expect(throws: RegistryError.self) {
            try registry.importSource(tree(), at: 1, knowledge: .sample, readerVersion: 1) { store in
                try store(Self.changed)
                try apply(change, other, in: folder)
                return []
            }
        }
        #expect(error?.cause == .replaced)
        #expect(throws: RegistryError.self) { try registry.close() }
        try expectUntouched(change, other, in: folder)
    }

    @Test("within the transaction, nothing is committed", arguments: Change.allCases, [true, false])
    func duringTransaction(change: Change, isKnown: Bool) throws {
        let (folder, path) = try folder(change, isKnown: isKnown)
        let other = try Self.otherBytes.get()
        let registry = try Registry(at: path, for: .writing)
        // The transaction begins after 256.
        let (count, changed) = TestScale.pick((400, 300), torture: (2_000, 1_900))
        let readings = (0..<count).map {
            InputReading(Path("\($0).plist"), [Manifest("com.acme.a\($0)", schemes: ["s\($0)"])])
        }
        let error = #expect(throws: RegistryError.self) {
            try registry.importSource(tree(), at: 1, knowledge: .sample, readerVersion: 1) { store in
                for (number, reading) in readings.enumerated() {
                    if number == changed { try apply(change, other, in: folder) }
                    try store(reading)
                }
                return []
            }
        }
        #expect(error?.cause == .replaced)
        #expect(throws: RegistryError.self) { try registry.close() }
        try expectUntouched(change, other, in: folder)
    }

    @Test("after the last source, closing reports it", arguments: Change.allCases, [true, false])
    func beforeClosing(change: Change, isKnown: Bool) throws {
        let (folder, path) = try folder(change, isKnown: isKnown)
        let other = try Self.otherBytes.get()
        let registry = try Registry(at: path, for: .writing)
        try registry.take([Self.changed])
        try apply(change, other, in: folder)
        let error = #expect(throws: RegistryError.self) { try registry.close() }
        #expect(error?.cause == .replaced)
        try expectUntouched(change, other, in: folder)
    }

    @Test("one that nobody replaces is written as ever, also by a link")
    func byLink() throws {
        let (folder, path) = try folder(.linkSwapped, isKnown: true)
        let registry = try Registry(at: path, for: .writing)
        try registry.take([Self.changed])
        try registry.close()
        #expect(try folder.names() == ["link", "registry.sqlite"])
        #expect(try folder.rows("SELECT raw FROM claim") == ["pay"])
    }
}
