import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite struct BinaryPropertyReaderTests {
    private static func read(
        _ file: BinaryFile,
        wanted: WantedKeys = .all,
        limits: Limits = .standard
    ) throws(PropertyListError) -> PropertyDocument {
        try BinaryPropertyReader.read(file.bytes, wanted: wanted, limits: limits)
    }

    private static func failure(
        _ bytes: [UInt8],
        wanted: WantedKeys = .all,
        limits: Limits = .standard
    ) -> PropertyListError? {
        do {
            _ = try BinaryPropertyReader.read(bytes, wanted: wanted, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Values

    static let scalars: [(object: [UInt8], value: PropertyValue)] = [
        ([0x00], .other("null")),
        ([0x08], .boolean(false)),
        ([0x09], .boolean(true)),
        (BinaryFile.integer(0xFF, power: 0), .integer(255)),
        (BinaryFile.integer(0xFFFF, power: 1), .integer(65_535)),
        (BinaryFile.integer(0xFFFF_FFFF, power: 2), .integer(4_294_967_295)),
        (BinaryFile.integer(.max, power: 3), .integer(-1)),
        (BinaryFile.integer(1 << 63, power: 3), .integer(.min)),
        (BinaryFile.integer(7, power: 4), .integer(7)),
        ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
        (BinaryFile.integer(.max, power: 4), .real(0x1p64)),
        ([0x14, 0x80] + [UInt8](repeating: 0, count: 15), .real(-0x1p127)),
        ([0x22, 0x3F, 0xC0, 0, 0], .real(1.5)),
        (BinaryFile.real(-0.1), .real(-0.1)),
        (BinaryFile.real(.nan), .other("a number that is not finite")),
        ([0x22, 0x7F, 0x80, 0, 0], .other("a number that is not finite")),
        (BinaryFile.data([]), .data(count: 0)),
        (BinaryFile.data([UInt8](repeating: 1, count: 200)), .data(count: 200)),
        (BinaryFile.ascii(""), .string("")),
        (BinaryFile.ascii("wallet"), .string("wallet")),
        (BinaryFile.ascii("fifteen letters"), .string("fifteen letters")),
        (BinaryFile.utf16([0xE9, 0xD83D, 0xDE00, 0xFFFD]), .string("é😀\u{FFFD}")),
        ([0x80, 7], .other("a UID")),
        ([0x87, 0, 0, 0, 0, 0, 0, 0, 7], .other("a UID")),
        (BinaryFile.set([0]), .other("a set")),
        (BinaryFile.array([]), .array([])),
        (BinaryFile.dictionary([]), .dictionary([])),
    ]

    @Test(arguments: scalars)
    func readsValues(object: [UInt8], value: PropertyValue) throws {
        let document = try Self.read(BinaryFile([object]))
        #expect(Plain.value(document.root) == value)
        #expect(document.root.element == SourceRange(byteOffset: 8, byteLength: object.count))
        #expect(document.irregularities.isEmpty)
        #expect(document.rootKeys.isEmpty)
        #expect(document.format == .binary)
    }

    static let dates: [(seconds: Double, value: PropertyValue)] = [
        (0, .date("2001-01-01T00:00:00Z")),
        (-1, .date("2000-12-31T23:59:59Z")),
        (-0.5, .date("2000-12-31T23:59:59Z")),
        (-978_307_200, .date("1970-01-01T00:00:00Z")),
        (-26_524_800, .date("2000-02-29T00:00:00Z")),
        (804_211_199, .date("2026-06-26T23:59:59Z")),
        (-63_113_904_000, .date("0001-01-01T00:00:00Z")),
        (252_423_993_599, .date("9999-12-31T23:59:59Z")),
        (252_423_993_600, .other("a date beyond the calendar")),
        (-63_113_904_001, .other("a date beyond the calendar")),
        (1e300, .other("a date beyond the calendar")),
        (.nan, .other("a date beyond the calendar")),
        (-.infinity, .other("a date beyond the calendar")),
    ]

    @Test(arguments: dates)
    func readsDates(seconds: Double, value: PropertyValue) throws {
        #expect(Plain.value(try Self.read(BinaryFile([BinaryFile.date(seconds)])).root) == value)
    }

    @Test(arguments: ["bplist00", "bplist01", "bplist0z"])
    func readsEveryVersion0(header: String) throws {
        var file = BinaryFile([BinaryFile.ascii("x")])
        file.header = Array(header.utf8)
        #expect(Plain.value(try Self.read(file).root) == .string("x"))
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 16, 255])
    func readsNumbersOfEverySize(size: Int) throws {
        var file = BinaryFile([BinaryFile.marker(0xA, 1) + BinaryFile.number(1, size: size), BinaryFile.ascii("x")])
        file.referenceSize = size
        file.offsetSize = size
        #expect(Plain.value(try Self.read(file).root) == .array([.string("x")]))
    }

    // MARK: Places

    /// `{ CFBundleURLTypes = ( { Schemes = ( ACME, acme, ACME ) } ); Other = … }`
    private static let manifest = BinaryFile([
        BinaryFile.dictionary([(1, 2), (9, 8)]),
        BinaryFile.ascii("CFBundleURLTypes"),
        BinaryFile.array([3]),
        BinaryFile.dictionary([(4, 5)]),
        BinaryFile.ascii("Schemes"),
        BinaryFile.array([6, 7, 6]),
        BinaryFile.ascii("ACME"),
        BinaryFile.utf16([0x61]),
        BinaryFile.array([8]),
        BinaryFile.ascii("Other"),
    ])

    private static func range(_ object: Int) -> SourceRange {
        SourceRange(byteOffset: manifest.offset(object), byteLength: manifest.objects[object].count)
    }

    @Test func showsThePlacesOfValues() throws {
        let document = try Self.read(Self.manifest, wanted: WantedKeys(names: ["CFBundleURLTypes"]))
        let scheme = PropertyNode(
            .scalar(.string("ACME")),
            element: Self.range(6),
            text: SourceRange(byteOffset: Self.manifest.offset(6) + 1, byteLength: 4)
        )
        let other = PropertyNode(
            .scalar(.string("a")),
            element: Self.range(7),
            text: SourceRange(byteOffset: Self.manifest.offset(7) + 1, byteLength: 2)
        )
        let schemes = PropertyNode(.array([scheme, other, scheme]), element: Self.range(5))
        let type = PropertyNode(
            .dictionary([.init(key: "Schemes", keyRange: Self.range(4), value: schemes)]),
            element: Self.range(3)
        )
        let types = PropertyNode(.array([type]), element: Self.range(2))
        let member = PropertyNode.Member(key: "CFBundleURLTypes", keyRange: Self.range(1), value: types)
        #expect(document.root == PropertyNode(.dictionary([member]), element: Self.range(0)))
    }

    /// The array of object 8 contains itself; nobody wants it, so nobody looks.
    @Test func looksOnlyAtWhatIsWanted() throws {
        let document = try Self.read(Self.manifest, wanted: WantedKeys(names: ["CFBundleURLTypes"]))
        #expect(document.rootKeys == ["CFBundleURLTypes", "Other"])
        let cause = Self.failure(Self.manifest.bytes)?.irregularity
        #expect(cause?.cause == "the container at byte \(Self.manifest.offset(8)) contains itself")
        #expect(cause?.span.keyPath == "Other[0]")
    }

    @Test func wantsByPrefix() throws {
        let document = try Self.read(Self.manifest, wanted: WantedKeys(names: [], prefixes: ["CFBundle"]))
        guard case .dictionary(let members) = document.root.content else {
            Issue.record("the root is no dictionary")
            return
        }
        #expect(members.map(\.key) == ["CFBundleURLTypes"])
    }

    // MARK: Irregularities

    @Test func lastOfEqualKeysCounts() throws {
        let file = BinaryFile([
            BinaryFile.dictionary([(1, 2), (3, 4), (5, 6)]),
            BinaryFile.ascii("a"), BinaryFile.ascii("first"),
            BinaryFile.ascii("b"), BinaryFile.ascii("between"),
            BinaryFile.utf16([0x61]), BinaryFile.ascii("last"),
        ])
        let document = try Self.read(file)
        #expect(
            Plain.value(document.root)
                == .dictionary([.init(key: "a", value: .string("last")), .init(key: "b", value: .string("between"))])
        )
        #expect(document.rootKeys == ["b", "a"])
        let duplicate = try #require(document.irregularities.first)
        #expect(document.irregularities.count == 1)
        #expect(duplicate.kind == .duplicateKey)
        #expect(duplicate.subject == "a")
        #expect(duplicate.span.keyPath == "a")
        #expect(duplicate.span.key?.byteOffset == file.offset(5))
        #expect(duplicate.span.element.byteOffset == file.offset(6))
        #expect(duplicate.related?.byteOffset == file.offset(1))
    }

    /// More members than are searched one by one, each key twice.
    @Test func findsEveryDuplicateOfManyKeys() throws {
        let keys = (1...40).map { BinaryFile.ascii("key\($0)") }
        let members = (1...40).map { (key: UInt8($0), value: UInt8($0)) }
        var file = BinaryFile([BinaryFile.dictionary(members + members)] + keys)
        file.offsetSize = 2
        let document = try Self.read(file)
        #expect(document.irregularities.map(\.subject) == (1...40).map { "key\($0)" })
        #expect(document.rootKeys.count == 40)
    }

    @Test func recordsDuplicatesOfUnwantedKeys() throws {
        let file = BinaryFile([BinaryFile.dictionary([(1, 0), (1, 0)]), BinaryFile.ascii("a")])
        let document = try Self.read(file, wanted: WantedKeys(names: ["b"]))
        #expect(document.irregularities.map(\.subject) == ["a"])
        #expect(document.rootKeys == ["a"])
    }

    @Test func recordsNoMoreDuplicatesThanTheLimit() throws {
        var limits = Limits.standard
        limits.irregularities = 3
        let members = (0..<100).map { _ in (key: UInt8(1), value: UInt8(1)) }
        let file = BinaryFile([BinaryFile.dictionary(members), BinaryFile.ascii("a")])
        #expect(try Self.read(file, limits: limits).irregularities.count == 3)
    }

    @Test(arguments: [
        (
            BinaryFile.utf16([0x61, 0xD83D]), 3,
            "the UTF-16 code unit 0xD83D is an unpaired surrogate"
        ),
        (BinaryFile.utf16([0xE9, 0xDE00, 0x61]), 3, "the UTF-16 code unit 0xDE00 is an unpaired surrogate"),
        (BinaryFile.utf16([0xDE00, 0xD83D]), 1, "the UTF-16 code unit 0xDE00 is an unpaired surrogate"),
        ([0x52, 0x61, 0xE9], 2, "the string at byte 15 is marked as ASCII, but contains 0xE9"),
    ])
    func rejectsInvalidText(object: [UInt8], offset: Int, cause: String) throws {
        let file = BinaryFile([BinaryFile.dictionary([(1, 2)]), BinaryFile.ascii("key"), object])
        let failure = #expect(throws: PropertyListError.self) { try Self.read(file) }
        let irregularity = try #require(failure?.irregularity)
        #expect(irregularity.cause?.hasPrefix(cause) == true, "\(irregularity.cause ?? "")")
        #expect(irregularity.span.keyPath == "key")
        #expect(irregularity.span.element.byteOffset == file.offset(2) + offset)
    }

    @Test func rejectsInvalidTextInKeys() throws {
        let file = BinaryFile([BinaryFile.dictionary([(1, 2)]), [0x51, 0xFF], BinaryFile.ascii("x")])
        let failure = #expect(throws: PropertyListError.self) { try Self.read(file) }
        #expect(failure?.irregularity?.span.element.byteOffset == file.offset(1) + 1)
    }

    /// 1,000 irregularities with a way of many long keys each must not take gigabytes.
    @Test func keepsKeyPathsShort() throws {
        let long = BinaryFile.ascii(String(repeating: "k", count: 5000))
        let levels = 100
        let dictionaries = (1...levels).map { BinaryFile.dictionary([(0, UInt8($0 + 1))]) }
        var file = BinaryFile([long] + dictionaries + [BinaryFile.dictionary([(0, 0), (0, 0)])], root: 1)
        file.offsetSize = 2
        let document = try Self.read(file)
        let path = try #require(document.irregularities.first?.span.keyPath)
        #expect(path.hasSuffix("…"))
        #expect(path.utf8.count < 1500)
    }

    // MARK: Limits

    @Test func countsObjectsAsOftenAsTheyAreReferredTo() {
        let objects = [BinaryFile.array([1, 1, 1, 1]), BinaryFile.array([2, 2, 2, 2]), [0x09]]
        var limits = Limits.standard
        limits.objectVisits = 21
        #expect(Self.failure(BinaryFile(objects).bytes, limits: limits) == nil)
        limits.objectVisits = 20
        #expect(Self.failure(BinaryFile(objects).bytes, limits: limits) == .overLimit(what: "objects", limit: 20))
    }

    @Test func boundsDepth() {
        let nested = (1...4).map { BinaryFile.array([UInt8($0)]) } + [[0x09]]
        var limits = Limits.standard
        limits.depth = 4
        #expect(Self.failure(BinaryFile(nested).bytes, limits: limits) == nil)
        limits.depth = 3
        let failure = Self.failure(BinaryFile(nested).bytes, limits: limits)
        #expect(failure == .overLimit(what: "levels of nesting", limit: 3))
    }

    @Test func boundsText() {
        let file = BinaryFile([BinaryFile.array([1, 1, 2]), BinaryFile.ascii("four"), BinaryFile.utf16([0xE9])])
        var limits = Limits.standard
        limits.textBytes = 10
        #expect(Self.failure(file.bytes, limits: limits) == nil)
        limits.textBytes = 9
        #expect(Self.failure(file.bytes, limits: limits) == .overLimit(what: "bytes of text", limit: 9))
    }
}
