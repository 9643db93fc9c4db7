import SchemeModel

/// The text of a program beside `app.json`, which gets the values of that file as `config`.
struct ExpoProgramText {
    private let text: [UInt8]
    private var index = 0
    /// The open brackets: `:` for an object that is the value of a key, and a backtick for `${`.
    private var open: [UInt8] = []
    /// The last character of code that isn't blank.
    private var last: UInt8 = 0
    /// The last word, if only colons and blanks follow it.
    private var word = 0..<0

    /// Returns whether a program with these bytes returns the values of `app.json`, and changes none that matter.
    ///
    /// A key that its text doesn't show may be any key.
    static func keepsValues(_ bytes: [UInt8]) -> Bool {
        var program = ExpoProgramText(text: bytes)
        return bytes.firstMention(of: ["...config"]) != nil && bytes.firstMention(of: deciding) == nil
            && !program.hasHiddenKeys()
    }

    /// Words that may change more than what the reader ignores.
    private static let deciding = [
        "ios", "scheme", "bundleIdentifier", "infoPlist", "InfoPlist", "associatedDomains", "ntitlements", "slug",
        "require", "import", "eval", "Function", "constructor", "Object", "Reflect", "JSON", "fetch",
        "\"expo\"", "'expo'", "\\",
    ]

    private init(text: [UInt8]) { self.text = text }

    /// Returns whether keys are computed, are copied from elsewhere, or can't be found because of other syntax.
    private mutating func hasHiddenKeys() -> Bool {
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case ...0x20: continue
            case UInt8(ascii: "/"):
                guard skipComment() else { return true }
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skip(to: [byte])
            case UInt8(ascii: "`"): skipTemplate()
            case UInt8(ascii: "."):
                guard text[index...].starts(with: "..".utf8) else { break }
                index += 2
                if open.last == UInt8(ascii: "{"), !isBeforeConfig { return true }
            case UInt8(ascii: "["):
                guard beginsList else { return true }
                open.append(byte)
            case UInt8(ascii: "("): open.append(byte)
            case UInt8(ascii: "{"):
                let isValue = last == UInt8(ascii: ":") && !text[word].elementsEqual("expo".utf8)
                open.append(isValue ? UInt8(ascii: ":") : byte)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard let bracket = open.popLast() else { return true }
                if bracket == UInt8(ascii: "`") { skipTemplate() }
            default: break
            }
            if byte.continuesName {
                word = (word.upperBound == index - 1 ? word.lowerBound : index - 1)..<index
            } else if byte != UInt8(ascii: ":") {
                word = index..<index
            }
            last = byte
        }
        return false
    }

    /// Whether `[` starts a list here, and not a key or a member.
    private var beginsList: Bool {
        if text[index...].first(where: { $0 > 0x20 }) == UInt8(ascii: "]") { return true }
        if last == UInt8(ascii: ",") { return open.last == UInt8(ascii: "[") || open.last == UInt8(ascii: "(") }
        return ":([=?>|&".utf8.contains(last)
    }

    /// Whether all values of `app.json` are copied here.
    private var isBeforeConfig: Bool {
        guard text[index...].starts(with: "config".utf8) else { return false }
        return text[(index + 6)...].first { $0 > 0x20 }.map(",})".utf8.contains) ?? false
    }

    /// Skips a comment; returns `false` for a division or a regular expression.
    private mutating func skipComment() -> Bool {
        guard index < text.count else { return false }
        if text[index] == UInt8(ascii: "/") {
            skip(to: [0x0A])
        } else if text[index] == UInt8(ascii: "*") {
            index += 1
            skip(to: Array("*/".utf8))
        } else {
            return false
        }
        return true
    }

    private mutating func skip(to end: [UInt8]) {
        index = text[index...].firstRange(of: end)?.upperBound ?? text.count
    }

    /// Skips the text of a template up to its end or to a `${`, after which code follows.
    private mutating func skipTemplate() {
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "`") { return }
            if byte == UInt8(ascii: "$"), index < text.count, text[index] == UInt8(ascii: "{") {
                index += 1
                return open.append(UInt8(ascii: "`"))
            }
        }
    }
}
