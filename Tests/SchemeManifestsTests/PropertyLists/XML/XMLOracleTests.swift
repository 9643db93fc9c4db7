import Foundation
import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// Property lists made at random, read by us and as a whole by Foundation.
struct XMLOracleTests {
    static let words = [
        "a", "wallet", "CFBundleURLTypes", "é", "😀", "&amp;", "&lt;", "&#85;", "&#x1F600;", "<![CDATA[<&>]]>", " ",
        "\n\t", "\r\n",
        "]]>", ">", "&quot;", "&apos;", "ü&#0;", "<![CDATA[]]>", "&#27;",
    ]
    static let numbers = [
        "0", "42", "123456789012345678", "1234567890123456789", "-1", "+7", "0x1f", " 12", "007", "9223372036854775807",
        "-9223372036854775808", "0XFF", "- 3",
    ]
    static let reals = ["0", "1.5", "-.5", "1e3", "2.", "nan", "INF", "-infinity", "1E-300", " 4", "1&#46;5"]
    static let gaps = ["", " ", "\n", "\r\n\t", "<!-- <key>x</key> -->", "<?pi <dict> ?>", "<!---->"]

    private func text(_ dice: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...4, using: &dice)).map { _ in dice.pick(Self.words) }.joined()
    }

    private func value(_ dice: inout SeededGenerator, depth: Int) -> String {
        let gap = dice.pick(Self.gaps)
        switch Int.random(in: 0..<(depth > 4 ? 7 : 9), using: &dice) {
        case 0, 1: return gap + "<string>\(text(&dice))</string>"
        case 2: return gap + "<integer>\(dice.pick(Self.numbers))</integer>"
        case 3: return gap + "<real x='1'>\(dice.pick(Self.reals))</real >"
        case 4: return gap + dice.pick(["<true/>", "<false/>", "<true></true>", "<string/>", "<array/>", "<dict />"])
        case 5: return gap + "<data>\(dice.pick(["", "AA==", "AAEC", "\n QUJD\n", "!!!!", "A"]))</data>"
        case 6:
            return gap
                + "<date>\(dice.pick(["2026-11-21T00:00:00Z", "-1-01-01T99:00:00Z", "0001-13-40T00:00:61Z"]))</date>"
        case 7:
            let elements = (0..<Int.random(in: 0...5, using: &dice)).map { _ in value(&dice, depth: depth + 1) }
            return gap + "<array>\(elements.joined())\(dice.pick(Self.gaps))</array>"
        default:
            let members = (0..<Int.random(in: 0...6, using: &dice)).map { _ in
                "\(dice.pick(Self.gaps))<key>\(text(&dice))</key>\(value(&dice, depth: depth + 1))"
            }
            return gap + "<dict>\(members.joined())\(dice.pick(Self.gaps))</dict>"
        }
    }

    @Test func valuesAreThoseOfFoundation() throws {
        for seed in 0..<1_500 {
            var dice = SeededGenerator(seed: UInt64(seed))
            let text = "<plist>\(value(&dice, depth: 0))</plist>"
            let reading = Reading(text)
            let theirs = try PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
            let root = try #require(reading.document?.root, "\(seed): \(text) \(reading.malformed?.cause ?? "")")
            #expect(Oracle.agree(root, theirs), "\(seed): \(text)")
        }
    }

    /// Strings of ASCII alone are taken as they stand.
    @Test func everyCharacterOfASCIIIsThatOfFoundation() throws {
        for scalar in (0 as UInt8)..<0x80 where scalar != UInt8(ascii: "<") && scalar != UInt8(ascii: "&") {
            let text = "<plist><string>a\(Character(Unicode.Scalar(scalar)))b</string></plist>"
            let theirs = try PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
            let root = try #require(Reading(text).document?.root, "\(scalar)")
            #expect(Oracle.agree(root, theirs), "\(scalar)")
        }
    }

    /// One byte of a sound list is changed, doubled or taken out: what Foundation then refuses we refuse as well, and
    /// what we read it reads alike. The other way we may be stricter.
    @Test func damagedListsAreNotReadInAnotherWay() throws {
        var read = 0
        for seed in 0..<3_000 {
            var dice = SeededGenerator(seed: UInt64(seed) &+ 1 << 32)
            var bytes = Array("<plist>\(value(&dice, depth: 0))</plist>".utf8)
            let index = Int.random(in: bytes.indices, using: &dice)
            switch Int.random(in: 0..<3, using: &dice) {
            case 0:
                bytes[index] = dice.pick(["<", ">", "/", "&", "k", " ", ";", "!", "-", "]", "0", "#"]).utf8.first ?? 0
            case 1: bytes.insert(bytes[index], at: index)
            default: bytes.remove(at: index)
            }
            let reading = Reading(bytes)
            guard let root = reading.document?.root else {
                #expect(reading.malformed?.cause != "Foundation reads its values differently")
                continue
            }
            read += 1
            var format = PropertyListSerialization.PropertyListFormat.xml
            let theirs = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(theirs.map { Oracle.agree(root, $0) } ?? false, "\(seed): \(text)")
        }
        #expect(read > 300)
    }
}
