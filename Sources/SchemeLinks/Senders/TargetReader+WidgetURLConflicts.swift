#if Links
import SchemeModel
import SwiftSyntax

/// Finds `widgetURL` modifiers that apply together.
extension TargetReader {
    func widgetURLConflicts(_ walks: [Walk]) -> [WidgetURLConflict] {
        var found: [WidgetURLConflict] = []
        for walk in walks {
            // A URL that may be absent may deliberately leave the tap to another one.
            let modifiers = walk.occurrences.filter {
                $0.kind == .widgetURL && $0.context.presentation != .dynamicIsland && !$0.value.canBeAbsent
            }
            for (presentation, occurrences) in modifiers.grouped(by: \.context.presentation) {
                for (path, ends) in occurrences.grouped(by: \.context.path) {
                    // The modifiers on this path, none of which are in alternative branches.
                    let together = occurrences.filter { path.starts(with: $0.context.path) }
                    guard together.count > 1, BranchCondition.canHold(ends[0].context.conditions, evaluator) else {
                        continue
                    }
                    let hierarchy = WidgetURLConflict(
                        root: walk.root,
                        presentation: presentation,
                        members: members(together),
                        hasOneExpression: hasOneExpression(together) ? true : nil
                    )
                    if !found.contains(hierarchy) { found.append(hierarchy) }
                }
            }
        }
        return Self.largest(found)
    }

    /// Whether all are modifiers in one chain, such as `view.widgetURL(url).padding().widgetURL(url)`, with the same
    /// expression.
    private func hasOneExpression(_ occurrences: [ViewWalk.LinkOccurrence]) -> Bool {
        guard let first = occurrences.first?.source, Set(occurrences.map(\.link)).count > 1 else { return false }
        let chain = first.modifiedView
        // A function may return something else each time.
        guard let url = first.onlyUnlabeled, url.dottedNames != nil else { return false }
        return occurrences.allSatisfy { occurrence in
            occurrence.source?.modifiedView.id == chain.id
                && occurrence.source?.onlyUnlabeled?.dottedNames == url.dottedNames
        }
    }

    /// Returns the members of one hierarchy. A single modifier with one URL that is shown several times counts once.
    private func members(_ occurrences: [ViewWalk.LinkOccurrence]) -> [WidgetURLConflict.Member] {
        var members: [WidgetURLConflict.Member] = []
        for occurrence in occurrences {
            let member = WidgetURLConflict.Member(
                place: occurrence.place,
                link: occurrence.link,
                value: occurrence.value,
                isRepeated: occurrence.context.isRepeated
            )
            if !members.contains(member) { members.append(member) }
        }
        if members.count == 1 { members.append(members[0]) }
        return members.sorted {
            $0.place != $1.place
                ? $0.place < $1.place : $0.value.alternatives.lexicographicallyPrecedes($1.value.alternatives)
        }
    }

    /// Removes duplicate and partial sets. Prefers configurations over views.
    private static func largest(_ widgetURLConflicts: [WidgetURLConflict]) -> [WidgetURLConflict] {
        let sorted = widgetURLConflicts.sorted { left, right in
            if left.members.count != right.members.count { return left.members.count > right.members.count }
            if (left.presentation == nil) != (right.presentation == nil) { return left.presentation != nil }
            if left.root != right.root { return left.root < right.root }
            let names = (left.presentation?.rawValue ?? "", right.presentation?.rawValue ?? "")
            if names.0 != names.1 { return names.0 < names.1 }
            return left.members.map(\.place).lexicographicallyPrecedes(right.members.map(\.place))
        }
        var kept: [WidgetURLConflict] = []
        var places: [Set<Place>] = []
        for hierarchy in sorted {
            let own = Set(hierarchy.members.map(\.place))
            if places.contains(where: { own.isSubset(of: $0) }) { continue }
            kept.append(hierarchy)
            places.append(own)
        }
        return kept.sorted { left, right in
            guard let first = left.members.first?.place, let second = right.members.first?.place, first != second else {
                return left.root < right.root
            }
            return first < second
        }
    }
}

extension Array {
    /// Returns the elements with equal keys together, in order of the first element of each group.
    ///
    /// The order matters: of equal conflicts, the first one counts, and what a condition is found to be may depend on
    /// which others were evaluated before.
    fileprivate func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var indices: [Key: Int] = [:]
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if let index = indices[key] {
                groups[index].elements.append(element)
            } else {
                indices[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}

extension FunctionCallExprSyntax {
    /// The view that the chain of modifiers begins with, up to and including this one.
    fileprivate var modifiedView: ExprSyntax {
        var current = ExprSyntax(self)
        while let call = current.as(FunctionCallExprSyntax.self), let base = call.base { current = base }
        return current
    }
}
#endif
