import Foundation
import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// Other people's OpenStep files, Foundation's opinion of them, and random ones.
@Suite struct OpenStepHostileTests {
    private static func failure(_ bytes: [UInt8]) -> PropertyListError? {
        do {
            _ = try OpenStepPropertyReader.read(bytes, wanted: .all, limits: .standard)
            return nil
        } catch {
            return error
        }
    }

    /// Files that Foundation reads and the reader refuses, each on purpose.
    private static let refused: Set<String> = [
        // Nothing but comments or spaces, which Foundation takes for an empty dictionary.
        "dd-plist__github-issue73-5.plist", "go-plist__invalidtext-Truncated_block_comment",
        "nanaimo__parse-error-11", "xcbuild__ascii-4",
        // A word without quotes, which any text could begin with.
        "nanaimo__parse-error-12", "xcbuild__ascii-1",
    ]

    @Test(.needsShared)
    func agreesWithFoundation() throws {
        var disagreements: Set<String> = []
        let files = try PropertyCorpus.hostile("openstep/")
        #expect(files.count > 100)
        for hostile in files {
            let bytes = try hostile.bytes()
            let theirs = Self.foundation(bytes)
            do {
                let document = try OpenStepPropertyReader.read(bytes, wanted: .all, limits: .standard)
                #expect(Plain.value(document.root) == theirs, "\(hostile.file)")
            } catch {
                if theirs != nil { disagreements.insert(String(hostile.file.dropFirst("openstep/".count))) }
            }
        }
        #expect(disagreements == Self.refused)
    }

    private static func foundation(_ bytes: [UInt8]) -> PropertyValue? {
        let value = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        return value.flatMap { Plain.value(foundation: $0) }
    }

    /// No file that its authors call broken is read. Some that they read are refused: they leave out the last `;` or
    /// the digits of a byte, or hold bytes that are no text outside quotes.
    @Test(.needsShared)
    func refusesWhatTheAuthorsRefuse() throws {
        var refused: [String] = []
        for hostile in try PropertyCorpus.hostile("openstep/") {
            let isRead = Self.failure(try hostile.bytes()) == nil
            if hostile.expect == "error" { #expect(!isRead, "\(hostile.file)") }
            if hostile.expect == "ok", !isRead { refused.append(String(hostile.file.dropFirst("openstep/".count))) }
        }
        #expect(
            refused == [
                "nanaimo__parse-ok-02", "nanaimo__parse-ok-03", "nanaimo__parse-ok-07", "nanaimo__parse-ok-08",
                "nanaimo__parse-ok-09", "nanaimo__parse-ok-10",
            ]
        )
    }

    /// Whatever stands in a file of another kind, the reader ends without a crash and says why and where.
    @Test(
        .needsShared,
        arguments: ["binary/", "xml/", "killers/"]
    )
    func refusesOtherFormats(kind: String) throws {
        for hostile in try PropertyCorpus.hostile(kind) {
            let bytes = try hostile.bytes()
            guard case .malformed(let irregularity)? = Self.failure(bytes) else { continue }
            let element = irregularity.span.element
            #expect(element.byteOffset >= 0 && element.byteOffset + element.byteLength <= bytes.count)
        }
    }

    private static let samples: [[UInt8]] = [
        Array("// !$*UTF8*$!\n{ a = \"é\\U00e9\\n\\012\"; 'b c' = (d, <0a 0B>, {}, ()); /* e */ f; }".utf8),
        Array("\"k\" = \"v\"; k2 = (\"\\UD83D\\UDE00\", 'x'); {".utf8.dropLast(2)),
        [0xFE, 0xFF] + "{ a = (b, \"c😀\"); a = x; }".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        Array("((((a), b), <00>), { x = { y = { z = \"\"; }; }; },)".utf8),
    ]

    /// A reader that traps ends the test run. What it reads must be what Foundation reads.
    @Test(arguments: 0..<TestScale.pick(2, torture: 4))
    func survivesRandomChanges(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var limits = Limits.standard
        limits.objectVisits = 100
        var outcomes: [Bool: Int] = [:]
        for round in 0..<1000 {
            let sample = Self.samples[round % Self.samples.count]
            let other = Self.samples.randomElement(using: &generator) ?? sample
            let bytes = sample.mutated(with: other, using: &generator)
            do {
                let document = try OpenStepPropertyReader.read(bytes, wanted: .all, limits: limits)
                outcomes[true, default: 0] += 1
                // Foundation refuses a file for one byte that is no text, be it in a comment.
                let isText = bytes.starts(with: [0xFE, 0xFF]) || String(bytes: bytes, encoding: .utf8) != nil
                if isText { #expect(Plain.value(document.root) == Self.foundation(bytes), "\(bytes)") }
            } catch {
                guard let irregularity = error.irregularity else { continue }
                outcomes[false, default: 0] += 1
                #expect(irregularity.cause?.isEmpty == false)
                let element = irregularity.span.element
                #expect(element.byteOffset >= 0 && element.byteOffset + element.byteLength <= bytes.count)
            }
        }
        // Changes that never or always break the text would test nothing.
        #expect(outcomes[true, default: 0] > 30 && outcomes[false, default: 0] > 100)
    }
}
