/// Writes HTML and SVG.
///
/// Names of elements and attributes are constants of the program, and every other text is escaped: there is no way to
/// write a text from an input as markup, or as an address.
final class Markup {
    private let output: ByteOutput

    /// The maximum number of characters of a text, because text from an input has no other limit.
    static let textLimit = 2000

    init(to output: ByteOutput) { self.output = output }

    /// Writes `text`, escaped.
    ///
    /// - Throws: An error from the output.
    func text(_ text: String) throws { try output.write(Self.escaped(text)) }

    /// Writes `text`, escaped, in which a line may end after each slash of a path, or after each dot of an identifier.
    ///
    /// - Throws: An error from the output.
    func breakable(_ text: String) throws {
        let text = TextEscape.escaped(text, limit: Self.textLimit)
        let separator: Unicode.Scalar = text.unicodeScalars.contains("/") ? "/" : "."
        var rest = text.unicodeScalars[...]
        while let end = rest.dropLast().firstIndex(of: separator) {
            let next = rest.index(after: end)
            try self.text(String(rest[..<next]))
            try void("wbr")
            rest = rest[next...]
        }
        try self.text(String(rest))
    }

    /// Writes a constant as it is: a style sheet, a script or a separator.
    ///
    /// - Throws: An error from the output.
    func constant(_ text: StaticString) throws { try output.write(text) }

    /// Writes an element with its content.
    ///
    /// - Throws: An error from the output or from `content`.
    func element(_ name: StaticString, _ attributes: [Attribute] = [], _ content: () throws -> Void) throws {
        try open(name, attributes)
        try content()
        try output.write("</" as StaticString)
        try output.write(name)
        try output.write(">" as StaticString)
    }

    /// Writes an element that contains only `text`.
    ///
    /// - Throws: An error from the output.
    func element(_ name: StaticString, _ attributes: [Attribute] = [], text: String) throws {
        try element(name, attributes) { try self.text(text) }
    }

    /// Writes an element without content or end tag, such as `meta`.
    ///
    /// - Throws: An error from the output.
    func void(_ name: StaticString, _ attributes: [Attribute] = []) throws { try open(name, attributes) }

    /// Writes an SVG element without content, such as `path`.
    ///
    /// - Throws: An error from the output.
    func shape(_ name: StaticString, _ attributes: [Attribute]) throws {
        try start(name, attributes)
        try output.write("/>" as StaticString)
    }

    /// Writes a line break between elements.
    ///
    /// - Throws: An error from the output.
    func line() throws { try output.write("\n" as StaticString) }

    /// Passes everything on.
    ///
    /// - Throws: An error from the output.
    func flush() throws { try output.flush() }

    private func open(_ name: StaticString, _ attributes: [Attribute]) throws {
        try start(name, attributes)
        try output.write(">" as StaticString)
    }

    private func start(_ name: StaticString, _ attributes: [Attribute]) throws {
        try output.write("<" as StaticString)
        try output.write(name)
        for attribute in attributes {
            try output.write(" " as StaticString)
            try output.write(attribute.name)
            guard let value = attribute.value else { continue }
            try output.write("=\"" as StaticString)
            try output.write(Self.escaped(value))
            try output.write("\"" as StaticString)
        }
    }

    /// Returns `text` for content and for attributes in quotes, on one line, with invisible characters as `\u{1B}`.
    static func escaped(_ text: String) -> String {
        let plain = TextEscape.escaped(text, limit: textLimit)
        guard plain.utf8.contains(where: { $0 < 0x40 && special.contains($0) }) else { return plain }
        return plain.replacing { $0 == "'" ? "&#39;" : XMLEscape.reference(to: $0) }
    }

    private static let special = Set("&<>\"'".utf8)
}
