package import SchemeModel

/// The links in the code of one target, which are never merged with those of another target.
package struct LinkSender: Sendable {
    package internal(set) var source: String?
    /// The target's name; `nil` for a folder without a project.
    package internal(set) var target: String?
    /// The app that contains the target; `nil` when unknown.
    package internal(set) var app: AppID?
    /// The links with known schemes, in the order of the code, without duplicates.
    package internal(set) var links: [Entry] = []
    /// The number of calls whose URL is unknown.
    package internal(set) var unknownCount = 0
    /// The number of calls that only open web pages.
    package internal(set) var webCount = 0

    /// Equal calls of one API.
    package struct Entry: Sendable {
        package internal(set) var kind: Link.Kind
        package internal(set) var presentations: [Presentation]
        /// The possible URLs, with `{name}` for unknown parts.
        package internal(set) var urls: [String]
        /// The schemes of the URLs, in order.
        package internal(set) var schemes: [SchemeKey]
        /// The places of the calls, in order.
        package internal(set) var places: [Place]
    }

    /// Returns the links of a target; `nil` if its code opens no URLs.
    init?(_ target: TargetFacts) {
        let links = target.ownLinks
        guard !links.isEmpty else { return nil }
        source = target.source
        self.target = target.name
        app = target.manifests.first { $0.kind.isApplication }?.app
        var positions: [Key: Int] = [:]
        for link in links {
            guard !link.schemes.isEmpty else {
                unknownCount += 1
                continue
            }
            if link.schemes.allSatisfy(\.isWeb) {
                webCount += 1
                continue
            }
            let urls = link.alternatives.map(\.text)
            let key = Key(kind: link.kind, urls: urls.map(ByteString.init))
            if let position = positions[key] {
                self.links[position].places.append(link.place)
            } else {
                positions[key] = self.links.count
                self.links.append(
                    Entry(
                        kind: link.kind,
                        presentations: link.presentations,
                        urls: urls,
                        schemes: link.schemes,
                        places: [link.place]
                    )
                )
            }
        }
    }

    private struct Key: Hashable {
        let kind: Link.Kind
        let urls: [ByteString]
    }
}

/// Code of an app that receives URLs.
package struct LinkReceiver: Hashable, Sendable {
    package internal(set) var source: String?
    package internal(set) var target: String?
    package internal(set) var kind: Handler.Kind
    package internal(set) var place: Place
    /// The conditions of its routes, as text; empty if they are not all known.
    package internal(set) var routes: [String]

    /// Returns the code in `target` that receives URLs with a custom scheme.
    static func receivers(in target: TargetFacts) -> [LinkReceiver] {
        target.handlers.filter(\.kind.receivesURLs).map { handler in
            LinkReceiver(
                source: target.source,
                target: target.name,
                kind: handler.kind,
                place: handler.place,
                routes: handler.isRouted ? handler.accepts.map(\.text).filter { !$0.isEmpty } : []
            )
        }
    }
}
