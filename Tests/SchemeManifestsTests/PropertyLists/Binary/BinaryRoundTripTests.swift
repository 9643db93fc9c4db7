import Foundation
import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// What Foundation writes, the reader reads.
@Suite struct BinaryRoundTripTests {
    @Test(arguments: 0..<40)
    func readsWhatFoundationWrites(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let value = Self.value(depth: 0, using: &generator)
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.foundation(value),
            format: .binary,
            options: 0
        )
        let document = try BinaryPropertyReader.read(Array(data), wanted: .all, limits: .standard)
        #expect(Plain.value(document.root) == value)
        #expect(document.irregularities.isEmpty)
    }

    private static let characters = Array("aZ09 -.:_$()\n\"'\\\u{7F}éß€漢字😀\u{FEFF}\u{301}\u{202E}".unicodeScalars)

    private static func text(using generator: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            text.append(characters.randomElement(using: &generator) ?? "a")
        }
        return String(text)
    }

    /// A random tree whose dictionaries are in the order of their keys.
    private static func value(depth: Int, using generator: inout SeededGenerator) -> PropertyValue {
        switch Int.random(in: depth == 0 ? 6...7 : 0...(depth < 4 ? 7 : 5), using: &generator) {
        case 0: return .string(text(using: &generator))
        case 1:
            return .integer(Int64(truncatingIfNeeded: generator.next() >> UInt64.random(in: 0...63, using: &generator)))
        case 2: return .real(Double.random(in: -1e9...1e9, using: &generator))
        case 3: return .boolean(Bool.random(using: &generator))
        // From 1842 to 2160: Foundation's calendar has other days before 1582.
        case 4: return .date(iso(Double(Int64.random(in: -5_000_000_000...5_000_000_000, using: &generator))))
        case 5: return .data(count: Int.random(in: 0...40, using: &generator))
        case 6:
            return .array(
                (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    value(depth: depth + 1, using: &generator)
                }
            )
        default:
            var members: [ByteString: PropertyValue] = [:]
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                // Numbered, since Foundation takes keys for equal that differ only in their normal form.
                let key = ByteString("\(members.count)\(text(using: &generator))")
                members[key] = value(depth: depth + 1, using: &generator)
            }
            return .dictionary(members.map { .init(key: $0.key, value: $0.value) }.sorted { $0.key < $1.key })
        }
    }

    private static func iso(_ seconds: Double) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSinceReferenceDate: seconds))
    }

    private static func foundation(_ value: PropertyValue) throws -> Any {
        switch value {
        case .string(let text): return text
        case .integer(let number): return NSNumber(value: number)
        case .real(let number): return NSNumber(value: number)
        case .boolean(let isTrue): return NSNumber(value: isTrue)
        case .date(let text): return try #require(ISO8601DateFormatter().date(from: text))
        case .data(let count): return Data(repeating: 7, count: count)
        case .array(let elements): return try elements.map(foundation)
        case .dictionary(let entries):
            return try Dictionary(uniqueKeysWithValues: entries.map { ($0.key.string, try foundation($0.value)) })
        case .other: return try #require(nil as Any?)
        }
    }
}
