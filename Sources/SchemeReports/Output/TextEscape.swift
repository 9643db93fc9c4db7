import SchemeModel

/// Escapes text so that terminals and build logs don't interpret it as commands.
///
/// Reporters escape every text they print, whole messages included, so rules don't have to.
package enum TextEscape {
    /// Returns `text` on one line, with invisible and control characters written as `\u{1B}`.
    ///
    /// Build services search the output of tools for commands: GitHub for `::name::` at the start of a line, after
    /// white space, and for `##[name]` anywhere in it; Azure Pipelines for `##vso[name]` anywhere. A `::` at the start
    /// of `text` and a `##` that leads to a `[` are therefore escaped too. A backslash in the input is unchanged,
    /// because the result is for display; only JSON is exact.
    ///
    /// - Parameter limit: The number of Unicode scalars after which the rest is replaced by `...`.
    package static func escaped(_ text: String, limit: Int = .max) -> String {
        if text.utf8.count <= limit, text.utf8.allSatisfy(isPlain) { return text }
        var result = ""
        var count = 0
        var isBeginning = true
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index != scalars.endIndex {
            if count >= limit { return result + "..." }
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let opensCommand =
                (scalar == "#" && opensCommand(text.utf8[next...]))
                || (scalar == ":" && isBeginning && text.utf8[next...].first == UInt8(ascii: ":"))
            if isUnsafe(scalar) || opensCommand {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            isBeginning = isBeginning && scalar.properties.isWhitespace
            count += 1
            index = next
        }
        return result
    }

    /// Whether `scalar` can control a terminal, is invisible, or has no common meaning.
    ///
    /// These are control and format characters (including those that change the text direction), line and paragraph
    /// separators, private use characters, noncharacters, and default ignorables (variation selectors, tags, fillers).
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return true
        default:
            return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
                || blanks.contains(scalar.value)
        }
    }

    /// Letters and symbols that show nothing, although no property of Unicode says so: BRAILLE PATTERN BLANK, the
    /// blanks of Egyptian hieroglyphs, KHITAN SMALL SCRIPT FILLER and MUSICAL SYMBOL NULL NOTEHEAD.
    private static let blanks: Set<UInt32> = [0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159]

    /// Returns `scalar` as `\u{1B}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }

    /// Whether a `#` followed by `rest` starts a build service command: another `#`, letters, `[`.
    package static func opensCommand(_ rest: some Collection<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: "#") else { return false }
        return rest.dropFirst().prefix(16).first { !$0.isLetter } == UInt8(ascii: "[")
    }

    /// Whether a byte is a printable ASCII character that doesn't start a command.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "#")
    }
}

extension String {
    /// Returns the text with Unicode scalars replaced by the results of `replacement`, unless it is `nil`.
    ///
    /// Formats escape scalars instead of characters: a combining mark after a `%` makes both one `Character`, but
    /// parsers still see the `%`.
    func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
