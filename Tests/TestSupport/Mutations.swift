extension [UInt8] {
    /// The bytes with one to four random changes: bits flipped, bytes set to telling values, cut off, doubled, or mixed
    /// with those of another sample.
    package func mutated(with other: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { return other }
            let index = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1:
                bytes[index] =
                    [0, 1, 0x0F, 0x7F, 0x80, 0xA0, 0xAF, 0xD1, 0xDF, 0xFF].randomElement(using: &generator) ?? 0
            case 2:
                bytes.removeSubrange(index...)
            case 3:
                bytes.remove(at: index)
            case 4:
                let end = Swift.min(bytes.count, index + Int.random(in: 1...16, using: &generator))
                bytes.insert(contentsOf: bytes[index..<end], at: index)
            default:
                guard !other.isEmpty else { continue }
                let start = Int.random(in: other.indices, using: &generator)
                let end = Swift.min(other.count, start + Int.random(in: 1...32, using: &generator))
                bytes.replaceSubrange(index..<Swift.min(bytes.count, index + end - start), with: other[start..<end])
            }
        }
        return bytes
    }
}
