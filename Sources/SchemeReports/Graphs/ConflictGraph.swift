import SchemeModel

extension Graph {
    /// The maximum number of apps in a graph; beyond it, the graph has only those that share schemes.
    package static let appLimit = 300

    /// Returns the graph of apps and the schemes that they share.
    ///
    /// A scheme that only one app declares is drawn inside it, unless it belongs to the system.
    package static func conflicts(_ inventory: Inventory, _ conflicts: SchemeConflicts) -> Graph {
        Self.conflicts(inventory, conflicts, anchors: nil)
    }

    static func conflicts(_ inventory: Inventory, _ conflicts: SchemeConflicts, anchors: PageAnchors?) -> Graph {
        ConflictGraph(inventory, conflicts, anchors).graph()
    }
}

/// Makes the graph of apps and the schemes that they share.
private struct ConflictGraph {
    private let inventory: Inventory
    private let conflicts: SchemeConflicts
    private let anchors: PageAnchors?
    /// The schemes of each app.
    private var schemes: [AppID: Set<SchemeKey>] = [:]
    /// The apps of each scheme.
    private var apps: [SchemeKey: Set<AppID>] = [:]

    /// The number of equal apps of one scheme that are drawn.
    private static let equalApps = 12
    /// The number of apps that share nothing up to which they are drawn.
    private static let lonelyApps = 6
    /// The number of schemes of one node that are named.
    private static let namedSchemes = 3

    /// Schemes that the same apps share, with the same conflict.
    private struct Bundle: Hashable {
        let apps: [AppID]
        let emphasis: Emphasis
        let rule: String
        /// What opens the schemes, if no rule says so.
        let answer: SharedAnswer?
    }

    init(_ inventory: Inventory, _ conflicts: SchemeConflicts, _ anchors: PageAnchors?) {
        self.inventory = inventory
        self.conflicts = conflicts
        self.anchors = anchors
        for product in inventory.apps where product.isApplication {
            let id = owner(of: product)
            for scheme in product.schemes {
                schemes[id, default: []].insert(scheme)
                apps[scheme, default: []].insert(id)
            }
        }
    }

    /// Returns the app that is drawn for a product: an app and what it embeds are one.
    private func owner(of product: InventoryApp) -> AppID {
        inventory.app(product.container) == nil ? product.app.id : product.container
    }

    func graph() -> Graph {
        var graph = Graph(columns: [.app, .scheme], title: "Apps and the schemes that they share")
        var bundles: [Bundle: [SchemeKey]] = [:]
        for (scheme, apps) in apps where isShared(scheme) {
            let worst = conflicts.worst(of: scheme)
            let bundle = Bundle(
                apps: apps.sorted(),
                emphasis: worst?.emphasis ?? .none,
                rule: worst?.rule ?? "",
                answer: worst == nil ? inventory.scheme(scheme)?.answer : nil
            )
            bundles[bundle, default: []].append(scheme)
        }
        let parts = parts(of: bundles.mapValues { $0.sorted() })
        var room = Graph.appLimit
        var left = (parts: 0, apps: 0)
        for part in parts {
            let size = part.reduce(into: Set<AppID>()) { $0.formUnion(drawn($1.bundle.apps, among: part).shown) }.count
            guard size <= room else {
                left.parts += 1
                left.apps += Set(part.flatMap(\.bundle.apps)).count
                continue
            }
            room -= size
            add(part, to: &graph)
        }
        if left.parts > 0 {
            let groups = TextTerms.count(left.parts, "more group")
            graph.omissions.append(
                "\(groups) of \(TextTerms.count(left.apps, "app")) that share schemes are not drawn."
            )
        }
        addOthers(than: Set(parts.flatMap { $0.flatMap(\.bundle.apps) }), room: room, to: &graph)
        return graph
    }

    private func isShared(_ scheme: SchemeKey) -> Bool {
        (apps[scheme]?.count ?? 0) > 1 || (conflicts.worst(of: scheme)?.emphasis ?? .none) != .none
    }

    private typealias Part = [(bundle: Bundle, schemes: [SchemeKey])]

    /// Returns the bundles grouped by the apps that they connect, the worst group first.
    private func parts(of bundles: [Bundle: [SchemeKey]]) -> [Part] {
        let ordered = bundles.sorted { left, right in
            if left.key.emphasis != right.key.emphasis { return left.key.emphasis > right.key.emphasis }
            return (left.value.first ?? SchemeKey("")) < (right.value.first ?? SchemeKey(""))
        }
        var parts = DisjointSets<AppID>()
        for entry in ordered { parts.add(entry.key.apps) }
        // The first bundle of a part is its worst, so the parts are in order as well.
        return parts.families.map { $0.map { (bundle: ordered[$0].key, schemes: ordered[$0].value) } }
    }

