package import Foundation
package import SchemeManifests
import SchemeModel

/// Foundation's property list parser, to compare with ours.
package enum FoundationValue {
    /// Returns the value and the detected format; `nil` if Foundation rejects the bytes.
    ///
    /// - Precondition: ``isSafe(_:)``
    package static func read(_ bytes: [UInt8]) -> (root: Any, format: PropertyListSerialization.PropertyListFormat)? {
        var format = PropertyListSerialization.PropertyListFormat.xml
        // The reason for the rejection doesn't matter.
        guard let root = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
        else { return nil }
        return (root, format)
    }

    /// Whether Foundation can parse the bytes safely: 9,500 nested containers crash it, and binary property lists of 53
    /// bytes corrupt its memory.
    package static func isSafe(_ bytes: [UInt8]) -> Bool {
        guard !bytes.starts(with: "bplist".utf8) else { return false }
        return bytes.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") } <= 2_000
    }

    /// Whether `node` has the same value as Foundation's result.
    package static func agrees(_ node: PropertyNode, _ value: Any) -> Bool {
        switch node.content {
        case .array(let elements):
            guard let array = value as? [Any], array.count == elements.count else { return false }
            return zip(elements, array).allSatisfy { agrees($0, $1) }
        case .dictionary(let members):
            // Foundation treats a dictionary with only a number for `CF$UID` as an object of a keyed archive.
            if members.map(\.key) == ["CF$UID"], !(value is [String: Any]) { return true }
            // NSDictionary compares keys like Foundation. Swift's dictionary would merge precomposed and decomposed é.
            guard let dictionary = value as? NSDictionary else { return false }
            // Foundation treats precomposed and decomposed é as one key; we don't.
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
