import SchemeManifests
import SchemeModel

/// Converts the values of other formats to XML, since an app is the same in any format.
enum PropertyXML {
    /// Checks that the XML reader reads the value of `root` from its XML form.
    ///
    /// - Throws: ``Violation`` if it doesn't.
    static func check(of root: PropertyNode) throws {
        let value = root.value
        guard let text = text(of: value), text.utf8.count <= 1 << 20 else { return }
        let read = Result { () throws(PropertyListError) in
            try XMLPropertyReader.read(Array("<plist>\(text)</plist>".utf8), wanted: .all, limits: .standard)
        }
        switch read {
        case .success(let document):
            try require(same(document.root.value, value), "converted to XML it reads differently: \(text.prefix(1000))")
        case .failure(.overLimit): return
        case .failure(.malformed(let irregularity)):
            throw Violation("converted to XML it is malformed: \(irregularity.cause ?? "") in \(text.prefix(1000))")
        }
    }

    /// Returns the element for `value`; `nil` for values that XML doesn't support.
    private static func text(of value: PropertyValue) -> String? {
        switch value {
        case .string(let text): return "<string>\(escaped(text))</string>"
        case .integer(let number): return "<integer>\(number)</integer>"
        case .real(let number): return "<real>\(number)</real>"
        case .boolean(let truth): return truth ? "<true/>" : "<false/>"
        case .date(let text): return "<date>\(escaped(text))</date>"
        case .data(let count):
            guard count < 1 << 16 else { return nil }
            return "<data>\(String(repeating: "AAAA", count: count / 3))\(["", "AA==", "AAA="][count % 3])</data>"
        case .array(let elements):
            var all = "<array>"
            for element in elements {
                guard let text = text(of: element) else { return nil }
                all += text
            }
            return all + "</array>"
        case .dictionary(let entries):
            var all = "<dict>"
            for entry in entries {
                guard let text = text(of: entry.value) else { return nil }
                all += "<key>\(escaped(entry.key.string))</key>\(text)"
            }
            return all + "</dict>"
        case .other: return nil
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // CoreFoundation removes one byte order mark from the start of a string in XML.
        if text.unicodeScalars.first == "\u{FEFF}" { result.append("\u{FEFF}") }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;".unicodeScalars
            case "<": result += "&lt;".unicodeScalars
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Compares by bytes. NaN equals itself.
    private static func same(_ left: PropertyValue, _ right: PropertyValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): ByteString(left) == ByteString(right)
        case (.real(let left), .real(let right)): left == right || (left.isNaN && right.isNaN)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { same($0, $1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.key == $1.key && same($0.value, $1.value) }
        default: left == right
        }
    }
}
