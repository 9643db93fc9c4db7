import Foundation
import SchemeModel
import Synchronization
import TestSupport

/// Initial inputs, from the project's samples and tests.
package struct Seeds: Sendable {
    /// The extensions of samples to use.
    private var extensions: Set<String> = []
    /// Path components of test files whose string literals are used.
    private var tests: [String] = []
    /// Literal texts.
    private var texts: [String] = []
    /// Creates binary files with the writers of the tests.
    private var written: @Sendable () throws -> [[UInt8]] = { [] }

    init(_ extensions: Set<String>, in tests: [String], and texts: [String] = []) {
        self.extensions = extensions
        self.tests = tests
        self.texts = texts
    }

    init(texts: [String]) { self.texts = texts }

    init(written: @escaping @Sendable () throws -> [[UInt8]]) { self.written = written }

    /// The maximum length of a seed in bytes. Mutations of larger ones rarely hit relevant parts.
    private static let longest = 16_384

    /// Returns the distinct inputs in a defined order.
    package func collect() throws -> [[UInt8]] {
        var inputs = texts.map { Array($0.utf8) } + (try written())
        inputs += try Self.samples.get()
            .filter { extensions.contains($0.pathExtension) }
            .map { Array(try Data(contentsOf: $0)) }
        for file in try Self.testFiles.get()
        where file.pathExtension == "swift" && tests.contains(where: { file.path.contains($0) }) {
            inputs += try Self.literals(in: file)
        }
        var seen: Set<[UInt8]> = []
        return inputs.filter { !$0.isEmpty && $0.count <= Self.longest && seen.insert($0).inserted }
    }

    /// Returns the inputs changed by `change`.
    func changed(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Seeds {
        let seeds = self
        return Seeds { try seeds.collect().map(change) }
    }

    /// Returns the inputs of both.
    static func + (left: Seeds, right: Seeds) -> Seeds { Seeds { try left.collect() + right.collect() } }

    // Listed once for all targets.
    private static let samples = Result { try files(below: ProjectFolder.samples) }
    private static let testFiles = Result { try files(below: ProjectFolder.root.appending(path: "Tests")) }

    private static let literals = Mutex<[URL: [[UInt8]]]>([:])

    /// Returns the string literals in a test file, which several targets use.
    private static func literals(in file: URL) throws -> [[UInt8]] {
        if let known = literals.withLock({ $0[file] }) { return known }
        let found = SwiftLiterals.all(in: Array(try Data(contentsOf: file)))
        literals.withLock { $0[file] = found }
        return found
    }

    /// Returns the regular files below `folder`, ordered by path.
    private static func files(below folder: URL) throws -> [URL] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        return paths.map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath && isFile($0) }
    }

    private static func isFile(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

extension Seeds {
    /// Samples as binary property lists, and every kind of object.
    static let binaryLists = Seeds {
        let samples = try Seeds(["plist"], in: []).collect().compactMap { bytes -> [UInt8]? in
            // Foundation writes what it can read. Invalid samples are skipped.
            guard let list = FoundationValue.isSafe(bytes) ? FoundationValue.read(bytes)?.root : nil else { return nil }
            return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        }
        let objects: [[UInt8]] = [
            BinaryFile.dictionary([(1, 2), (3, 4), (5, 6), (7, 8)]), BinaryFile.ascii("a"),
            BinaryFile.array([9, 10, 11]),
            BinaryFile.ascii("b"), BinaryFile.set([1, 3]), BinaryFile.utf16([0xE9, 0xD83D, 0xDE00]),
            BinaryFile.date(1.5), BinaryFile.ascii("CF$UID"), BinaryFile.real(-2.5), BinaryFile.integer(7, power: 0),
            BinaryFile.integer(.max, power: 3), BinaryFile.data([1, 2, 3]), [0x09], [0x08], [0x00], [0x80, 1],
        ]
        return samples + [BinaryFile(objects).bytes] + objects.map { BinaryFile([$0]).bytes }
    }

    /// Archives.
    static let archives = Seeds {
        let app = [
            ZipWriter.Member("Payload/A.app/Info.plist", ProjectSample.manifest),
            ZipWriter.Member("Payload/A.app/A", MachOWriter(xml: plist("<key>a</key><true/>")).bytes),
        ]
        return [
            ZipWriter(app).bytes,
            ZipWriter([.init("Payload/A.app/Info.plist", "<plist/>"), .init("l", "a") { $0.mode = 0o120755 }]).bytes,
            ZipWriter([.init("a", "text") { $0.isZIP64 = true }, .init("a", "b")]) {
                $0.hasZIP64End = true
                $0.prefix = [1, 2, 3]
            }.bytes,
            ZipWriter([.init("a", "text") { $0.hasDescriptor = true }, .init("b", "c") { $0.sharesHeader = true }]) {
                $0.comment = Array("PK\u{5}\u{6}".utf8)
            }.bytes,
            ZipWriter([.init("a/b", "text") { $0.method = 0 }, .init("../x"), .init("/y"), .init("d/", "")]).bytes,
        ]
    }

    /// Executables.
    static let executables = Seeds {
        let xml = plist("<key>com.apple.developer.web-browser</key><true/>")
        let der = DERWriter.entitlements([("a", [1, 1, 255]), ("b", DERWriter.element(0x0C, [0x78]))])
        let thin = MachOWriter(xml: xml, der: der).bytes
        return [
            thin, MachOWriter(isWide: false, isBigEndian: true, der: der).bytes, MachOWriter(isSigned: false).bytes,
            MachOWriter(platform: 7, section: xml).bytes, fat([thin, MachOWriter(der: der).bytes]),
            fat([thin], isWide: true), MachOWriter().bytes,
        ]
    }

    /// Provisioning profiles: a property list inside the bytes of a signature.
    static let profiles = Seeds {
        let list = plist("<key>Entitlements</key><dict><key>a</key><true/></dict>")
        return [Array(list.utf8), [0x30, 0x82, 0x01, 0x00, 0x06, 0x09] + Array(list.utf8) + [0xA0, 0x82, 0x00]]
    }
}
