extension AssociatedDomain {
    /// What makes a value of the entitlement something else than a service and a domain.
    package enum Mistake: Hashable, Sendable {
        /// There is no service before the domain.
        case noService
        /// The service doesn't exist, but its name is almost that of another.
        case misspelledService(String)
        /// There is `https://`, `http://` or `//` before the domain.
        case scheme(String)
        /// There is white space at an end, or beside the colon.
        case space
        /// There is a path after the domain.
        case path
        /// There is a port after the domain, without a mode for testing.
        case port(String)
        /// The domain is one from documentation or a template.
        case placeholder(String)
    }

    /// Returns the domain of a host in which guides and templates ask for one's own: `example.com`, `your-domain.com`,
    /// `yourservicesdomain.com`; `nil` for any other host.
    private static func placeholder(in host: String) -> String? {
        let labels = host.split(separator: ".").suffix(2)
        guard let name = labels.first, ["com", "org", "net"].contains(labels.last) else { return nil }
        let plain = String(name.filter { $0 != "-" })
        // Other words between may be those of a real website: `yourweddingwebsite.com`.
        let isOfReader = ["", "app", "own", "company", "services", "custom"].contains { word in
            plain == "your\(word)domain" || plain == "your\(word)website"
        }
        return name == "example" || isOfReader ? labels.joined(separator: ".") : nil
    }

    /// The services that Apple documents.
    private static let services = [universalLinks, "webcredentials", "appclips", "activitycontinuation"]

    /// Returns the mistake in a value of the entitlement, and the value without it; `nil` if there is none, or if it isn't
    /// certain which domain is meant.
    package static func mistake(in entry: String) -> (mistake: Mistake, correction: String)? {
        guard VariableReference.first(in: entry) == nil else { return nil }
        let sides = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let plain = sides.map { SchemeTextCleanup.trimmed(String($0)) }.joined(separator: ":")
        if ByteString(plain) != ByteString(entry) {
            if let other = mistake(in: plain) { return other }
            let domain = AssociatedDomain(entry: plain).flatMap { services.contains($0.service) ? $0 : nil }
            return domain.map { (.space, $0.text) }
        }
        let text = entry.utf8
        let start = text.firstIndex { ":/?#".utf8.contains($0) } ?? text.endIndex
        let first = String(entry[..<start]).asciiLowercased
        // A dot may be written for the colon: `applinks.acme.com`.
        let parts = first.split(separator: ".", maxSplits: 1).map(String.init)
        if let service = parts.first, services.contains(service), DomainPattern(parts.last ?? "").host.isHostName {
            return (.noService, parts.joined(separator: ":"))
        }
        if DomainPattern(first).host.isHostName { return (.noService, "\(universalLinks):\(first)") }
        guard start != text.endIndex, text[start] == UInt8(ascii: ":") else { return nil }
        var rest = entry[text.index(after: start)...]
        var service = first
        var scheme: String?
        if first == "https" || first == "http" {
            guard rest.hasPrefix("//") else { return nil }
            (service, scheme) = (universalLinks, first + "://")
            rest = rest.dropFirst(2)
        } else if let prefix = ["https://", "http://", "//"].first(where: String(rest).asciiLowercased.hasPrefix) {
            scheme = prefix
            rest = rest.dropFirst(prefix.count)
        }
        let end = rest.utf8.firstIndex { ":/?#".utf8.contains($0) } ?? rest.endIndex
        let domain = DomainPattern(String(rest[..<end]))
        guard domain.host.isHostName else { return nil }
        let correction = "\(service):\(domain.text)"
        if !services.contains(service) {
            guard let meant = SpellingSuggestion.among(services, to: service, within: 2) else { return nil }
            return (.misspelledService(service), "\(meant):\(domain.text)")
        }
        if let scheme { return (.scheme(scheme), correction) }
        let after = rest[end...]
        if after.isEmpty, let name = placeholder(in: domain.host) { return (.placeholder(name), correction) }
        let mode = after.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(after[$0...]) } ?? ""
        if after.hasPrefix("/") { return (.path, correction + (mode.hasPrefix("?mode=") ? mode : "")) }
        let port = after.dropFirst()
        guard after.hasPrefix(":"), !port.isEmpty, port.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        return (.port(String(after)), correction)
    }
}
