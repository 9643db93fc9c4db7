/// A web address, split into the parts that association files match.
package struct WebAddress: Hashable, Sendable {
    /// The host in lower case, followed by `:` and the port if it isn't the scheme's usual one.
    package private(set) var host: String
    /// The path, percent-encoded; empty if there is none.
    package private(set) var path: Part
    /// The query without `?`; empty if there is none.
    package private(set) var query: Part
    /// The fragment without `#`; empty if there is none.
    package private(set) var fragment: Part

    /// A part of a URL, of which only the beginning may be known.
    package struct Part: Hashable, Sendable {
        package var text: String
        /// Whether unknown text may follow.
        package var isOpen: Bool

        package init(_ text: String, isOpen: Bool = false) {
            self.text = text
            self.isOpen = isOpen
        }
    }

    /// Splits `url`; `nil` if it isn't `http` or `https`, or has no host.
    package init?(_ url: String) { self.init(URLPattern(url)) }

    /// Splits a URL with unknown parts; `nil` if it isn't `http` or `https`, or if its host is unknown.
    ///
    /// An unknown part may contain `?` or `#`, so everything after it is unknown.
    package init?(_ url: URLPattern) {
        guard let scheme = url.scheme, scheme.isWeb, let spelling = url.schemeSpelling else { return nil }
        var rest = url.head.utf8.dropFirst(spelling.utf8.count + 1)
        guard rest.starts(with: "//".utf8) else { return nil }
        rest = rest.dropFirst(2)
        let isOpen = !url.isExact
        /// Removes the text before the first of `marks`. The last part of an incomplete URL is open.
        func cut(_ marks: String) -> Part {
            let end = rest.firstIndex { marks.utf8.contains($0) }
            let part = Part(String(Substring(rest[..<(end ?? rest.endIndex)])), isOpen: isOpen && end == nil)
            rest = rest[(end ?? rest.endIndex)...]
            return part
        }
        let authority = cut("/?#")
        guard !authority.isOpen else { return nil }
        guard let host = Self.host(of: authority.text, isSecure: scheme == SchemeKey("https")) else { return nil }
        self.host = host
        path = cut("?#")
        let unknown = Part("", isOpen: true)
        query = Part("")
        fragment = Part("")
        if path.isOpen {
            (query, fragment) = (unknown, unknown)
            return
        }
        if rest.first == UInt8(ascii: "?") {
            rest = rest.dropFirst()
            query = cut("#")
            if query.isOpen {
                fragment = unknown
                return
            }
        }
        if rest.first == UInt8(ascii: "#") {
            rest = rest.dropFirst()
            fragment = cut("")
        }
    }

    private static func host(of authority: String, isSecure: Bool) -> String? {
        let parts = authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard let host = parts.last, !host.isEmpty else { return nil }
        let text = String(Substring(host)).asciiLowercased
        for port in [isSecure ? ":443" : ":80", ":"] where text.utf8.count > port.utf8.count && text.hasSuffix(port) {
            return String(text.dropLast(port.count))
        }
        return text
    }

    /// Whether the name of a query item contains an escape, so that it may be another name after decoding.
    package var hasEncodedItemName: Bool {
        query.text.utf8.split(separator: UInt8(ascii: "&")).contains { item in
            item.prefix { $0 != UInt8(ascii: "=") }.contains { "%+".utf8.contains($0) }
        }
    }

    /// The values of the query items with a name, in order; `nil` if the query isn't completely known.
    ///
    /// An item without a value has the empty value, and so has an item that is absent.
    package func values(ofItem name: String) -> [String]? {
        guard !query.isOpen else { return nil }
        let values = query.text.utf8.split(separator: UInt8(ascii: "&")).compactMap { item -> String? in
            let sides = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = sides.first, key.elementsEqual(name.utf8) else { return nil }
            return sides.count > 1 ? String(Substring(sides[1])) : ""
        }
        return values.isEmpty ? [""] : values
    }
}
