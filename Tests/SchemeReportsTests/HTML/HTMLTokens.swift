import Testing

/// The tags and texts of an HTML document, read strictly: every attribute value is in double quotes, and no text contains
/// a character that begins markup.
struct HTMLTokens {
    /// A tag with the names and decoded values of its attributes.
    struct Tag: Hashable {
        let name: String
        let attributes: [String: String]
    }

    private(set) var tags: [Tag] = []
    /// The decoded texts, without those of scripts and style sheets.
    private(set) var texts: [String] = []
    /// The contents of scripts and style sheets.
    private(set) var raw: [String: [String]] = [:]

    init(_ document: String) throws {
        let prologue = "<!DOCTYPE html>\n"
        try #require(document.hasPrefix(prologue))
        var rest = Array(document.unicodeScalars)[prologue.unicodeScalars.count...]
        var open: [String] = []
        while let first = rest.first {
            guard first == "<" else {
                let text = rest.prefix { $0 != "<" }
                try #require(!text.contains(">"), "a bracket in text")
                texts.append(try Self.decoded(text))
                rest = rest.dropFirst(text.count)
                continue
            }
            if rest.starts(with: "</".unicodeScalars) {
                let name = Self.string(rest.dropFirst(2).prefix { $0 != ">" })
                try #require(open.popLast() == name, "\(name) ends, but is not open")
                rest = rest.dropFirst(name.unicodeScalars.count + 3)
                continue
            }
            let (tag, isClosed) = try Self.tag(&rest)
            tags.append(tag)
            if ["script", "style"].contains(tag.name) {
                let end = Array("</\(tag.name)>".unicodeScalars)
                var content: [Unicode.Scalar] = []
                while !rest.starts(with: end) {
                    let next = rest.popFirst()
                    content.append(try #require(next, "\(tag.name) does not end"))
                }
                rest = rest.dropFirst(end.count)
                raw[tag.name, default: []].append(Self.string(content))
            } else if !isClosed, !["meta", "br", "wbr", "input"].contains(tag.name) {
                open.append(tag.name)
            }
        }
        try #require(open.isEmpty, "\(open) do not end")
    }

    /// Reads a tag; the second value is whether it ends in `/>`.
    private static func tag(_ rest: inout ArraySlice<Unicode.Scalar>) throws -> (Tag, Bool) {
        rest = rest.dropFirst()
        let name = string(rest.prefix { isName($0) })
        try #require(!name.isEmpty, "a bracket without a name")
        rest = rest.dropFirst(name.unicodeScalars.count)
        var attributes: [String: String] = [:]
        while rest.first == " " {
            rest = rest.dropFirst()
            let key = string(rest.prefix { isName($0) })
            try #require(!key.isEmpty && attributes[key] == nil, "an attribute twice: \(key)")
            rest = rest.dropFirst(key.unicodeScalars.count)
            guard rest.starts(with: "=\"".unicodeScalars) else {
                attributes[key] = ""
                continue
            }
            let value = rest.dropFirst(2).prefix { $0 != "\"" }
            try #require(!value.contains { "<>'\n".unicodeScalars.contains($0) }, "an unescaped value")
            attributes[key] = try decoded(value)
            rest = rest.dropFirst(2 + value.count + 1)
        }
        let isClosed = rest.first == "/"
        if isClosed { rest = rest.dropFirst() }
        try #require(rest.first == ">", "a tag that does not end: \(name)")
        rest = rest.dropFirst()
        return (Tag(name: name, attributes: attributes), isClosed)
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func decoded(_ scalars: some Collection<Unicode.Scalar>) throws -> String {
        var result = String.UnicodeScalarView()
        var rest = Array(scalars)[...]
        while let scalar = rest.popFirst() {
            guard scalar == "&" else {
                result.append(scalar)
                continue
            }
            let name = string(rest.prefix { $0 != ";" }.prefix(5))
            rest = rest.dropFirst(name.unicodeScalars.count + 1)
            let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
            result.append(try #require(known[name], "an ampersand that is no reference: \(name)"))
        }
        return String(result)
    }
}
