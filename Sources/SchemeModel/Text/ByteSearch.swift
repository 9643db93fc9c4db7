extension ArraySlice<UInt8> {
    /// Returns the range of the first occurrence of `other`; `nil` if it has none, or `other` is empty.
    ///
    /// The standard library's function of this name takes many times as long. The compiler prefers this one.
    package func firstRange(of other: [UInt8]) -> Range<Int>? {
        guard let first = other.first, count >= other.count else { return nil }
        let last = endIndex - other.count
        return withUnsafeBufferPointer { text in
            let start = (0...last - startIndex).first { start in
                text[start] == first && other.indices.allSatisfy { text[start + $0] == other[$0] }
            }
            return start.map { startIndex + $0..<startIndex + $0 + other.count }
        }
    }
}

extension [UInt8] {
    /// Returns the range of the first occurrence of `other`; `nil` if it has none, or `other` is empty.
    package func firstRange(of other: [UInt8]) -> Range<Int>? { self[...].firstRange(of: other) }
}
