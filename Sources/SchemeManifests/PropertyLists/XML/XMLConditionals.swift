/// Tracks the preprocessor groups (`#if` … `#else` … `#endif`) around the current position in an XML property list.
///
/// No condition is evaluated here, so every branch is read. The tracker determines which branches always apply
/// together.
struct XMLConditionals {
    /// A branch of a group, or the text outside all groups.
    struct Branch: Hashable {
        fileprivate var index: Int

        /// The text outside all groups.
        static let none = Branch(index: -1)
    }

    /// The state at `#if`, which each further branch of the group must match.
    struct GroupStart {
        /// The `#if` line.
        var range: Range<Int>
        /// The start of the innermost container; `nil` outside the root.
        var container: Int?
        /// The key that awaited its value, if any.
        var awaiting: Int?
    }

    private(set) var current = Branch.none
    private var groups: [(opening: GroupStart, parent: Branch)] = []
    /// The parent and the nesting depth of each branch.
    private var branches: [(parent: Branch, depth: Int)] = []

    /// The number of open groups.
    var depth: Int { groups.count }

    /// Whether the current position is inside a group.
    var isConditional: Bool { !groups.isEmpty }

    mutating func begin(_ opening: GroupStart) {
        groups.append((opening, current))
        branches.append((current, groups.count))
        current = Branch(index: branches.count - 1)
    }

    /// Starts the next branch of the innermost group.
    ///
    /// - Returns: The state at the start of the group, or `nil` if no group is open.
    mutating func alternate() -> GroupStart? {
        guard let group = groups.last else { return nil }
        branches.append((group.parent, groups.count))
        current = Branch(index: branches.count - 1)
        return group.opening
    }

    /// Ends the innermost group.
    ///
    /// - Returns: Whether a group was open.
    mutating func end() -> Bool {
        guard let group = groups.popLast() else { return false }
        current = group.parent
        return true
    }

    /// Returns whether one branch contains the other or both are the same.
    ///
    /// The inner one then never applies without the outer.
    func coincide(_ left: Branch, _ right: Branch) -> Bool {
        var (left, right) = (left, right)
        while depth(of: left) > depth(of: right) { left = branches[left.index].parent }
        while depth(of: right) > depth(of: left) { right = branches[right.index].parent }
        return left == right
    }

    private func depth(of branch: Branch) -> Int { branch == .none ? 0 : branches[branch.index].depth }
}
