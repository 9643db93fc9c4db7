/// Writes one JSON text piece by piece: always valid UTF-8, keys in the order in which they are written, two spaces for
/// each level. Small objects are written on one line, so that a report stays readable where it is pasted.
///
/// - Source: RFC 8259.
package struct JSONWriter {
    private let output: ByteOutput
    private var levels: [Level] = []
    private var isAfterKey = false

    private struct Level {
        let closing: StaticString
        let isInline: Bool
        var isEmpty = true
    }

    package init(to output: ByteOutput) {
        self.output = output
    }

    // MARK: Containers

    /// Opens an object, on one line if `inline` or inside something that is.
    package mutating func openObject(inline: Bool = false) throws { try open("{", "}", inline) }

    /// Opens an array, on one line if `inline` or inside something that is.
    package mutating func openArray(inline: Bool = false) throws { try open("[", "]", inline) }

    /// Closes what was opened last; the outermost with a line end.
    package mutating func close() throws {
        guard let level = levels.popLast() else { return }
        if !level.isEmpty, !level.isInline { try breakLine() }
        try output.write(level.closing)
        if levels.isEmpty { try output.write("\n", count: 1) }
    }

    /// Writes an object whose members `body` writes.
    package mutating func object(inline: Bool = false, _ body: (inout JSONWriter) throws -> Void) throws {
        try openObject(inline: inline)
        try body(&self)
        try close()
    }

    /// Writes an array of what `body` writes for each element.
    package mutating func array<Elements: Sequence>(
        _ elements: Elements,
        inline: Bool = false,
        _ body: (inout JSONWriter, Elements.Element) throws -> Void
    ) throws {
        try openArray(inline: inline)
        for element in elements { try body(&self, element) }
        try close()
    }

    // MARK: Members

    /// Writes the key of the value that is written next.
    package mutating func key(_ key: StaticString) throws {
        try beginItem()
        try output.write("\"" as StaticString)
        try output.write(key)
        try output.write("\": " as StaticString)
        isAfterKey = true
    }

    /// Writes a member: a text, `null` for `nil`.
    package mutating func member(_ name: StaticString, _ value: String?) throws {
        try key(name)
        try self.value(value)
    }

    /// Writes a member: a number, `null` for `nil`.
    package mutating func member(_ name: StaticString, _ value: Int?) throws {
        try key(name)
        try beginItem()
        guard let value else { return try output.write("null" as StaticString) }
        try output.write(String(value))
    }

    /// Writes a member: `true` or `false`.
    package mutating func member(_ name: StaticString, _ value: Bool) throws {
        try key(name)
        try beginItem()
        try output.write(value ? "true" : "false" as StaticString)
    }

    /// Writes a member: an array of texts on one line.
    package mutating func member(_ name: StaticString, _ values: [String]) throws {
        try key(name)
        try array(values, inline: true) { try $0.value($1) }
    }

    /// Writes a text, `null` for `nil`.
    package mutating func value(_ text: String?) throws {
        try beginItem()
        guard let text else { return try output.write("null" as StaticString) }
        try output.write("\"" as StaticString)
        try output.write(Self.escaped(text))
        try output.write("\"" as StaticString)
    }

    // MARK: Texts

    /// `text` as it stands between the quotes of a JSON string.
    ///
    /// Besides what JSON demands, everything that a terminal would obey or not show is written as `\u001b`, beyond
    /// U+FFFF as a surrogate pair, and a `#` after another one, with which build services begin commands.
    package static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var result = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                result += "\\"
                result.unicodeScalars.append(scalar)
            } else if TextEscape.isUnsafe(scalar) || (scalar == "#" && previous == "#") {
                for unit in UTF16.encode(scalar) ?? .init() { result += escape(unit) }
            } else {
                result.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return result
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            && byte != UInt8(ascii: "#")
    }

    // MARK: Layout

    private mutating func open(_ opening: StaticString, _ closing: StaticString, _ inline: Bool) throws {
        try beginItem()
        try output.write(opening)
        levels.append(Level(closing: closing, isInline: inline || levels.last?.isInline == true))
    }

    /// Writes what separates the next item from what is before it; nothing between a key and its value.
    private mutating func beginItem() throws {
        if isAfterKey {
            isAfterKey = false
            return
        }
        guard let level = levels.last else { return }
        if level.isEmpty {
            levels[levels.count - 1].isEmpty = false
        } else {
            try output.write(level.isInline ? ", " : "," as StaticString)
        }
        if !level.isInline { try breakLine() }
    }

    private func breakLine() throws {
        try output.write("\n", count: 1)
        try output.write(" ", count: 2 * levels.count)
    }
}
