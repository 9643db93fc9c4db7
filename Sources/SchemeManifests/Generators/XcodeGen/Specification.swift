import SchemeModel
import SchemeYAML

/// An XcodeGen specification with its includes and expanded templates.
struct Specification {
    /// The tree. The ``YAMLNode/file`` of its values is an index into ``files``.
    var root: YAMLNode
    /// The absolute path of the folder that its paths are relative to, which is the project's folder.
    var folder: Path
    /// Whether all of it could be read, apart from ``unread``.
    var isWhole: Bool
    /// Whether it looks like a specification, by its tree, or by its text if it is invalid.
    var isXcodeGenSpec: Bool
    /// The file itself, then its includes, in the order of reading.
    var files: [File]
    /// The errors in the specification.
    var mistakes: [SpecificationMistake] = []
    /// Unread includes, which may define anything.
    var unread: [UnreadInclude] = []
    /// Includes whose names differ in case from the files, which are read.
    var respelled: [PathCaseMismatch] = []
    var problems: [Problem] = []

    struct File: Sendable {
        /// The absolute path.
        var path: Path
        var digest: String
    }
}

/// An error in a specification.
struct SpecificationMistake: Hashable {
    var cause: String
    var place: Place
    /// The key that appears twice in one mapping, if that is the error. XcodeGen then uses the last one.
    var repeatedKey: String?
}

extension SpecificationMistake {
    /// The irregularity of the specification.
    var irregularity: Irregularity {
        guard let repeatedKey else { return Irregularity(.malformedProject, cause: cause, place: place) }
        return Irregularity(.duplicateKey, subject: repeatedKey, cause: cause, place: place)
    }
}

/// An included file that is not read.
struct UnreadInclude: Hashable {
    /// The path in the source.
    var path: Path
    /// The location of the include.
    var place: Place
    var reason: Reason

    enum Reason: Hashable {
        case missing
        /// Environment variables determine whether it is included, or which file it is.
        case environment([String])
    }
}

extension UnreadInclude {
    /// Returns an irregularity of the specification.
    ///
    /// - Parameter targets: The names of the targets that depend on the file.
    func irregularity(targets: [String]) -> Irregularity {
        let what: String
        let kind: String
        switch reason {
        case .missing:
            kind = "specification"
            what = "the included specification '\(path.display)' is missing"
        case .environment(let variables):
            kind = "conditional-specification"
            let names = variables.map { "${\($0)}" }.joined(separator: " and ")
            let decides = variables.count == 1 ? "variable \(names) decides" : "variables \(names) decide"
            what = "the specification '\(path.display)' was skipped: the environment \(decides) whether it is included"
        }
        return Irregularity(
            .missingPart,
            subject: path.display,
            found: kind,
            cause: what + Self.clause(dependents: targets),
            place: place
        )
    }

    private static func clause(dependents targets: [String]) -> String {
        guard let first = targets.first else { return "" }
        if targets.count == 1 { return "; the target '\(first)' needs it" }
        return "; the targets \(targets.map { "'\($0)'" }.inWords(atMost: 3)) need it"
    }
}
