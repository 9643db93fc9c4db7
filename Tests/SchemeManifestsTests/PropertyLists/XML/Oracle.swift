import Foundation
import SchemeManifests
import SchemeModel

/// Foundation's own reading of a whole property list, to compare ours with.
enum Oracle {
    /// Whether `node` is what Foundation made of the same text.
    static func agree(_ node: PropertyNode, _ value: Any) -> Bool {
        switch node.content {
        case .array(let elements):
            guard let array = value as? [Any], array.count == elements.count else { return false }
            return zip(elements, array).allSatisfy { agree($0, $1) }
        case .dictionary(let members):
            // A dictionary of one number under `CF$UID` is an object of keyed archives to Foundation.
            if members.map(\.key) == ["CF$UID"], !(value is [String: Any]) { return true }
            // NSDictionary compares keys as Foundation's dictionaries do; Swift's would merge é with e and accent.
            guard let dictionary = value as? NSDictionary, dictionary.count == members.count else { return false }
            return members.allSatisfy { member in
                dictionary.object(forKey: NSString(string: member.key.string)).map { agree(member.value, $0) } ?? false
            }
        case .scalar(let scalar):
            return agree(scalar, value)
        }
    }

    private static func agree(_ scalar: PropertyValue, _ value: Any) -> Bool {
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
