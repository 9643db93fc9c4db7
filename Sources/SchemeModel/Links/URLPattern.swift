/// A URL with known and unknown parts, as determined without running the code that builds it.
package struct URLPattern: Hashable, Sendable, Codable {
    /// The parts, in order. Adjacent literals are merged, and so are adjacent holes.
    package private(set) var parts: [Part]

    /// A part of a URL.
    package enum Part: Hashable, Sendable, Codable {
        /// Known text.
        case literal(String)
        /// Unknown text, with its name in the code, if any.
        case hole(String?)
    }

    /// The maximum number of bytes of known text and of parts; anything beyond is replaced by one hole.
    package static let limits = (bytes: 8 * 1024, parts: 64)

    package init(_ parts: [Part] = []) {
        self.parts = []
        for part in parts { append(part) }
    }

    package init(_ text: String) {
        self.init([.literal(text)])
    }

    /// Adds `part` at the end.
    package mutating func append(_ part: Part) {
        var part = part
        if case .literal(let text) = part {
            let known = parts.reduce(0) { if case .literal(let text) = $1 { $0 + text.utf8.count } else { $0 } }
            if known + text.utf8.count > Self.limits.bytes || parts.count >= Self.limits.parts { part = .hole(nil) }
        }
        switch (parts.last, part) {
        case (_, .literal("")): break
        case (.literal(let head), .literal(let tail)): parts[parts.count - 1] = .literal(head + tail)
        case (.hole, .hole): parts[parts.count - 1] = .hole(nil)
        default: parts.append(part)
        }
    }

    /// Adds all parts of `other` at the end.
    package mutating func append(_ other: URLPattern) {
        for part in other.parts { append(part) }
    }

    /// Whether all parts are known.
    package var isExact: Bool { !parts.contains { if case .hole = $0 { true } else { false } } }

    /// The text, with `{name}` for an unknown part and `{}` for one without a name. URLs never contain braces.
    package var text: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .hole(let name): "{\(name ?? "")}"
            }
        }.joined()
    }

    /// The text before the first unknown part.
    package var head: String {
        if case .literal(let text) = parts.first { return text }
        return ""
    }

    /// The scheme as spelled; `nil` when there is none or it is not fully known.
    package var schemeSpelling: String? {
        let head = head
        guard let colon = head.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = String(head[..<colon])
        return SchemeGrammar.isScheme(scheme) ? scheme : nil
    }

    /// The scheme; `nil` when there is none or it is not fully known.
    package var scheme: SchemeKey? { schemeSpelling.map { SchemeKey($0) } }
}

extension URLPattern: Comparable {
    package static func < (left: URLPattern, right: URLPattern) -> Bool {
        ByteString(left.text) < ByteString(right.text)
    }
}
