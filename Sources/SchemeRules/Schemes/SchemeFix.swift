import SchemeModel

/// The first character of a text that makes it an invalid scheme.
struct InvalidSchemeCharacter {
    /// The problem as a clause: `it contains '_'`.
    let phrase: String

    /// Finds the offending character in `text`; `nil` if there is none, or if the text is empty.
    init?(in text: String) {
        guard let index = SchemeGrammar.firstInvalidCharacter(in: text), index < text.endIndex else { return nil }
        let name = Self.name(of: text.unicodeScalars[index])
        phrase = index == text.startIndex ? "it begins with \(name) instead of a letter" : "it contains \(name)"
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let codePoint = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        switch scalar.properties.generalCategory {
        case _ where scalar == " ": return "a space"
        case _ where scalar == "\n" || scalar == "\r": return "a line break"
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
            return "the character \(codePoint)"
        default: return scalar.isASCII ? "'\(scalar)'" : "'\(scalar)' (\(codePoint))"
        }
    }
}

/// How to fix an invalid scheme.
enum SchemeFix: Hashable {
    /// Replace it with this scheme, which was certainly meant.
    case replace(String)
    /// Replace it with this scheme, which was meant, and which links must then begin with.
    case rename(String)
    /// Remove it, since the scheme that was meant is already declared.
    case remove(String)
    /// This was meant, but it belongs to the system.
    case owned(String)
    /// This was meant, but it belongs to another maker.
    case foreign(String, owner: String)
    /// It is a web address, which is declared elsewhere.
    case webAddress
    /// It is unclear what was meant.
    case advice

    /// Returns the fix for `declared`, an invalid scheme in a manifest that declares the schemes `claimed`; `nil` if it
    /// has no text.
    init?(of declared: Declaration, in manifest: Manifest, claimed: Set<SchemeKey>, knowledge: Knowledge) {
        guard let text = declared.scheme.resolved else { return nil }
        let trimmed = SchemeTextCleanup.trimmed(text)
        let head = SchemeTextCleanup.withoutRest(trimmed)
        if head.asciiLowercased == "http" || head.asciiLowercased == "https", head.utf8.count < trimmed.utf8.count {
            self = .webAddress
            return
        }
        let meant = Self.reversedClientID(head) ?? String(head.map { $0 == "_" ? "-" : $0 })
        guard SchemeGrammar.isScheme(meant) else {
            self = .advice
            return
        }
        let key = SchemeKey(meant)
        var scheme = declared.scheme
        scheme.resolved = meant
        scheme.state = .claimed
        if claimed.contains(key) {
            self = .remove(meant)
        } else if knowledge.known(key).contains(where: \.category.isReserved) {
            self = .owned(meant)
        } else if case .foreign(let maker, _) = SchemeClassification(
            scheme,
            in: declared.type,
            of: manifest,
            knowledge: knowledge
        ) {
            self = .foreign(meant, owner: maker.text)
        } else {
            // No link has worked so far. Only those with a different spelling have to change.
            let isRespelled = meant != head && Self.reversedClientID(head) == nil
            self = isRespelled ? .rename(meant) : .replace(meant)
        }
    }

    var hint: String {
        switch self {
        case .replace(let text): "replace it with '\(text)'"
        case .rename(let text): "replace it with '\(text)', and update links to begin with '\(text):'"
        case .remove(let text): "remove it; '\(text)' is already declared"
        case .owned(let text): "remove it; '\(text)' belongs to the system"
        case .foreign(let text, let owner):
            "remove it; '\(text)' belongs to \(owner); if the app queries it with canOpenURL, list it in LSApplicationQueriesSchemes"
        case .webAddress: "remove it; to open links to a website, use universal links and associated domains"
        case .advice: "a scheme must begin with a letter and contain only letters, digits, '+', '-' and '.'"
        }
    }

    /// Returns `com.googleusercontent.apps.123-abc` for `123-abc.apps.googleusercontent.com`; `nil` for anything else.
    private static func reversedClientID(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.dropFirst().elementsEqual(["apps", "googleusercontent", "com"]),
            let id = parts.first, id.utf8.first?.isDigit ?? false,
            id.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isLetterOrDigit })
        else { return nil }
        return "com.googleusercontent.apps.\(id)"
    }
}
