import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// Other people's broken binary property lists, those that break Foundation, and random ones.
@Suite struct BinaryHostileTests {
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

    /// Files that their authors refuse and the reader does not.
    private static let accepted: Set<String> = {
        var names: Set<String> = [
            // Python cannot hold these dates. They break nothing, and Foundation reads them.
            "cpython__invalidbin-invalid_datetime_Infinity_", "cpython__invalidbin-invalid_datetime_NaN_",
            "cpython__invalidbin-too_large_datetime_datetime_overflow_",
            "cpython__invalidbin-too_large_datetime_timedelta_overflow_",
            // A UID is of no use to a decoder of Swift values; the format has it.
            "swift-foundation__enc-uid",
        ]
        // Sets, which Python does not have. What is in a set is not looked at, so its references may be wrong.
        for count in 0..<15 { names.insert("cpython__unsupported-token-c" + String(count, radix: 16)) }
        return names
    }()

    @Test(.needsShared)
    func agreesWithTheAuthorsOfHostileFiles() throws {
        var disagreements: Set<String> = []
        let files = try PropertyCorpus.hostile("binary/")
        #expect(files.count > 300)
        for hostile in files {
            let isRead = Self.failure(try hostile.bytes()) == nil
            guard let expected = hostile.expect, isRead != (expected == "ok") else { continue }
            disagreements.insert(String(hostile.file.dropFirst("binary/".count)))
        }
        #expect(disagreements == Self.accepted)
    }

    private enum Outcome: Equatable {
        case read
        case malformed
        case overLimit(String)

        init(_ failure: PropertyListError?) {
            switch failure {
            case nil: self = .read
            case .malformed: self = .malformed
            case .overLimit(let what, _): self = .overLimit(what)
            }
        }
    }

    /// What comes of each file that breaks Foundation, by the beginning of its name: when everything is wanted, and when
    /// only the URL types are.
    private static let killers: [(name: String, all: Outcome, some: Outcome)] = [
        ("K01", .malformed, .malformed),
        ("K02", .malformed, .malformed),
        ("K03", .malformed, .malformed),
        ("K04", .malformed, .malformed),
        ("K05-", .malformed, .read),
        ("K05b-", .malformed, .read),
        ("K11", .read, .read),
        ("K12", .read, .read),
        ("K13", .overLimit("objects"), .overLimit("objects")),
        ("K14", .overLimit("objects"), .read),
        ("K15", .overLimit("objects"), .overLimit("objects")),
        ("K16", .overLimit("bytes of text"), .overLimit("bytes of text")),
        ("K17", .overLimit("objects"), .overLimit("objects")),
        ("K18", .read, .read),
        ("K19", .read, .read),
    ]

    @Test(.needsShared)
    func survivesWhatBreaksFoundation() throws {
        let wanted = WantedKeys(names: ["CFBundleURLTypes"])
        // Each of these files is far beyond any limit or within a tenth of it.
        var limits = Limits.standard
        limits.objectVisits /= 10
        limits.textBytes /= 10
        for hostile in try PropertyCorpus.hostile("killers/") where hostile.file.hasSuffix(".bplist") {
            let bytes = try hostile.bytes()
            let name = hostile.file.dropFirst("killers/".count)
            let expected = try #require(Self.killers.first { name.hasPrefix($0.name) }, "\(hostile.file)")
            #expect(Outcome(Self.failure(bytes, limits: limits)) == expected.all, "\(hostile.file)")
            #expect(Outcome(Self.failure(bytes, wanted: wanted, limits: limits)) == expected.some, "\(hostile.file)")
        }
    }

    /// Small files that hold every kind of object.
    private static let samples: [BinaryFile] = [
        BinaryFile([
            BinaryFile.dictionary([(1, 2), (3, 5), (4, 6)]),
            BinaryFile.ascii("CFBundleURLTypes"), BinaryFile.array([7, 7, 8, 9, 10]),
            BinaryFile.utf16([0xE9, 0xD83D, 0xDE00]), BinaryFile.ascii("a key of more than fifteen"),
            BinaryFile.data([1, 2, 3]), BinaryFile.integer(300, power: 1),
            BinaryFile.array([11, 12]), [0x09], BinaryFile.set([8]), [0x00],
            BinaryFile.date(804_211_199), BinaryFile.real(0.5), [0x80, 1],
        ]),
        BinaryFile((1...20).map { BinaryFile.array([$0, $0]) } + [BinaryFile.integer(1, power: 4)]),
        BinaryFile([BinaryFile.marker(0xA, 200) + [UInt8](repeating: 1, count: 200), BinaryFile.ascii("x")]),
    ]

    /// A reader that traps ends the test run; a reader that does not stop visits more than it may.
    @Test(arguments: 0..<TestScale.pick(2, torture: 8))
    func survivesRandomChanges(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var limits = Limits.standard
        limits.objectVisits = 500
        limits.depth = 16
        limits.textBytes = 4096
        var outcomes: [Bool: Int] = [:]
        for round in 0..<1500 {
            var sample = Self.samples[round % Self.samples.count]
            let other = Self.samples[round / 2 % Self.samples.count]
            let bytes: [UInt8]
            if round.isMultiple(of: 4) {
                bytes = sample.bytes.mutated(with: other.bytes, using: &generator)
            } else {
                // One object changes and the trailer stays right, or nothing would get past the trailer's checks.
                let index = Int.random(in: sample.objects.indices, using: &generator)
                let donor = other.objects.randomElement(using: &generator) ?? []
                sample.objects[index] = sample.objects[index].mutated(with: donor, using: &generator)
                bytes = sample.bytes
            }
            do {
                let document = try BinaryPropertyReader.read(bytes, wanted: .all, limits: limits)
                outcomes[true, default: 0] += 1
                #expect(Self.count(document.root) <= limits.objectVisits)
                #expect(Self.lastByte(document.root) <= bytes.count)
            } catch {
                guard let irregularity = error.irregularity else { continue }
                outcomes[false, default: 0] += 1
                #expect(irregularity.cause?.isEmpty == false)
                let element = irregularity.span.element
                #expect(element.byteOffset >= 0 && element.byteOffset + element.byteLength <= bytes.count)
            }
        }
        // Changes that never or always break the file would test nothing.
        #expect(outcomes[true, default: 0] > 100 && outcomes[false, default: 0] > 100)
    }

    private static func count(_ node: PropertyNode) -> Int {
        switch node.content {
        case .scalar: 1
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .dictionary(let members): members.reduce(1) { $0 + 1 + count($1.value) }
        }
    }

    private static func lastByte(_ node: PropertyNode) -> Int {
        let own = node.element.byteOffset + node.element.byteLength
        return switch node.content {
        case .scalar: own
        case .array(let elements): elements.reduce(own) { max($0, lastByte($1)) }
        case .dictionary(let members): members.reduce(own) { max($0, lastByte($1.value)) }
        }
    }
}
