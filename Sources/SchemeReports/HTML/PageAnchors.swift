import SchemeModel

/// The names of the entries of a page.
struct PageAnchors: Sendable {
    /// The entries of ``Inventory/apps``, in order. An app without schemes and findings has none.
    let apps: [Anchor?]
    /// The entries of ``Inventory/schemes``, in order.
    let schemes: [Anchor]
    /// The headings of ``Inventory/senders``, in order. Code whose links are not shown has none.
    let senders: [Anchor?]
    /// The cards of findings, in order.
    let blocks: [Anchor]
    private let inventory: Inventory

    init(_ inventory: Inventory, _ blocks: [FindingBlock]) {
        self.inventory = inventory
        let named = Set(blocks.flatMap(\.apps).map(\.id))
        apps = inventory.apps.map { app in
            let isListed = !app.declarations.isEmpty || named.contains(app.app.id)
            return isListed ? .app(app.app.id) : nil
        }
        schemes = inventory.schemes.map { .scheme($0.scheme) }
        var counts: [Fingerprint: Int] = [:]
        self.blocks = blocks.map { block in
            let fingerprint = block.findings[0].fingerprint
            defer { counts[fingerprint, default: 0] += 1 }
            return .finding(fingerprint, repetition: counts[fingerprint] ?? 0)
        }
        var room = LinkSection.linkLimit
        var repetitions: [Anchor: Int] = [:]
        senders = inventory.senders.map { sender in
            guard room > 0, !sender.links.isEmpty else { return nil }
            room -= sender.links.count
            let first = Anchor.sender(sender, repetition: 0)
            defer { repetitions[first, default: 0] += 1 }
            return .sender(sender, repetition: repetitions[first] ?? 0)
        }
    }

    /// Returns the entry of an app; `nil` if the page has none.
    func app(_ id: AppID) -> Anchor? { inventory.positions[id].flatMap { apps[$0] } }

    /// Returns the entry of a scheme; `nil` if the page has none.
    func scheme(_ key: SchemeKey) -> Anchor? { inventory.schemePositions[key].map { schemes[$0] } }
}
