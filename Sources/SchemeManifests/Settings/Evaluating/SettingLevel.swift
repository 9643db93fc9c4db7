package import SchemeModel

/// A missing or unreadable settings file that a level refers to.
package struct MissingSettingsFile: Hashable, Sendable, Codable {
    /// The path in the source.
    package var path: Path
    /// The line that refers to the file.
    package var place: Place?
    /// The absolute path of a template that the file seems to be copied from.
    package var template: Path?
    /// Whether the file exists, but is encrypted.
    package var isEncrypted: Bool

    package init(path: Path, place: Place? = nil, template: Path? = nil, isEncrypted: Bool = false) {
        self.path = path
        self.place = place
        self.template = template
        self.isEncrypted = isEncrypted
    }
}

/// One table of settings in order of application. Later assignments win.
package struct SettingLevel: Sendable {
    /// The source of a level's settings.
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

    /// The settings of a level that assigns some which can't be read. They hide the values of lower levels.
    package enum UnreadSettings: Sendable {
        /// Settings with these names.
        case names(Set<ByteString>)
        /// All settings other than its own assignments.
        case any
    }

    package let kind: Kind
    package let assignments: [SettingAssignment]
    /// Missing files that could define more settings. If there are any, undefined settings in the scope are unknown.
    package let missing: [MissingSettingsFile]
    /// Missing optional files (`#include?`). A setting that nothing else assigns is unknown where a value refers to it.
    package let absent: [MissingSettingsFile]
    /// Settings that are decided when the project is generated. They are unknown unless assigned.
    package let undecided: Set<ByteString>
    /// Whether any unassigned setting may be one of those.
    package let isOpen: Bool
    /// The unreadable assignments.
    package let unread: UnreadSettings
    /// The ascending positions in ``assignments`` for each name.
    private let positions: [ByteString: [Int]]

    package init(
        _ kind: Kind,
        _ assignments: [SettingAssignment],
        missing: [MissingSettingsFile] = [],
        absent: [MissingSettingsFile] = [],
        undecided: Set<ByteString> = [],
        isOpen: Bool = false,
        unread: UnreadSettings = .names([])
    ) {
        self.kind = kind
        self.assignments = assignments
        self.missing = missing
        self.absent = absent
        self.undecided = undecided
        self.isOpen = isOpen
        self.unread = unread
        var positions: [ByteString: [Int]] = [:]
        for (index, assignment) in assignments.enumerated() {
            positions[assignment.name, default: []].append(index)
        }
        self.positions = positions
    }

    /// Creates a level from a `buildSettings` dictionary.
    ///
    /// Xcode applies it in ascending order of the keys, including conditions, and ignores keys that are not valid
    /// names.
    package init(
        _ kind: Kind,
        buildSettings: [(key: String, value: String, place: Place?)],
        missing: [MissingSettingsFile] = [],
        undecided: Set<ByteString> = [],
        isOpen: Bool = false,
        unread: UnreadSettings = .names([])
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

    /// Returns the positions in ``assignments`` of all assignments of `name`, whatever their conditions.
    package func positions(of name: ByteString) -> [Int] { positions[name] ?? [] }

    /// Returns whether the level may assign `name` outside ``assignments``, which hides lower levels.
    ///
    /// - Parameter below: The level that would apply otherwise.
    func hides(_ name: ByteString, from below: Kind) -> Bool {
        switch unread {
        case .names(let names): names.contains(name)
        // Xcode's own settings are hardly ever assigned.
        case .any: below != .builtIn
        }
    }

    /// All names that the level assigns, in byte order.
    package var names: [ByteString] { positions.keys.sorted() }
}
