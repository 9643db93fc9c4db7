import SchemeModel

/// The relations between a project's targets, which are identified by their positions.
struct TargetRelations {
    /// The container of each target.
    private let hosts: [Int?]
    /// For each target, the ascending outermost applications that contain or need it, directly or not.
    ///
    /// An application outside any other is part of itself.
    let apps: [[Int]]

    /// The maximum number of steps between targets. More only occur in hostile projects.
    private static let steps = 1_000_000

    init(_ targets: [XcodeProject.Target]) {
        hosts = Self.hosts(targets)
        var needed: [[Int]] = targets.map(\.needs)
        // At this point, an extension that only one application depends on is one of its needs.
        for (product, host) in hosts.enumerated() { if let host { needed[host].append(product) } }
        var apps = [[Int]](repeating: [], count: targets.count)
        var steps = Self.steps
        for (position, target) in targets.enumerated() {
            guard target.productType?.kind == .application, hosts[position] == nil else { continue }
            var pending = [position]
            var seen: Set<Int> = [position]
            while let next = pending.popLast(), steps > 0 {
                steps -= 1 + needed[next].count
                apps[next].append(position)
                for other in needed[next] where seen.insert(other).inserted {
                    // An app that is only built first is a separate app.
                    let isOther = targets[other].productType?.kind == .application && hosts[other] == nil
                    if !isOther { pending.append(other) }
                }
            }
        }
        self.apps = apps
    }

    /// Returns the outermost application around the target at `position`, or `nil` if it isn't contained in another.
    func outermostHost(of position: Int) -> Int? {
        var seen: Set<Int> = [position]
        var current = position
        while let host = hosts[current], seen.insert(host).inserted { current = host }
        return current == position ? nil : current
    }

    /// Returns the target that each target's product is copied into.
    ///
    /// An extension or App Clip that isn't copied anywhere is contained in the only application that depends on it.
    private static func hosts(_ targets: [XcodeProject.Target]) -> [Int?] {
        var hosts: [Int?] = Array(repeating: nil, count: targets.count)
        func isPart(_ position: Int) -> Bool { targets[position].productType?.isPartOfApp ?? false }
        for (position, target) in targets.enumerated() where isPart(position) {
            for product in target.embedded where isPart(product) && hosts[product] == nil { hosts[product] = position }
        }
        var dependents: [Int: Set<Int>] = [:]
        for (position, target) in targets.enumerated() where target.productType?.kind == .application {
            for product in target.dependencies where hosts[product] == nil {
                let kind = targets[product].productType?.kind
                if kind == .appExtension || kind == .appClip { dependents[product, default: []].insert(position) }
            }
        }
        for (product, positions) in dependents where positions.count == 1 { hosts[product] = positions.first }
        return hosts
    }
}

extension XcodeProject.Target {
    /// The ascending positions of the targets that it embeds, links with, or is built after.
    var needs: [Int] { Set(embedded + linked + dependencies).sorted() }
}
