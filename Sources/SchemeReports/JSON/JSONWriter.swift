/// Writes a JSON document incrementally: valid UTF-8, keys in the order of the calls, two spaces per level.
///
/// Small objects are written on one line to keep reports readable.
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

    /// Opens an object, on one line if `inline` or inside an inline container.
    package mutating func openObject(inline: Bool = false) throws { try open("{", "}", inline) }

    /// Opens an array, on one line if `inline` or inside an inline container.
    package mutating func openArray(inline: Bool = false) throws { try open("[", "]", inline) }

    /// Closes the innermost open container, and adds a line end after the outermost one.
    package mutating func close() throws {
        guard let level = levels.popLast() else { return }
        if !level.isEmpty, !level.isInline { try breakLine() }
        try output.write(level.closing)
        if levels.isEmpty { try output.write("\n", count: 1) }
    }

    /// Writes an object with the members that `body` writes.
    package mutating func object(inline: Bool = false, _ body: (inout JSONWriter) throws -> Void) throws {
        try openObject(inline: inline)
        try body(&self)
        try close()
    }

    /// Writes an array with the values that `body` writes for each element.
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

    /// Writes the key of the next value.
    package mutating func key(_ key: StaticString) throws {
        try beginItem()
        try output.write("\"" as StaticString)
        try output.write(key)
        try output.write("\": " as StaticString)
        isAfterKey = true
    }

    /// Writes a member with a string, or `null` for `nil`.
    package mutating func member(_ name: StaticString, _ value: String?) throws {
        try key(name)
        try self.value(value)
    }

    /// Writes a member with a number, or `null` for `nil`.
    package mutating func member(_ name: StaticString, _ value: Int?) throws {
        try key(name)
        try beginItem()
        guard let value else { return try output.write("null" as StaticString) }
        try output.write(String(value))
    }

    /// Writes a member with `true` or `false`.
    package mutating func member(_ name: StaticString, _ value: Bool) throws {
        try key(name)
        try beginItem()
        try output.write(value ? "true" : "false" as StaticString)
    }

    /// Writes a member with an array of strings on one line.
    package mutating func member(_ name: StaticString, _ values: [String]) throws {
        try key(name)
        try array(values, inline: true) { try $0.value($1) }
    }

    /// Writes a string, or `null` for `nil`.
    package mutating func value(_ text: String?) throws {
        try beginItem()
        guard let text else { return try output.write("null" as StaticString) }
        try output.write("\"" as StaticString)
        try output.write(Self.escaped(text))
        try output.write("\"" as StaticString)
    }

    // MARK: Texts

    /// Returns `text` escaped for the inside of a JSON string.
    ///
    /// In addition to the characters that JSON requires, this escapes control and invisible characters as `\u001b`
    /// (beyond U+FFFF as a surrogate pair), and a `#` after another one, because build services use `##` for commands.
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

    /// Writes the separator before the next item; writes nothing between a key and its value.
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
