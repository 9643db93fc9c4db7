/// A URL of which some parts may be open: what can be said of a link without running the code that makes it.
public struct URLPattern: Hashable, Sendable, Codable {
    /// The parts, in order. Neighbouring literals are one part, neighbouring holes too.
    public private(set) var parts: [Part]

    /// A stretch of a URL.
    public enum Part: Hashable, Sendable, Codable {
        /// Text that is known.
        case literal(String)
        /// Text that is not known, with the name that the code gives it, if it has one.
        case hole(String?)
    }

    /// Bytes of known text, and parts, that are kept; what follows is one hole.
    private static let limits = (bytes: 8 * 1024, parts: 64)

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

    /// Whether no part is open.
    public var isExact: Bool { !parts.contains { if case .hole = $0 { true } else { false } } }

    /// The text, with `{name}` for an open part and `{}` for one without a name. Braces stand in no URL.
    public var text: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .hole(let name): "{\(name ?? "")}"
            }
        }.joined()
    }

    /// The text before the first open part.
    public var head: String {
        if case .literal(let text) = parts.first { return text }
        return ""
    }

    /// The scheme as it is spelled; `nil` when it is open, even in part, or when there is none.
    public var schemeSpelling: String? {
        let head = head
        guard let colon = head.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = String(head[..<colon])
        return SchemeGrammar.isScheme(scheme) ? scheme : nil
    }

    /// The scheme; `nil` when it is open, even in part, or when there is none.
    public var scheme: SchemeKey? { schemeSpelling.map { SchemeKey($0) } }
}

extension URLPattern: Comparable {
    public static func < (left: URLPattern, right: URLPattern) -> Bool {
        ByteString(left.text) < ByteString(right.text)
    }
}
