import SchemeModel

/// Comments `schemereg:allow` to add to one file of Swift or Objective-C code.
struct AllowComments {
    /// The reason, on one line.
    let reason: String
    /// The rules to allow by line, from 1.
    private var rules: [Int: Set<String>] = [:]

    init(reason: String) { self.reason = reason }

    /// Adds a finding of `rule` in `line`.
    mutating func add(_ rule: String, inLine line: Int) { rules[line, default: []].insert(rule) }

    /// The content of the file with a comment above each line, as far as that is possible.
    struct Result {
        var bytes: [UInt8] = []
        /// The number of bytes in the comment above each line, by the number that the line had before.
        var inserted: [Int: Int] = [:]
        /// The lines, as they were before, that have a comment now.
        var lines: Set<Int> { Set(inserted.keys) }
    }

    /// Returns the code with the comments. A line inside a string literal or after a continued line gets none, because a line
    /// above it isn't a comment.
    func added(to code: [UInt8]) -> Result {
        var result = Result()
        var isInString = false
        var continues = false
        for (index, line) in code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.bytes.append(UInt8(ascii: "\n")) }
            if let rules = rules[index + 1], !isInString, !continues {
                let start = result.bytes.count
                result.bytes += line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                result.bytes += Array("// schemereg:allow \(rules.sorted().joined(separator: ", ")) \(reason)".utf8)
                result.bytes += Array((line.last == UInt8(ascii: "\r") ? "\r\n" : "\n").utf8)
                result.inserted[index + 1] = result.bytes.count - start
            }
            result.bytes += line
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            continues = text.last == UInt8(ascii: "\\")
            // Even if the marks are in a comment, a missing comment is better than a changed string.
            if Self.marks(in: text) % 2 == 1 { isInString.toggle() }
        }
        return result
    }

    /// Returns the number of `"""` in a line.
    private static func marks(in line: ArraySlice<UInt8>) -> Int {
        var (count, run) = (0, 0)
        for byte in line {
            run = byte == UInt8(ascii: "\"") ? run + 1 : 0
            if run == 3 { (count, run) = (count + 1, 0) }
        }
        return count
    }
}
