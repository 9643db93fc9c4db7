import SchemeModel

/// The targets of a project whose manifests can't be read for one reason.
struct AbsentManifests {
    /// Why the manifests can't be read.
    enum Reason {
        /// They have absolute paths outside the source folder.
        case outside
        /// They don't exist.
        case missing
        /// Their paths depend on unknown settings.
        case unknown
        /// They don't exist, and CMake makes them in its build folder, which is part of the source.
        case generated
    }

    private let reason: Reason
    private var targets: [String] = []
    private var first: (path: Path, place: Place, maker: String?)?

    init(_ reason: Reason) { self.reason = reason }

    /// Adds a target with the path of its manifest.
    ///
    /// - Parameters:
    ///   - place: The place of the path.
    ///   - maker: What seems to write the manifest, as a clause; `nil` if nothing is known about that.
    mutating func add(_ target: String, _ path: Path, at place: Place, madeBy maker: String? = nil) {
        if first == nil { first = (path, place, maker) }
        if !targets.contains(target), targets.count < Self.most { targets.append(target) }
    }

    /// Beyond this number of targets, the rest isn't counted.
    private static let most = 1_000

    /// The irregularity about all targets, at the first path; `nil` without targets.
    var irregularity: Irregularity? {
        guard let first else { return nil }
        return Irregularity(
            .missingPart,
            subject: first.path.display,
            found: reason == .generated ? "generated-manifest" : "manifest",
            cause: cause(first.path.display),
            place: first.place
        )
    }

    /// The problem about all targets, at the first path; `nil` without targets.
    var problem: Problem? {
        guard let first else { return nil }
        return Problem(
            code: .notFound,
            message: cause(first.path.display) + (first.maker.map { "; \($0)" } ?? ""),
            hint: hint,
            place: first.place
        )
    }

    private static let accepting = "or accept the problem as 'schemereg explain not-found' shows"

    private var hint: String {
        switch reason {
        case .outside: "use a path relative to the project, or skip the project with --exclude if nothing builds it"
        case .missing, .generated:
            "generate it before the check, remove the target if nothing builds it, run schemereg on the built app, "
                + Self.accepting
        case .unknown:
            "set what its path depends on with --set NAME=VALUE, run schemereg on the built app, " + Self.accepting
        }
    }

    private func cause(_ path: String) -> String {
        let isOne = targets.count == 1
        return switch reason {
        case .outside where isOne:
            "the target \(list) was not checked, because its manifest '\(path)' is outside the source folder"
        case .outside:
            "the targets \(list) were not checked, since their manifests have paths such as '\(path)'"
        case .missing where isOne, .generated where isOne:
            "the manifest '\(path)' of the target \(list) is missing, so its URL types are unknown"
        case .missing, .generated:
            "the manifests of the targets \(list), such as '\(path)', are missing, so their URL types are unknown"
        case .unknown where isOne:
            "the manifest path '\(path)' of the target \(list) is unknown, so its URL types are unknown"
        case .unknown:
            "the manifest paths of the targets \(list), such as '\(path)', are unknown, so their URL types are unknown"
        }
    }

    private var list: String {
        let names = targets.prefix(2).map { "'\($0)'" }
        let others = targets.count - names.count
        guard others > 0 else { return names.joined(separator: " and ") }
        return names.joined(separator: ", ") + " and \(others) other\(others == 1 ? "" : "s")"
    }
}
