import Foundation
import GRDB
import SchemeModel

@testable import SchemeStore

/// A temporary folder with a registry in it. If the tests use a server (``TestServer``), the registry is there.
final class RegistryFolder {
    let url: URL
    /// The registry on the server; `nil` if it is a file.
    let server: TestServer.Registry?

    init(onServer: Bool = TestServer.isUsed) throws {
        server = onServer ? try TestServer.Registry() : nil
        // In memory where there is such a folder: hundreds of small registries wait for the disk more than for anything.
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let parent =
            FileManager.default.isWritableFile(atPath: memory.path)
            ? memory : FileManager.default.temporaryDirectory
        url = parent.appendingPathComponent("registry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var file: URL { url.appendingPathComponent("registry.sqlite") }

    var path: SchemeModel.Path { server?.path ?? SchemeModel.Path(file.path) }

    /// The names in the folder, sorted.
    func names() throws -> [String] {
        if server != nil { return ["registry.sqlite"] }
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    /// Opens the registry for writing, gives it to `body` and closes it.
    @discardableResult
    func write<Result>(_ body: (Registry) throws -> Result) throws -> Result {
        let registry = try Registry(at: path, for: .writing)
        let result = try body(registry)
        try registry.close()
        return result
    }

    /// Opens the registry for reading, gives it to `body` and closes it.
    func read<Result>(_ body: (Registry) throws -> Result) throws -> Result {
        let registry = try Registry(at: path, for: .reading)
        let result = try body(registry)
        try registry.close()
        return result
    }

    /// Runs `sql` on the file as another program would.
    func execute(_ sql: String) throws {
        if let server { return try server.execute(sql) }
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// The rows that `sql` gives, their columns joined by `|`.
    func rows(_ sql: String) throws -> [String] {
        if let server { return try server.rows(sql) }
        let queue = try RegistryConnection.connect(file.path, readonly: true) { _ in false }
        defer { try? queue.close() }
        return try queue.read { database in
            try Row.fetchAll(database, sql: sql).map { row in
                row.databaseValues.map { value in
                    switch value.storage {
                    case .null: "NULL"
                    case .int64(let number): "\(number)"
                    case .double(let number): "\(number)"
                    case .string(let text): text
                    case .blob(let data): data.map { String($0, radix: 16) }.joined(separator: ".")
                    }
                }.joined(separator: "|")
            }
        }
    }

    /// The rows that refer to rows that don't exist. A server has none.
    func danglingReferences() throws -> [String] { server == nil ? try rows("PRAGMA foreign_key_check") : [] }

    /// All rows of all tables, in order: what `.dump` shows.
    func dump() throws -> [String] {
        let tables =
            server == nil
            ? "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            : "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
        return try rows(tables).flatMap { table in
            try rows("SELECT '\(table)', * FROM \"\(table)\"").sorted()
        }
    }
}

/// The source that most tests import.
func tree(_ name: String = "/src/acme", isNamed: Bool = false) -> Source {
    Source(name: name, root: SchemeModel.Path(name), kind: .tree, isNamed: isNamed)
}

extension Registry {
    /// Imports `readings` with what most tests do not care for.
    @discardableResult
    func take(
        _ readings: [InputReading],
        into source: Source = tree(),
        scope: ImportScope = .whole,
        amid known: [Source]? = nil,
        at time: Int = 1_000,
        knowledge: Knowledge = .sample,
        readerVersion: Int = 1,
        problems: [Problem] = []
    ) throws -> ImportResult {
        try importSource(
            source,
            scope: scope,
            amid: known,
            at: time,
            knowledge: knowledge,
            readerVersion: readerVersion
        ) { store in
            for reading in readings { try store(reading) }
            return problems
        }
    }
}

extension InputReading {
    /// An input that was read.
    init(_ path: SchemeModel.Path, digest: String = "00", size: Int = 1, _ manifests: [Manifest]) {
        let stamp = FileStamp(size: size, modified: 2, changed: 3, inode: 4)
        self.init(path: path, status: .read(stamp: stamp, digest: digest, manifests: manifests))
    }
}

extension Manifest {
    /// A manifest as tests write it: an iOS app unless said otherwise.
    init(
        _ app: String?,
        schemes: [String] = [],
        role: String? = "Editor",
        at path: SchemeModel.Path = "Info.plist",
        in source: String = "/src/acme",
        platforms: PlatformSet = .iOS
    ) {
        let id = app.map { AppID.known(ByteString($0)) } ?? .unknown(ByteString(path.display))
        self.init(origin: Place(source: source, path: path), format: .xml, digest: "00", app: id)
        kind = .application
        deviceSupport = DeviceSupport(platforms: platforms)
        if let app { bundleIdentifier = Located(app, .sample(9)) }
        if !schemes.isEmpty { urlTypes = [URLType(0, role: role, schemes: schemes)] }
    }
}

extension URLType {
    init(_ index: Int, role: String? = nil, identifier: String? = nil, schemes: [String]) {
        self.init(index: index, span: .sample(20 + index))
        self.role = role.map { Located($0, .sample(21)) }
        self.identifier = identifier.map { Located($0, .sample(22)) }
        self.schemes = schemes.enumerated().map {
            DeclaredScheme(index: $0, raw: $1, resolved: $1, span: .sample(30 + $0))
        }
    }
}

extension ValueSpan {
    /// A value on line `line`.
    static func sample(_ line: Int) -> ValueSpan {
        let lines = SourceRange.Lines(
            start: TextPosition(line: line, column: 7, columnUTF16: 7),
            end: TextPosition(line: line, column: 19, columnUTF16: 19)
        )
        let range = SourceRange(byteOffset: line * 40, byteLength: 12, lines: lines)
        return ValueSpan(keyPath: "line\(line)", element: range, text: range)
    }
}

extension Knowledge {
    static let sample = Knowledge(
        version: "1",
        knownSchemes: [
            KnownSchemeList([
                KnownScheme("tel", .appleDocumented, [.iOS, .macOS], .high),
                KnownScheme("http", .appleDocumented, [.iOS, .macOS], .high),
                KnownScheme("http", .ianaPermanent, .all, .high),
                KnownScheme("prefs", .appleSystem, .iOS, .medium),
                KnownScheme("about", .browser, .all, .low),
                KnownScheme("guess", .appleDocumented, .iOS, .low),
                KnownScheme("proven", .appleSystem, .macOS, .high),
                KnownScheme("whatsapp", .thirdParty, .iOS, .high),
                KnownScheme("bitcoin", .ianaProvisional, .all, .high),
            ])
        ],
        defaultAppSchemes: [
            DefaultAppScheme("http", .iOS, "com.apple.developer.web-browser"),
            DefaultAppScheme("http", .macOS, nil),
            DefaultAppScheme("mailto", .iOS, "com.apple.developer.mail-client"),
            DefaultAppScheme("mailto", .macOS, nil),
            DefaultAppScheme("tel", .iOS, "com.apple.developer.calling-app"),
            DefaultAppScheme("tel", .iOS, "com.apple.developer.dialing-app"),
        ],
        sharedSchemes: [SchemeKey("db-share"): "Dropbox"],
        placeholders: [SchemePlaceholder(text: "myapp", kind: .name, source: "a page")]
    )
}

extension KnownScheme {
    init(_ scheme: String, _ category: Category, _ platforms: PlatformSet, _ confidence: Confidence) {
        self.init(
            scheme: SchemeKey(scheme),
            category: category,
            owner: "someone",
            platforms: platforms,
            confidence: confidence,
            source: "a page"
        )
    }
}

extension DefaultAppScheme {
    init(_ scheme: String, _ platform: Platform, _ entitlement: String?) {
        self.init(scheme: SchemeKey(scheme), platform: platform, entitlement: entitlement, note: "", source: "a page")
    }
}

extension RegistryFolder {
    /// The bytes of the registry file; on a server, those of all rows and the transactions that wrote them.
    func bytes() throws -> [UInt8] {
        guard let server else { return [UInt8](try Data(contentsOf: file)) }
        let tables = try server.rows("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
        return try tables.flatMap { try server.rows("SELECT xmin::text, * FROM \($0)").sorted().joined().utf8 }
    }
}
