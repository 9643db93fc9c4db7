import SchemeModel

/// The apps that receive the URLs of a link: schemes with the apps that declare them, and how these apps receive URLs.
struct LinkReceivers {
    /// The APIs by which each app receives URLs, in the order of its code.
    private let ways: [AppID: [Way]]
    private let inventory: Inventory

    /// An API by which an app receives URLs.
    struct Way {
        let kind: Handler.Kind
        /// The conditions of its routes, as text, without duplicates; empty if none are known.
        var routes: [String]
    }

    /// Schemes that the same apps declare.
    struct Group {
        /// The schemes, in the order of the link; not empty.
        var schemes: [SchemeKey]
        /// The apps, in order; empty if none declares them.
        let apps: [Int]
    }

    init(_ inventory: Inventory) {
        self.inventory = inventory
        ways = inventory.receivers.mapValues { receivers in
            var ways: [Way] = []
            var positions: [Handler.Kind: Int] = [:]
            var seen: [Handler.Kind: Set<ByteString>] = [:]
            for receiver in receivers {
                let position = positions[receiver.kind] ?? ways.count
                if position == ways.count {
                    positions[receiver.kind] = position
                    ways.append(Way(kind: receiver.kind, routes: []))
                }
                for route in receiver.routes where seen[receiver.kind, default: []].insert(ByteString(route)).inserted {
                    ways[position].routes.append(route)
                }
            }
            return ways
        }
    }

    /// Returns the schemes grouped by the apps that declare them, in the order of their first schemes.
    func groups(of schemes: [SchemeKey]) -> [Group] {
        var groups: [Group] = []
        var positions: [[Int]: Int] = [:]
        for scheme in schemes {
            let apps = (inventory.scheme(scheme)?.apps ?? []).filter { inventory.apps[$0].isApplication }
            if let position = positions[apps] {
                groups[position].schemes.append(scheme)
            } else {
                positions[apps] = groups.count
                groups.append(Group(schemes: [scheme], apps: apps))
            }
        }
        return groups
    }

    /// Returns the APIs by which an app receives URLs.
    func ways(of app: AppID) -> [Way] { ways[app] ?? [] }
}
