/// How texts of an input are written so that no terminal and no build log takes them for commands.
///
/// Every text that a reporter prints goes through here, whole messages included, so no rule has to think of it.
package enum TextEscape {
    /// `text` on one line, with everything that is not seen or that steers a terminal written as `\u{1B}`.
    ///
    /// Build services look for commands in what a tool prints: GitHub takes `::name::` at the beginning of a line, after
    /// white space, and `##[name]` anywhere in it; Azure Pipelines `##vso[name]` anywhere. A `::` at the beginning of
    /// `text` and a `##` that leads to a `[` are therefore broken up, too. A backslash of the input stays as it is: the
    /// result is for reading, JSON is exact.
    ///
    /// - Parameter limit: the number of characters (Unicode scalars) after which the rest is replaced by `...`.
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

    /// Whether `scalar` steers a terminal, is not seen, or means something else to everybody: control and format
    /// characters (those that turn the direction of writing among them), line and paragraph separators, private use,
    /// noncharacters, and what Unicode calls default ignorable (variation selectors, tags, fillers).
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
        }
    }

    /// `scalar` as `\u{1B}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }

    /// Whether a `#` followed by `rest` opens a command of a build service: another `#`, letters, `[`.
    package static func opensCommand(_ rest: some Collection<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: "#") else { return false }
        return rest.dropFirst().prefix(16).first { !(0x61...0x7A).contains($0 | 0x20) } == UInt8(ascii: "[")
    }

    /// Whether a byte is a printable ASCII character that no command begins with.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "#")
    }
}

extension String {
    /// The text with each Unicode scalar replaced for which `replacement` gives a text. Formats escape scalars: a mark over
    /// a `%` makes both one `Character`, and no parser cares.
    func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
