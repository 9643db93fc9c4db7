import SchemeModel

/// The links to the hosts of a domain that a route of a handler takes, as far as its comparisons show it.
struct RoutedLinks {
    /// For each comparison that is understood, addresses with unknown ends that together include all links that meet it.
    private var addresses: [[WebAddress]]

    /// Creates the links to `domain` that `route` takes; `nil` if it certainly takes none.
    init?(of route: Route, to domain: DomainPattern) {
        var route = route
        if domain.isWildcard { route.conditions.removeAll { $0.component == .host } }
        let mayMeet = ["https", "http"].contains { scheme in
            RoutedURL(URLPattern([.literal("\(scheme)://\(domain.host)/"), .hole(nil)]))?.mayMeet(route) ?? true
        }
        guard mayMeet else { return nil }
        addresses = route.conditions.compactMap { $0.links(to: domain.host) }
    }

    /// Whether it may take all links to the domain.
    var mayBeAll: Bool { addresses.isEmpty }

    /// Whether `entry` may match one of the links, given the values of the file's variables by name.
    func mayMeet(_ entry: AssociationEntry, _ variables: [ByteString: [String]], steps: inout LinkSteps) -> Bool {
        var entry = entry
        // Code that compares with one case has usually converted both sides. It gets the path without percent-encoding.
        (entry.isCaseSensitive, entry.isPercentEncoded) = (false, false)
        return addresses.allSatisfy { alternatives in
            alternatives.contains { address in
                steps.left -= 1
                var matcher = AssociationMatcher(address, steps: steps)
                defer { steps = matcher.steps }
                return matcher.match(entry, variables: variables) != .no
            }
        }
    }
}

extension Route.Condition {
    /// Links to `host`, with unknown ends, that together include all that meet the condition; `nil` if it is about another
    /// part of links than the beginning of the path.
    fileprivate func links(to host: String) -> [WebAddress]? {
        // A URL contains other characters only with percent-encoding.
        let isPlain = values.joined().utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"\"<>[\\]^`{|}%".utf8.contains($0)
        }
        guard isPlain else { return nil }
        let isExact = relation == .equals
        let paths: [String]
        switch component {
        case .path where isExact || relation == .hasPrefix:
            let starts = values.map { $0.hasPrefix("/") || $0.isEmpty ? $0 : "/" + $0 }
            // `URL.path` leaves out a slash at the end.
            let ends = starts.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.flatMap { [$0 + "?", $0 + "/?"] }
            paths = isExact ? ends : starts
        case .pathComponent(1) where isExact || relation == .hasPrefix:
            paths = values.flatMap { isExact ? ["/\($0)?", "/\($0)/"] : ["/\($0)"] }
        default: return nil
        }
        let links = paths.compactMap { WebAddress(URLPattern([.literal("https://\(host)\($0)"), .hole(nil)])) }
        return links.count == paths.count ? links : nil
    }
}
