import Foundation
import SchemeModel

/// Asks Foundation what the values of a property list are. The only place that does.
enum FoundationValues {
    /// The elements of the array that is the root of the XML property list `document`; `nil` when Foundation refuses it
    /// or reads them as something else than `tags` say. Dates come back empty: their text is theirs to keep.
    static func read(_ document: [UInt8], as tags: [XMLTag]) -> [PropertyValue]? {
        // Why it refused is of no use: Foundation's texts name lines of a document that nobody wrote.
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

    /// An integer beyond 64 bits with sign becomes a real number; no manifest has a use for one.
    private static func integer(_ number: NSNumber) -> PropertyValue {
        if let integer = number as? Int64 { return .integer(integer) }
        return .real(number.doubleValue)
    }
}
