package import SchemeModel

/// The result of evaluating a setting or an expression.
package struct SettingResult<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value. References to unknown settings are kept as in the source. Empty if ``state`` is undefined.
    package var value: Value
    package var state: SettingState
    /// The locations of the assignments behind the value, outermost first, without duplicates.
    package var from: [Place]
    /// The assignments among them that aren't from a file, outermost first, without duplicates.
    package var given: [NonFileAssignment]
    /// The undefined settings, in order of appearance, without duplicates.
    ///
    /// Their references are empty, or kept for a bare `$NAME`.
    package var undefined: [String]
    /// The settings with unknown values, in order of appearance, without duplicates; empty unless ``state`` is unknown.
    package var unknown: [UnknownSetting]
    /// The errors in the texts involved, without duplicates.
    package var diagnostics: [SettingDiagnostic]

    package init(value: Value, state: SettingState) {
        self.value = value
        self.state = state
        from = []
        given = []
        undefined = []
        unknown = []
        diagnostics = []
    }
}

extension SettingResult<String> {
    /// Whether the text is true for a Boolean setting: its first character is `y`, `t` or a digit other than 0.
    ///
    /// - Source: swift-build, SWBUtil/String.swift, boolValue (seen 2026-11-27).
    var isTrue: Bool {
        value.utf8.first.map { "yYtT123456789".utf8.contains($0) } ?? false
    }
}

/// An assignment that comes from the command line or from Xcode, not from a file.
package struct NonFileAssignment: Hashable, Sendable, Codable {
    package var name: String
    /// The text of the value, with references.
    package var value: String
    /// Whether it is from the command line (`--set`), not from Xcode.
    package var isFromCall: Bool
    /// The number of locations in ``SettingResult/from`` before it.
    package var position: Int
}

/// The state of a setting's value.
package enum SettingState: String, Hashable, Sendable, Codable, CaseIterable {
    case defined
    /// No assignment applies, and no relevant file is missing. An expression is never undefined.
    case undefined
    /// The value depends on a missing file, on the machine that builds, or on too much work.
    case unknown
}

/// A setting whose value can't be determined.
package struct UnknownSetting: Hashable, Sendable, Codable {
    package enum Cause: Hashable, Sendable, Codable {
        /// It is undefined, but these missing files might define it.
        case missingFiles([MissingSettingsFile])
        /// It depends on the machine, the user or the version of Xcode.
        case buildMachine
        /// It depends on the project, target or configuration, which isn't given.
        case context
        /// It depends on the generation of the project: an environment, a program.
        case undecided
        /// Its evaluation was stopped.
        case overLimit
    }

    package var name: String
    package var cause: Cause

    package init(name: String, cause: Cause) {
        self.name = name
        self.cause = cause
    }
}

/// The type of a setting, which determines how its text is read.
package enum SettingType: String, Hashable, Sendable, Codable, CaseIterable {
    case string
    case boolean
    /// A string that is standardized when requested by its name, but not inside another value.
    case path
    case list
}
