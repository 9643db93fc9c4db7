package import Foundation
package import SchemeManifests
import SchemeModel

/// Foundation's own reading of a whole property list, to compare ours with.
package enum FoundationValue {
    /// What Foundation reads, and which format it takes it for; `nil` when it refuses.
    ///
    /// - Precondition: ``isSafe(_:)``
    package static func read(_ bytes: [UInt8]) -> (root: Any, format: PropertyListSerialization.PropertyListFormat)? {
        var format = PropertyListSerialization.PropertyListFormat.xml
        // Why it refuses is of no interest.
        guard let root = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
        else { return nil }
        return (root, format)
    }

    /// Whether Foundation may be asked: nesting ends its process from 9 500 containers on, and binary property lists of 53
    /// bytes damage its memory.
    package static func isSafe(_ bytes: [UInt8]) -> Bool {
        guard !bytes.starts(with: "bplist".utf8) else { return false }
        return bytes.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") } <= 2_000
    }

    /// Whether `node` is what Foundation made of the same text.
    package static func agrees(_ node: PropertyNode, _ value: Any) -> Bool {
        switch node.content {
        case .array(let elements):
            guard let array = value as? [Any], array.count == elements.count else { return false }
            return zip(elements, array).allSatisfy { agrees($0, $1) }
        case .dictionary(let members):
            // A dictionary of one number under `CF$UID` is an object of keyed archives to Foundation.
            if members.map(\.key) == ["CF$UID"], !(value is [String: Any]) { return true }
            // NSDictionary compares keys as Foundation's dictionaries do; Swift's would merge é with e and accent.
            guard let dictionary = value as? NSDictionary else { return false }
            // Foundation takes é, and e with an accent, for one key; we do not.
            guard dictionary.count == members.count else {
                return Set(members.map(\.key.string)).count == dictionary.count
            }
            return members.allSatisfy { member in
                dictionary.object(forKey: NSString(string: member.key.string)).map { agrees(member.value, $0) } ?? false
            }
        case .scalar(let scalar):
            return agrees(scalar, value)
        }
    }

    private static func agrees(_ scalar: PropertyValue, _ value: Any) -> Bool {
        switch scalar {
        case .string(let text): (value as? String).map { ByteString($0) == ByteString(text) } ?? false
        case .boolean(let truth): value as? Bool == truth
        case .integer(let integer): (value as? NSNumber)?.int64Value == integer
        case .real(let real):
            (value as? NSNumber).map { $0.doubleValue == real || ($0.doubleValue.isNaN && real.isNaN) } ?? false
        case .data(let count): (value as? Data)?.count == count
        case .date: value is Date
        case .array, .dictionary, .other: false
        }
    }
}
