package import Foundation

/// A JSON Schema of the drafts up to 7, as far as the schemas in tests need it.
package struct JSONSchema {
    private let root: [String: Any]

    /// The supported keywords. Others would be ignored silently, so a schema that uses them is rejected.
    private static let supportedKeywords: Set<String> = [
        "type", "properties", "required", "additionalProperties", "items", "enum", "$ref", "minimum", "maximum",
        "minItems", "uniqueItems", "anyOf", "oneOf", "pattern", "minProperties", "maxItems", "maxProperties",
        "propertyNames",
        "exclusiveMaximum",
    ]
    /// The keywords that say nothing about validity, or only by a format.
    private static let silent: Set<String> = [
        "description", "default", "title", "format", "$schema", "$id", "id", "definitions",
    ]

    private struct Unknown: Error { let keyword: String }

    package init(at file: URL) throws { try self.init(Data(contentsOf: file)) }

    package init(_ text: Data) throws {
        root = try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
    }

    /// What is wrong with `value`, a line each; empty when it is valid.
    package func faults(of value: Any) throws -> [String] { try faults(of: value, by: root, at: "$") }

    private func faults(of value: Any, by schema: [String: Any], at path: String) throws -> [String] {
        if let reference = schema["$ref"] as? String { return try faults(of: value, by: target(reference), at: path) }
        if let unknown = schema.keys.first(where: { !Self.supportedKeywords.contains($0) && !Self.silent.contains($0) })
        {
            throw Unknown(keyword: unknown)
        }
        var faults: [String] = []
        func require(_ holds: Bool, _ what: String) { if !holds { faults.append("\(path): \(what)") } }
        if let type = schema["type"] as? String { require(Self.value(value, isOf: type), "is no \(type)") }
        if let types = schema["type"] as? [String] {
            require(types.contains { Self.value(value, isOf: $0) }, "is none of \(types.joined(separator: ", "))")
        }
        if let allowed = schema["enum"] as? [Any] {
            require(allowed.contains { ($0 as? NSObject) == (value as? NSObject) }, "\(value) is not in the list")
        }
        for keyword in ["anyOf", "oneOf"] {
            guard let choices = schema[keyword] as? [[String: Any]] else { continue }
            let valid = try choices.count { try self.faults(of: value, by: $0, at: path).isEmpty }
            require(keyword == "anyOf" ? valid > 0 : valid == 1, "\(valid) of \(keyword) hold")
        }
        if let number = value as? Double {
            if let minimum = schema["minimum"] as? Double {
                require(number >= minimum, "\(number) is below \(minimum)")
            }
            if let maximum = schema["maximum"] as? Double {
                require(number <= maximum, "\(number) is above \(maximum)")
            }
            if let maximum = schema["exclusiveMaximum"] as? Double {
                require(number < maximum, "\(number) is not below \(maximum)")
            }
        }
        if let text = value as? String, let pattern = schema["pattern"] as? String {
            require(text.range(of: pattern, options: .regularExpression) != nil, "'\(text)' does not match \(pattern)")
        }
        if let array = value as? [Any] { faults += try self.faults(ofArray: array, by: schema, at: path) }
        if let object = value as? [String: Any] { faults += try self.faults(ofObject: object, by: schema, at: path) }
        return faults
    }

    private func faults(ofArray array: [Any], by schema: [String: Any], at path: String) throws -> [String] {
        var faults: [String] = []
        if let least = schema["minItems"] as? Int, array.count < least { faults.append("\(path): has too few items") }
        if let most = schema["maxItems"] as? Int, array.count > most { faults.append("\(path): has too many items") }
        if schema["uniqueItems"] as? Bool == true, Set(array.compactMap { $0 as? NSObject }).count != array.count {
            faults.append("\(path): an item stands there twice")
        }
        if let items = schema["items"] as? [String: Any] {
            for (index, item) in array.enumerated() {
                faults += try self.faults(of: item, by: items, at: "\(path)[\(index)]")
            }
        }
        return faults
    }

    private func faults(ofObject object: [String: Any], by schema: [String: Any], at path: String) throws -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var faults = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(path): lacks \($0)" }
        if let least = schema["minProperties"] as? Int, object.count < least {
            faults.append("\(path): has too few members")
        }
        if let most = schema["maxProperties"] as? Int, object.count > most {
            faults.append("\(path): has too many members")
        }
        for (key, value) in object {
            if let names = schema["propertyNames"] as? [String: Any] {
                faults += try self.faults(of: key, by: names, at: "\(path)[\(key)]")
            }
            if let property = properties[key] {
                faults += try self.faults(of: value, by: property, at: "\(path).\(key)")
            } else if let others = schema["additionalProperties"] as? [String: Any] {
                faults += try self.faults(of: value, by: others, at: "\(path).\(key)")
            } else if schema["additionalProperties"] as? Bool == false {
                faults.append("\(path): has \(key)")
            }
        }
        return faults
    }

    private func target(_ reference: String) -> [String: Any] {
        reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] as? [String: Any] ?? [:] }
    }

    private static func value(_ value: Any, isOf type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": value is Bool
        case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
        case "number": value is Double
        case "null": value is NSNull
        default: false
        }
    }
}
