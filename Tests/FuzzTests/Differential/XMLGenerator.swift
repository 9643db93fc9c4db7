import TestSupport

/// Generates random XML property lists with everything that Apple's parsers accept.
struct XMLGenerator {
    private var dice: SeededGenerator

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    private static let words = [
        "a", "wallet", "CFBundleURLTypes", "é", "😀", "&amp;", "&lt;", "&#85;", "&#x1F600;", "<![CDATA[<&>]]>", " ",
        "\n\t", "\r\n", "]]>", ">", "&quot;", "&apos;", "ü&#0;", "<![CDATA[]]>", "&#27;",
    ]
    private static let numbers = [
        "0", "42", "123456789012345678", "1234567890123456789", "-1", "+7", "0x1f", " 12", "007", "9223372036854775807",
        "-9223372036854775808", "0XFF", "- 3",
    ]
    private static let reals = ["0", "1.5", "-.5", "1e3", "2.", "nan", "INF", "-infinity", "1E-300", " 4", "1&#46;5"]
    private static let gaps = ["", " ", "\n", "\r\n\t", "<!-- <key>x</key> -->", "<?pi <dict> ?>", "<!---->"]

    /// Returns a property list.
    mutating func list() -> [UInt8] { Array("<plist>\(value(depth: 0))</plist>".utf8) }

    /// Returns a property list with one byte changed, doubled or removed.
    mutating func damagedList() -> [UInt8] {
        var bytes = list()
        let index = Int.random(in: bytes.indices, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0:
            bytes[index] = dice.pick(["<", ">", "/", "&", "k", " ", ";", "!", "-", "]", "0", "#"]).utf8.first ?? 0
        case 1: bytes.insert(bytes[index], at: index)
        default: bytes.remove(at: index)
        }
        return bytes
    }

    private mutating func text() -> String {
        (0..<Int.random(in: 0...4, using: &dice)).map { _ in dice.pick(Self.words) }.joined()
    }

    private mutating func value(depth: Int) -> String {
        let gap = dice.pick(Self.gaps)
        switch Int.random(in: 0..<(depth > 4 ? 7 : 9), using: &dice) {
        case 0, 1: return gap + "<string>\(text())</string>"
        case 2: return gap + "<integer>\(dice.pick(Self.numbers))</integer>"
        case 3: return gap + "<real x='1'>\(dice.pick(Self.reals))</real >"
        case 4: return gap + dice.pick(["<true/>", "<false/>", "<true></true>", "<string/>", "<array/>", "<dict />"])
        case 5: return gap + "<data>\(dice.pick(["", "AA==", "AAEC", "\n QUJD\n", "!!!!", "A"]))</data>"
        case 6:
            return gap
                + "<date>\(dice.pick(["2026-11-21T00:00:00Z", "-1-01-01T99:00:00Z", "0001-13-40T00:00:61Z"]))</date>"
        case 7:
            let elements = (0..<Int.random(in: 0...5, using: &dice)).map { _ in value(depth: depth + 1) }
            return gap + "<array>\(elements.joined())\(dice.pick(Self.gaps))</array>"
        default:
            let members = (0..<Int.random(in: 0...6, using: &dice)).map { _ in
                "\(dice.pick(Self.gaps))<key>\(text())</key>\(value(depth: depth + 1))"
            }
            return gap + "<dict>\(members.joined())\(dice.pick(Self.gaps))</dict>"
        }
    }
}
