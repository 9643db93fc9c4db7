package import SchemeModel

/// One assignment of a setting: a name, conditions, and the text of the value.
package struct SettingAssignment: Hashable, Sendable {
    /// `[parameter=pattern]` after a name.
    package struct Condition: Hashable, Sendable {
        package var parameter: String
        package var pattern: String

        package init(_ parameter: String, _ pattern: String) {
            self.parameter = parameter
            self.pattern = pattern
        }
    }

    package var name: ByteString
    /// The conditions in source order. All must match.
    package var conditions: [Condition]
    /// The text in the source, with continuation lines joined.
    package var value: String
    /// The location of the value, or of the name if the value is empty; `nil` if it isn't from a file.
    package var place: Place?
    /// The location of the name with its conditions.
    package var nameRange: SourceRange?

    package init(
        _ name: ByteString,
        conditions: [Condition] = [],
        value: String,
        place: Place? = nil,
        nameRange: SourceRange? = nil
    ) {
        self.name = name
        self.conditions = conditions
        self.value = value
        self.place = place
        self.nameRange = nameRange
    }

    /// Creates an assignment from a key of `buildSettings` or of a command line, and its value.
    ///
    /// The key may have conditions (`NAME[sdk=iphone*]`). Returns `nil` if the key is not a valid name.
    package init?(key: String, value: String, place: Place? = nil, nameRange: SourceRange? = nil) {
        guard let (name, conditions) = XCConfigLine.name(inKey: key) else { return nil }
        self.init(ByteString(name), conditions: conditions, value: value, place: place, nameRange: nameRange)
    }

    /// Returns the text for an array value in a project.
    ///
    /// The elements are joined with spaces, with blanks, quotes and backslashes escaped.
    package static func text(ofElements elements: [String]) -> String {
        elements.map { TextOperators.quoted($0) }.joined(separator: " ")
    }
}
