import SchemeModel

/// Which targets of a project are part of which. Targets are named by their positions.
struct TargetRelations {
    /// For each target the one that contains it.
    private let hosts: [Int?]
    /// For each target the applications that it is part of, ascending: those that contain it or need it, by however
    /// many targets in between, and that no other one contains. An application that none contains is part of itself.
    let apps: [[Int]]

    /// Looks from one target to another before a project is taken for one that nobody wrote.
    private static let steps = 1_000_000

    init(_ targets: [XcodeProject.Target]) {
        hosts = Self.hosts(targets)
        var needed: [[Int]] = targets.map(\.needs)
        // An extension that an application alone depends on is among its needs by then.
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
                    // An app that is only built before is another one.
                    let isOther = targets[other].productType?.kind == .application && hosts[other] == nil
                    if !isOther { pending.append(other) }
                }
            }
        }
        self.apps = apps
    }

    /// The application that contains the others around the target at `position`; `nil` where nothing contains it.
    func outermostHost(of position: Int) -> Int? {
        var seen: Set<Int> = [position]
        var current = position
        while let host = hosts[current], seen.insert(host).inserted { current = host }
        return current == position ? nil : current
    }

    /// The target that each target's product is copied into. Where nothing copies an extension or App Clip, an
    /// application that alone depends on it contains it.
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
    /// The positions of the targets whose products it contains, or is linked with, or that are built before it,
    /// ascending.
    var needs: [Int] { Set(embedded + linked + dependencies).sorted() }
}
