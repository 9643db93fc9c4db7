import SchemeModel

extension Graph {
    /// Returns the graph of the code that opens URLs, their schemes, the apps that declare these, and the code that
    /// receives the URLs.
    ///
    /// Code of different targets, sources or projects is never merged, whatever its name is. URLs with an unknown
    /// scheme and web pages are counted.
    package static func links(_ inventory: Inventory, _ conflicts: SchemeConflicts) -> Graph {
        var graph = Graph(columns: [.sender, .scheme, .app, .handler], title: "Links from code to apps")
        var schemes: [SchemeKey: Int] = [:]
        var apps: [AppID: Int] = [:]
        for sender in inventory.senders {
            var kinds: [Link.Kind: Int] = [:]
            for link in sender.links {
                let from = kinds[link.kind] ?? graph.add(node(of: sender, link.kind, in: inventory))
                kinds[link.kind] = from
                for scheme in link.schemes {
                    if schemes[scheme] == nil {
                        let middle = graph.add(node(of: scheme, conflicts))
                        schemes[scheme] = middle
                        for entry in inventory.scheme(scheme)?.apps.map({ inventory.apps[$0] }) ?? []
                        where entry.isApplication {
                            let to = receiver(entry, &apps, inventory, &graph)
                            graph.connect(middle, to, conflicts.emphasis(of: scheme, in: entry.app.id))
                        }
                    }
                    if let middle = schemes[scheme] { graph.connect(from, middle, .none) }
                }
            }
        }
        let unknown = inventory.senders.reduce(0) { $0 + $1.unknownCount }
        if unknown > 0 {
            graph.omissions.append(
                "\(TextTerms.count(unknown, "link")) with an unknown URL \(unknown == 1 ? "is" : "are") not drawn."
            )
        }
        let web = inventory.senders.reduce(0) { $0 + $1.webCount }
        if web > 0 {
            graph.omissions.append("\(TextTerms.count(web, "link")) to web pages \(web == 1 ? "is" : "are") not drawn.")
        }
        return graph
    }

    /// Returns the position of the node of an app, which is added with the code that receives its URLs.
    private static func receiver(
        _ entry: InventoryApp,
        _ apps: inout [AppID: Int],
        _ inventory: Inventory,
        _ graph: inout Graph
    ) -> Int {
        if let known = apps[entry.app.id] { return known }
        let label = AppLabel(entry.app)
        let node = graph.add(Node(kind: .app, column: 2, title: [label.title], details: label.details))
        apps[entry.app.id] = node
        for handler in inventory.receivers[entry.app.id] ?? [] {
            let target = handler.target ?? "code without a project"
            let code = graph.add(Node(kind: .handler, column: 3, title: [handler.kind.rawValue], details: [target]))
            graph.connect(node, code, .none)
        }
        return node
    }

    private static func node(of sender: LinkSender, _ kind: Link.Kind, in inventory: Inventory) -> Node {
        let app = sender.app.flatMap { inventory.app($0) }.map { AppLabel($0.app).title }
        let place = app ?? sender.source
        // Without a project, the code of a folder is one app.
        let title = sender.target ?? place ?? "code without a project"
        let details = [kind.rawValue, sender.target == nil ? nil : place].compactMap { $0 }
        return Node(kind: .sender, column: 0, title: [title], details: details)
    }

    private static func node(of scheme: SchemeKey, _ conflicts: SchemeConflicts) -> Node {
        let worst = conflicts.worst(of: scheme)
        return Node(
            kind: .scheme,
            column: 1,
            title: [scheme.text.string + ":"],
            details: worst.map { [$0.emphasis == .accepted ? "accepted" : $0.rule.replacing("-", with: " ")] } ?? [],
            emphasis: worst?.emphasis ?? .none
        )
    }
}
