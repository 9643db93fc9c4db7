package import SchemeModel

/// One line of settings: a name, the conditions under which it counts, and the text of its value.
package struct SettingAssignment: Hashable, Sendable {
    /// `[parameter=pattern]` behind a name.
    package struct Condition: Hashable, Sendable {
        package var parameter: String
        package var pattern: String

        package init(_ parameter: String, _ pattern: String) {
            self.parameter = parameter
            self.pattern = pattern
        }
    }

    package var name: ByteString
    /// In the order written; all must match.
    package var conditions: [Condition]
    /// The text as written, continued lines joined.
    package var value: String
    /// The value, or the name where the value is empty; `nil` for what no file says.
    package var place: Place?
    /// The name with its conditions.
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

    /// A key of a project's `buildSettings` or of a command line (`NAME[sdk=iphone*]`) with its value; `nil` when the
    /// key is no name of a setting.
    package init?(key: String, value: String, place: Place? = nil, nameRange: SourceRange? = nil) {
        guard let (name, conditions) = XCConfigLine.name(inKey: key) else { return nil }
        self.init(ByteString(name), conditions: conditions, value: value, place: place, nameRange: nameRange)
    }

    /// The text for a value that a project writes as an array: the elements, each with its blanks, quotes and
    /// backslashes escaped, joined with one blank.
    package static func text(ofElements elements: [String]) -> String {
        elements.map { SettingText.quoted($0) }.joined(separator: " ")
    }
}

/// A file of settings that a level wants and that cannot be read.
package struct MissingSettingsFile: Hashable, Sendable, Codable {
    /// The path as it is written.
    package var path: Path
    /// The line that wants it.
    package var place: Place?
    /// The absolute path of a file that it seems to be copied from.
    package var template: Path?

    package init(path: Path, place: Place? = nil, template: Path? = nil) {
        self.path = path
        self.place = place
        self.template = template
    }
}

/// One table of settings, in the order in which they are applied: a later one wins over an earlier one.
package struct SettingLevel: Sendable {
    /// Where a level's settings are written.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case builtIn = "built-in"
        case project
        case projectFile = "project-xcconfig"
        case target
        case targetFile = "target-xcconfig"
        /// `--xcconfig`
        case commandLineFile = "command-line-xcconfig"
        /// `--set`
        case commandLine = "command-line"
        /// A manifest's own keys.
        case manifest
    }

    /// What a level assigns without that being read. What lies below says nothing of it.
    package enum Unread: Sendable {
        /// Values of these names.
        case names(Set<ByteString>)
        /// Values of any name but those that it assigns.
        case any
    }

    package let kind: Kind
    package let assignments: [SettingAssignment]
    /// Files that would have defined more; what is undefined in the scope is unknown while there are any.
    package let missing: [MissingSettingsFile]
    /// Names whose values are decided where the project is generated: unknown where nothing assigns them.
    package let undecided: Set<ByteString>
    /// Whether any name that nothing assigns may be such a one.
    package let isOpen: Bool
    /// What else it assigns, and is not read.
    package let unread: Unread
    /// Positions in ``assignments``, ascending, for each name.
    private let positions: [ByteString: [Int]]

    package init(
        _ kind: Kind,
        _ assignments: [SettingAssignment],
        missing: [MissingSettingsFile] = [],
        undecided: Set<ByteString> = [],
        isOpen: Bool = false,
        unread: Unread = .names([])
    ) {
        self.kind = kind
        self.assignments = assignments
        self.missing = missing
        self.undecided = undecided
        self.isOpen = isOpen
        self.unread = unread
        var positions: [ByteString: [Int]] = [:]
        for (index, assignment) in assignments.enumerated() {
            positions[assignment.name, default: []].append(index)
        }
        self.positions = positions
    }

    /// A `buildSettings` dictionary: Xcode applies it in ascending order of the keys, conditions included. Keys that
    /// are no names of settings are left out, as Xcode does.
    package init(
        _ kind: Kind,
        buildSettings: [(key: String, value: String, place: Place?)],
        missing: [MissingSettingsFile] = [],
        undecided: Set<ByteString> = [],
        isOpen: Bool = false,
        unread: Unread = .names([])
    ) {
        let sorted = buildSettings.sorted { ByteString($0.key) < ByteString($1.key) }
        self.init(
            kind,
            sorted.compactMap { SettingAssignment(key: $0.key, value: $0.value, place: $0.place) },
            missing: missing,
            undecided: undecided,
            isOpen: isOpen,
            unread: unread
        )
    }

    /// All assignments of `name`, whatever their conditions, as positions in ``assignments``.
    package func positions(of name: ByteString) -> [Int] { positions[name] ?? [] }

    /// Whether the level may assign `name` beyond ``assignments``, so that no lower one counts.
    ///
    /// - Parameter below: the level that would count.
    func hides(_ name: ByteString, from below: Kind) -> Bool {
        switch unread {
        case .names(let names): names.contains(name)
        // What Xcode defines is hardly ever assigned.
        case .any: below != .builtIn
        }
    }

    /// Every name that the level assigns, in order of bytes.
    package var names: [ByteString] { positions.keys.sorted() }
}
