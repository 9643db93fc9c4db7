/// A domain that an app is associated with: one value of the entitlement `com.apple.developer.associated-domains`.
///
/// - Source: Apple, Associated Domains Entitlement: `<service>:<fully qualified domain>`, optionally with a port, and
///   with `?mode=developer`, `?mode=managed` or both for testing.
package struct AssociatedDomain: Hashable, Sendable, Codable {
    /// The service: `applinks` for universal links, `webcredentials`, `appclips`, `activitycontinuation`.
    package var service: String
    /// The hosts.
    package var pattern: DomainPattern
    /// The value after `?mode=`, such as `developer`; `nil` if the domain always applies.
    package var mode: String?
    /// The path after the host, which the system may ignore together with the domain; `nil` if there is none.
    package var path: String?

    /// The service of universal links.
    package static let universalLinks = "applinks"

    package init(service: String, pattern: DomainPattern, mode: String? = nil) {
        self.service = service
        self.pattern = pattern
        self.mode = mode
    }

    /// Parses a value of the entitlement: `applinks:*.acme.com?mode=developer`.
    ///
    /// Returns `nil` if it has no service or no host, or if a build still has to replace a variable.
    package init?(entry: String) {
        var entry = entry
        if let (mistake, correction) = Self.mistake(in: entry), mistake == .path {
            path = String(Substring(entry.utf8.drop { $0 != UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: "?") }))
            entry = correction
        }
        guard VariableReference.first(in: entry) == nil,
            let colon = entry.utf8.firstIndex(of: UInt8(ascii: ":")), colon != entry.utf8.startIndex
        else { return nil }
        service = String(entry[..<colon]).asciiLowercased
        let rest = entry[entry.utf8.index(after: colon)...]
        let parts = rest.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first.map({ String(Substring($0)) }), !host.isEmpty, host != "*" else { return nil }
        pattern = DomainPattern(host)
        // A template may still have to put a host in this place.
        guard pattern.host.withoutPort.isInternationalHostName else { return nil }
        for item in parts.dropFirst().first?.split(separator: UInt8(ascii: "&")) ?? [] {
            let sides = item.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
            if sides.count == 2, sides[0] == "mode" { mode = sides[1] }
        }
    }

    /// Whether universal links to the domain open the app for everyone.
    ///
    /// `?mode=developer` only applies to devices of developers, `?mode=managed` to those of a company.
    package var isForEveryone: Bool { mode == nil }

    /// A part because of which the system may ignore a domain.
    package enum Doubt: Sendable {
        /// It has a path.
        case path
        /// Its host is not in ASCII.
        case host
        /// It has a port, without a mode for testing.
        case port
    }

    /// Why the system may ignore the domain; `nil` if nothing is known against it.
    package var doubt: Doubt? {
        if path != nil { return .path }
        if !pattern.host.isPlainHost { return .host }
        return mode == nil && pattern.host.utf8.contains(UInt8(ascii: ":")) ? .port : nil
    }

    /// Whether rules may rely on the domain as it is written.
    ///
    /// Earlier pages of Apple mentioned ports, so rules compare domains with a port like others.
    package var isCertain: Bool { doubt == nil || doubt == .port }

    /// Whether links to the hosts can open the app.
    package var isOfUniversalLinks: Bool { service == Self.universalLinks }

    /// The value as an entitlement spells it.
    package var text: String { "\(service):\(pattern.text)\(path ?? "")" + (mode.map { "?mode=\($0)" } ?? "") }
}
