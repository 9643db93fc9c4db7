import SchemeModel

extension [Problem] {
    /// Returns the problems that a report for people shows. Of those with the same message, the last one that is shown
    /// counts the rest.
    func folded(atMost limit: Int = 20) -> [Problem] {
        let totals = Dictionary(map { (ByteString($0.message), 1) }, uniquingKeysWith: +)
        var counts: [ByteString: Int] = [:]
        return compactMap { problem in
            let message = ByteString(problem.message)
            let count = counts[message, default: 0] + 1
            counts[message] = count
            let rest = (totals[message] ?? 0) - limit
            guard count <= limit || rest == 1 else { return nil }
            guard count == limit, rest > 1 else { return problem }
            var last = problem
            last.message += "; the same is true of \(rest.grouped) more, which --format json lists"
            return last
        }
    }
}
