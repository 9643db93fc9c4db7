package import SchemeModel

/// What evaluating a setting or an expression gave.
package struct SettingResult<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value. A reference to something unknown stands in it as it is written; where ``state`` is undefined, it is
    /// empty.
    package var value: Value
    package var state: SettingState
    /// The places of the assignments that made the value, outermost first, each once.
    package var from: [Place]
    /// The assignments among them that no file says, outermost first, each once.
    package var given: [GivenSetting]
    /// The settings that nothing defines and whose references therefore became empty (or stayed, for a bare `$NAME`),
    /// in order of appearance, each once.
    package var undefined: [String]
    /// The settings whose values are not known, in order of appearance, each once; empty unless ``state`` is unknown.
    package var unknown: [UnknownSetting]
    /// What is wrong with the texts that took part, each once.
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

/// An assignment that no file says.
package struct GivenSetting: Hashable, Sendable, Codable {
    package var name: String
    /// The text as it was given, references and all.
    package var value: String
    /// Whether the call gave it (`--set`); otherwise Xcode does.
    package var isFromCall: Bool
    /// How many of the places in ``SettingResult/from`` come before it.
    package var position: Int
}

/// What is known of a setting.
package enum SettingState: String, Hashable, Sendable, Codable, CaseIterable {
    case defined
    /// Nothing that applies assigns it, and no file that would is missing. An expression is never undefined.
    case undefined
    /// The value depends on a file that is missing, on the machine that builds, or on more work than is allowed.
    case unknown
}

/// A setting whose value cannot be known here.
package struct UnknownSetting: Hashable, Sendable, Codable {
    package enum Cause: Hashable, Sendable, Codable {
        /// Nothing that can be read defines it, and these files, which might, are missing.
        case missingFiles([MissingSettingsFile])
        /// The machine, the user or the version of Xcode decides.
        case buildMachine
        /// The project, target or configuration decides, and none is given.
        case context
        /// Whoever generates the project decides: an environment, a program.
        case undecided
        /// Its evaluation was given up.
        case overLimit
    }

    package var name: String
    package var cause: Cause

    package init(name: String, cause: Cause) {
        self.name = name
        self.cause = cause
    }
}

/// What a setting holds, which decides how its text is read.
package enum SettingType: String, Hashable, Sendable, Codable, CaseIterable {
    case string
    case boolean
    /// A string that is standardized when it is asked for by its name, not where it is part of another value.
    case path
    case list
}
