/// Groups members that share a name, directly or transitively.
struct DisjointSets<Name: Hashable> {
    /// For each member, an earlier one of its family, or itself.
    private var parents: [Int] = []
    private var firstByName: [Name: Int] = [:]

    /// Adds the member `number`. Members are added in order.
    mutating func add(_ number: Int, _ names: [Name]) {
        parents.append(number)
        for name in names {
            guard let other = firstByName[name] else {
                firstByName[name] = number
                continue
            }
            let (one, two) = (first(of: other), first(of: number))
            parents[max(one, two)] = min(one, two)
        }
    }

    /// Returns the first member of the family of `number`.
    func first(of number: Int) -> Int {
        var number = number
        while parents[number] != number { number = parents[number] }
        return number
    }
}
