import Foundation
import SchemeModel
import SchemeYAML

extension FuzzTarget {
    /// The readers of YAML and JSON.
    static let documents = [
        FuzzTarget(
            "yaml",
            "a YAML document",
            dictionary: .document,
            seeds: Seeds(["yml", "yaml"], in: ["SchemeYAMLTests"])
        ) {
            _ = try DocumentCheck($0, YAMLReader.read).run()
        },
        FuzzTarget("json", "a JSON document", dictionary: .document, seeds: Seeds(["json"], in: ["SchemeYAMLTests"])) {
            bytes in
            let result = try DocumentCheck(bytes, JSONReader.read).run()
            guard let value = StrictJSON.read(bytes) else { return }
            switch result {
            case .success(let document):
                try require(StrictJSON.agrees(document.root, value), "Foundation reads other values")
                // JSON is almost a subset of YAML, so both readers agree on what both accept. But libyaml, like YAML 1.1,
                // takes U+0085, U+2028 and U+2029 for line breaks, and folds them into spaces.
                let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
                guard !text.contains(where: { ["\u{85}", "\u{2028}", "\u{2029}"].contains($0) }) else { return }
                guard let yaml = try? YAMLReader.read(bytes, limits: .small) else { return }
                try require(StrictJSON.agrees(yaml.root, value), "as YAML it has other values")
            case .failure(.overLimit): return
            case .failure(.malformed(let cause, _)): throw Violation("JSON is refused: \(cause)")
            }
        },
    ]
}

/// The invariants of reading a document.
private struct DocumentCheck {
    typealias Reader = ([UInt8], Limits, Int) throws(YAMLError) -> YAMLDocument

    private let bytes: [UInt8]
    private let places: Places
    private let reader: Reader

    init(_ bytes: [UInt8], _ reader: @escaping Reader) {
        self.bytes = bytes
        self.reader = reader
        places = Places(in: bytes)
    }

    /// - Throws: ``Violation``.
    func run() throws -> Result<YAMLDocument, YAMLError> {
        let result = Result { () throws(YAMLError) in try reader(bytes, .small, 7) }
        switch result {
        case .success(let document):
            try check(document.root)
            for key in document.duplicateKeys {
                try places.check(key.range, "a key that stands twice")
                try places.check(key.earlier, "a key that stands twice")
            }
        case .failure(.malformed(let cause, let range)):
            try require(!cause.isEmpty && cause.utf8.count < 2048, "a cause of \(cause.utf8.count) bytes")
            try places.check(range, cause)
        case .failure(.overLimit(let what, _)): try require(!what.isEmpty, "a limit without a name")
        }
        if bytes.dice % 8 == 0 {
            try require(
                result == Result { () throws(YAMLError) in try reader(bytes, .small, 7) },
                "two readings differ"
            )
        }
        return result
    }

    private func check(_ root: YAMLNode) throws {
        var open = [(node: root, depth: 0)]
        var count = 0
        while let (node, depth) = open.popLast() {
            count += 1
            try require(node.file == 7, "a value of another file")
            try require(depth <= Limits.small.depth, "\(depth) containers inside one another")
            try places.check(node.range, "a value")
            if let inner = node.inner {
                try places.check(inner, "a text")
                try Places.check(inner, inside: node.range, "a text")
            }
            try places.check(node.focus, "a value")
            open += (node.elements ?? []).map { ($0, depth + 1) }
            for member in node.members ?? [] {
                try places.check(member.keyRange, "a key")
                open.append((member.value, depth + 1))
            }
            let keys = (node.members ?? []).map { ByteString($0.key) }
            try require(Set(keys).count == keys.count, "a key stands twice")
        }
        try require(count <= Limits.small.objectVisits, "\(count) values")
    }
}

/// Foundation's JSON parser, which is strict.
private enum StrictJSON {
    /// Returns the value that Foundation reads; `nil` if it rejects the bytes, or if they aren't UTF-8. Foundation also
    /// accepts other encodings.
    static func read(_ bytes: [UInt8]) -> Any? {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard !text.contains(0), String(validating: text, as: UTF8.self) != nil else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    }

    /// Whether `node` has the same value as Foundation's result.
    static func agrees(_ node: YAMLNode, _ value: Any) -> Bool {
        switch node.content {
        case .sequence(let elements):
            guard let array = value as? [Any], array.count == elements.count else { return false }
            return zip(elements, array).allSatisfy { agrees($0, $1) }
        case .mapping(let members):
            guard let object = value as? [String: Any] else { return false }
            // Swift dictionaries treat precomposed and decomposed é as one key, so the members are compared
            // individually.
            let hasTwins = Set(members.map(\.key)).count < members.count
            return hasTwins
                || (object.count == members.count
                    && members.allSatisfy { member in object[member.key].map { agrees(member.value, $0) } ?? false })
        case .scalar(let scalar):
            if !scalar.isPlain { return (value as? String).map { ByteString($0) == ByteString(scalar.text) } ?? false }
            switch scalar.text {
            case "null": return value is NSNull
            case "true": return value as? Bool == true
            case "false": return value as? Bool == false
            default: return agrees(number: scalar.text, value)
            }
        }
    }

    /// Whether Foundation's result is the number that `text` is.
    ///
    /// Foundation reads a number of more than 17 digits as a decimal number, from which it computes an inexact
    /// `doubleValue`. The decimal number itself is exact for as many digits as it has.
    private static func agrees(number text: String, _ value: Any) -> Bool {
        guard let number = Double(text) else { return false }
        if let value = value as? NSDecimalNumber { return value.decimalValue == Decimal(string: text) }
        return (value as? NSNumber)?.doubleValue == number
    }
}
