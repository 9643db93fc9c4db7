import Foundation
import SchemeModel

/// Decodes the values of a property list with Foundation, in one place.
enum FoundationValues {
    /// Returns the elements of the array at the root of the XML property list `document`.
    ///
    /// Returns `nil` if Foundation rejects it or decodes other types than `tags`. Dates are empty: their text in the
    /// input is kept.
    static func read(_ document: [UInt8], as tags: [XMLTag]) -> [PropertyValue]? {
        // The reason is useless: Foundation's messages name lines of a generated document.
        guard let root = try? PropertyListSerialization.propertyList(from: Data(document), options: [], format: nil),
            let elements = root as? [Any], elements.count == tags.count
        else { return nil }
        var values: [PropertyValue] = []
        values.reserveCapacity(elements.count)
        for (element, tag) in zip(elements, tags) {
            guard let value = value(of: element, as: tag) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func value(of element: Any, as tag: XMLTag) -> PropertyValue? {
        switch tag {
        case .string: (element as? String).map { .string($0) }
        case .true, .false: (element as? Bool).map { .boolean($0) }
        case .integer: (element as? NSNumber).map(integer)
        case .real: (element as? NSNumber).map { .real($0.doubleValue) }
        case .data: (element as? Data).map { .data(count: $0.count) }
        case .date: element is Date ? .date("") : nil
        case .plist, .array, .dict, .key: nil
        }
    }

    /// An integer that doesn't fit in a signed 64-bit integer becomes a real number. No manifest needs one.
    private static func integer(_ number: NSNumber) -> PropertyValue {
        if let integer = number as? Int64 { return .integer(integer) }
        return .real(number.doubleValue)
    }
}
