/// Groups members that share a name, directly or transitively, into families.
package struct DisjointSets<Name: Hashable> {
    /// For each member, an earlier one of its family, or itself.
    private var parents: [Int] = []
    private var firstByName: [Name: Int] = [:]

    package init() {}

    /// Adds the next member; the first one has the number 0.
    package mutating func add(_ names: some Sequence<Name>) {
        let number = parents.count
        parents.append(number)
        for name in names {
            guard let other = firstByName[name] else {
                firstByName[name] = number
                continue
            }
            let (one, two) = (root(of: other), root(of: number))
            parents[max(one, two)] = min(one, two)
        }
    }

    /// The members of each family in order; families are ordered by their first members.
    package var families: [[Int]] {
        Dictionary(grouping: parents.indices, by: first(of:)).values.sorted { $0[0] < $1[0] }
    }

    /// Returns the first member of the family of `number`.
    package func first(of number: Int) -> Int {
        var number = number
        while parents[number] != number { number = parents[number] }
        return number
    }

    /// Returns the first member of the family of `number`, and shortens the way to it.
    private mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }
}