    /// Returns the apps of a bundle that are drawn. Of many apps that share the same schemes, some are only counted.
    private func drawn(_ apps: [AppID], among part: Part) -> (shown: [AppID], rest: Int) {
        var kinds: [[Int]: Int] = [:]
        var shown: [AppID] = []
        for app in apps {
            let kind = part.indices.filter { part[$0].bundle.apps.binaryContains(app) }
            kinds[kind, default: 0] += 1
            if kinds[kind, default: 0] <= Self.equalApps { shown.append(app) }
        }
        return (shown, apps.count - shown.count)
    }

    private func add(_ part: Part, to graph: inout Graph) {
        var nodes: [AppID: Int] = [:]
        for (bundle, schemes) in part {
            let node = graph.add(self.node(of: bundle, schemes))
            let (shown, rest) = drawn(bundle.apps, among: part)
            for app in shown {
                let other = nodes[app] ?? graph.add(self.node(of: app))
                nodes[app] = other
                graph.connect(other, node, schemes.map { conflicts.emphasis(of: $0, in: app) }.max() ?? .none)
            }
            guard rest > 0, let scheme = schemes.first else { continue }
            let more = graph.add(
                Graph.Node(
                    kind: .app,
                    column: 0,
                    title: ["\(rest.grouped) more \(rest == 1 ? "app" : "apps")"],
                    anchor: anchors?.scheme(scheme)
                )
            )
            graph.connect(more, node, bundle.emphasis)
        }
    }

    private func node(of bundle: Bundle, _ schemes: [SchemeKey]) -> Graph.Node {
        var title = schemes.prefix(Self.namedSchemes).map { $0.text.string + ":" }
        if schemes.count > Self.namedSchemes {
            title.append("… and \((schemes.count - Self.namedSchemes).grouped) more")
        }
        let reasons =
            switch bundle.emphasis {
            case .none where schemes.allSatisfy { inventory.scheme($0)?.isSharedByDesign ?? false }:
                ["shared by design"]
            case .none: bundle.answer?.phrases ?? ["no finding"]
            case .accepted: ["accepted"]
            case .note, .warning, .error: [bundle.rule.replacing("-", with: " ")]
            }
        let finding = schemes.first.flatMap { conflicts.worst(of: $0) }
        return Graph.Node(
            kind: .scheme,
            column: 1,
            title: title,
            details: reasons + [TextTerms.count(bundle.apps.count, "app")],
            emphasis: bundle.emphasis,
            anchor: finding.flatMap { anchors?.blocks[$0.block] } ?? schemes.first.flatMap { anchors?.scheme($0) }
        )
    }

    private func node(of id: AppID) -> Graph.Node {
        let app = inventory.app(id)?.app ?? App(id: id, bundleIdentifier: nil, name: nil, platforms: [])
        let own = (schemes[id] ?? []).filter { !isShared($0) }.sorted().map(\.text.string)
        let label = AppLabel(app)
        return Graph.Node(
            kind: .app,
            column: 0,
            title: [label.title],
            details: label.details,
            inside: own,
            anchor: anchors?.app(id)
        )
    }

    /// Adds the apps that share nothing, if there are few; counts them otherwise.
    private func addOthers(than connected: Set<AppID>, room: Int, to graph: inout Graph) {
        let others = schemes.keys.filter { !connected.contains($0) }.sorted()
        let unlisted = inventory.appCount - inventory.apps.count(where: \.isApplication)
        if others.count <= min(room, Self.lonelyApps), unlisted == 0 {
            for app in others { _ = graph.add(node(of: app)) }
        } else {
            let text = TextTerms.count(others.count + unlisted, "more app")
            graph.omissions.append(
                "\(text) without a shared scheme \(others.count + unlisted == 1 ? "is" : "are") not drawn."
            )
        }
        // With these sentences, the drawn apps and the others are as many as the page says there are.
        let embedded = inventory.apps.count { $0.isApplication && !$0.schemes.isEmpty && owner(of: $0) != $0.app.id }
        if embedded > 0 {
            graph.omissions.append(
                embedded == 1
                    ? "1 embedded app, such as a watch app, is drawn as part of the app that contains it."
                    : "\(embedded.grouped) embedded apps, such as watch apps, are drawn as part of the apps that contain them."
            )
        }
        let silent = inventory.apps.count { $0.isApplication && $0.schemes.isEmpty && schemes[$0.app.id] == nil }
        if silent > 0 {
            let text = TextTerms.count(silent, "app")
            graph.omissions.append("\(text) without schemes \(silent == 1 ? "is" : "are") not drawn.")
        }
    }
}

extension [AppID] {
    /// Whether the sorted array contains `app`.
    fileprivate func binaryContains(_ app: AppID) -> Bool {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < app { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == app
    }
}
