import SchemeModel
import SchemeYAML

/// A specification of XcodeGen with everything that it includes, templates filled in.
struct Specification {
    /// The tree; its values' ``YAMLNode/file`` counts in ``files``.
    var root: YAMLNode
    /// The absolute path of the folder that its paths begin at, which is that of the project.
    var folder: Path
    /// Whether all of it could be read, apart from ``unread``.
    var isWhole: Bool
    /// Whether it looks like one; where it cannot be read, whether its text does.
    var isXcodeGens: Bool
    /// The file itself, then those that it includes, in the order of reading.
    var files: [File]
    /// What is wrong with it.
    var faults: [SpecificationFault] = []
    /// Included files that are not read: they may define anything.
    var unread: [UnreadInclude] = []
    var problems: [Problem] = []

    struct File: Sendable {
        /// The absolute path.
        var path: Path
        var digest: String
    }
}

/// Something that keeps a specification from being what its author meant.
struct SpecificationFault: Hashable {
    var cause: String
    var place: Place
}

/// An included file that is not read.
struct UnreadInclude: Hashable {
    /// As it is written.
    var path: Path
    /// Where it is included.
    var place: Place
    var reason: Reason

    enum Reason: Hashable {
        case missing
        /// The environment variables with these names decide whether it is included, or which file it is.
        case environment([String])
    }
}

extension UnreadInclude {
    /// The same as an irregularity of the specification.
    ///
    /// - Parameter targets: the names of the targets that depend on the file.
    func irregularity(targets: [String]) -> Irregularity {
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        let what: String
        switch reason {
        case .missing:
            what = "the included specification '\(path.display)' is missing"
        case .environment(let variables):
            let names = variables.map { "${\($0)}" }.joined(separator: " and ")
            what = "the specification '\(path.display)' is not read: the environment variable \(names) decides about it"
        }
        return Irregularity(
            .missingPart,
            span: ValueSpan(keyPath: "", element: start),
            subject: path.display,
            found: "specification",
            cause: what + Self.clause(dependents: targets),
            place: place
        )
    }

    private static func clause(dependents targets: [String]) -> String {
        guard let first = targets.first else { return "" }
        if targets.count == 1 { return "; the target '\(first)' depends on it" }
        let names = targets.prefix(3).map { "'\($0)'" }
        let rest = targets.count - names.count
        let list =
            rest > 0
            ? names.joined(separator: ", ") + " and \(rest) more"
            : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        return "; the targets \(list) depend on it"
    }
}
