/// The hosts that an associated domain stands for: one host, or all subdomains of one.
///
/// - Source: Apple, Supporting associated domains: `*.` before a domain matches all its subdomains. Apple, Enabling
///   universal links (archived): `*.mywebsite.com` doesn't match `mywebsite.com`.
package struct DomainPattern: Hashable, Sendable, Codable {
    /// The host in lower case, followed by `:` and the port if one is given.
    ///
    /// For subdomains, this is the domain without `*.`.
    package var host: String
    /// Whether it stands for all subdomains of ``host``, and not for the host itself.
    package var isWildcard: Bool

    package init(host: String, isWildcard: Bool = false) {
        self.host = host.asciiLowercased
        self.isWildcard = isWildcard
    }

    /// Creates the pattern from its ``text``.
    package init(_ text: String) {
        let isWildcard = text.utf8.starts(with: "*.".utf8)
        self.init(host: isWildcard ? String(Substring(text.utf8.dropFirst(2))) : text, isWildcard: isWildcard)
    }

    /// The pattern as an entitlement spells it, in lower case: `acme.com`, `*.acme.com`.
    package var text: String { isWildcard ? "*." + host : host }

    /// Whether it stands for the host, which is in lower case.
    package func contains(host other: String) -> Bool {
        isWildcard ? other.isSubdomain(of: host) : ByteString(other) == ByteString(host)
    }

    /// Whether it stands for all hosts that `other` stands for.
    package func contains(_ other: DomainPattern) -> Bool {
        guard other.isWildcard else { return contains(host: other.host) }
        return isWildcard && (ByteString(other.host) == ByteString(host) || other.host.isSubdomain(of: host))
    }

    /// The domains around the host, the nearest first: `b.acme.com`, `acme.com` and `com` for `a.b.acme.com`.
    private var parents: [String] {
        let dots = host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }
        // A host has at most 127 labels. An entitlement may contain any text.
        guard dots.count < 127 else { return [] }
        return dots.filter { $0 != host.startIndex }.map { String(host[host.utf8.index(after: $0)...]) }
            .filter { !$0.isEmpty }
    }

    /// The patterns that stand for all hosts of this one: itself, and the wildcards around it.
    package var including: [DomainPattern] {
        [self]
            + parents.map { parent in
                var pattern = self
                (pattern.host, pattern.isWildcard) = (parent, true)
                return pattern
            }
    }

    /// The labels of the host from the last to the first, so that sorting puts subdomains next to their domain:
    /// `com.acme.pay`.
    package var reversedHost: String {
        host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).reversed()
            .map { String(Substring($0)) }.joined(separator: ".")
    }
}

extension DomainPattern: Comparable {
    /// Orders patterns by the bytes of their hosts; a wildcard comes after the host itself.
    package static func < (left: DomainPattern, right: DomainPattern) -> Bool {
        let hosts = (ByteString(left.host), ByteString(right.host))
        return hosts.0 == hosts.1 ? !left.isWildcard && right.isWildcard : hosts.0 < hosts.1
    }

    package static func == (left: DomainPattern, right: DomainPattern) -> Bool {
        left.isWildcard == right.isWildcard && ByteString(left.host) == ByteString(right.host)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ByteString(host))
        hasher.combine(isWildcard)
    }
}

extension String {
    /// Whether this host is a subdomain of `domain`; both are in lower case.
    fileprivate func isSubdomain(of domain: String) -> Bool {
        guard !domain.isEmpty, utf8.count > domain.utf8.count + 1 else { return false }
        return utf8.reversed().starts(with: ("." + domain).utf8.reversed())
    }

    /// Whether this text is a host with a domain, and perhaps a port: `acme.com:8443`.
    package var isHostNameWithPort: Bool {
        let parts = utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, String(Substring(name)).isHostName else { return false }
        return parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy(\.isDigit)
    }

    /// This host without its port.
    package var withoutPort: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: ":") })) }

    /// Whether this host is in ASCII and has no escapes, so that it can be compared with other hosts.
    ///
    /// `münchen.de` and `m%C3%BCnchen.de` stand for the same host as `xn--mnchen-3ya.de`.
    package var isPlainHost: Bool { utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") } }

    /// Whether this text has the form of a host with a domain: `acme.com`, but neither `localhost` nor `1.2.3.4`.
    package var isHostName: Bool { isPlainHost && isInternationalHostName }

    /// Whether this text has the form of a host with a domain, perhaps outside ASCII: `münchen.de`.
    package var isInternationalHostName: Bool {
        let labels = utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, unicodeScalars.count <= 253, let last = labels.last else { return false }
        // Bytes above 0x7F are parts of characters outside ASCII, which may all be letters.
        func isLetter(_ byte: UInt8) -> Bool { byte.isLetter || byte >= 0x80 }
        let hyphen = UInt8(ascii: "-")
        let areLabels = labels.allSatisfy { label in
            (1...63).contains(String(Substring(label)).unicodeScalars.count)
                && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { isLetter($0) || $0.isDigit || $0 == hyphen }
        }
        return areLabels && last.count >= 2 && (last.allSatisfy(isLetter) || last.starts(with: "xn--".utf8))
    }
}
