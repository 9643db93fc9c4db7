import SchemeModel
import Synchronization

/// The constants and functions of a project's helpers (`Tuist/ProjectDescriptionHelpers`) and of those of its local plugins, which
/// its manifests use.
///
/// - Source: tuist/tuist, Constants.swift `helpersDirectoryName` (seen 2026-11-22).
struct TuistHelpers {
    private(set) var constants: SwiftConstants
    private var manifest: SwiftConstants?

    /// The number of files and folders that are looked at; projects have a dozen.
    private static let most = 100

    /// Reads the helpers of the project whose root is `root`.
    ///
    /// Constants with the same name in several files have no value.
    init(at root: Path, of origin: ProjectOrigin, _ files: ProjectFileSystem, limits: Limits) {
        var text: [UInt8] = []
        var folders = [root.appending("Tuist/ProjectDescriptionHelpers")]
        for plugin in Self.plugins(at: root, of: origin, files, limits: limits) {
            folders.append(plugin.appending("ProjectDescriptionHelpers"))
        }
        var seen = 0
        while let folder = folders.popLast(), seen < Self.most {
            let entries = (try? files.entries(of: folder) { $0.kind == .directory || $0.name.hasExtension("swift") })
            for entry in (entries ?? []).sorted(by: { $0.name < $1.name }) where seen < Self.most {
                seen += 1
                let path = folder.appending(entry.name)
                if entry.kind == .directory {
                    folders.append(path)
                } else if let contents = try? files.contents(of: path, limit: limits.generatorBytes),
                    text.count + contents.bytes.count <= limits.generatorBytes
                {
                    text += contents.bytes + [0x0A]
                }
            }
        }
        constants = Self.constants(in: text)
    }

    /// The helpers that were read last. Many manifests of a project use the same.
    private static let last = Mutex<(text: [UInt8], constants: SwiftConstants)?>(nil)

    private static func constants(in text: [UInt8]) -> SwiftConstants {
        if let last = last.withLock({ $0 }), last.text == text { return last.constants }
        let constants = SwiftConstants(text, trustsConditions: false)
        last.withLock { $0 = (text, constants) }
        return constants
    }

    /// Returns the folders of the local plugins that the configuration of the project names.
    ///
    /// - Source: tuist/tuist, Config.swift, TuistProject.swift (seen 2026-11-30).
    private static func plugins(
        at root: Path,
        of origin: ProjectOrigin,
        _ files: ProjectFileSystem,
        limits: Limits
    ) -> [Path] {
        for name: Path in ["Tuist.swift", "Tuist/Config.swift"] {
            let path = root.appending(name)
            // An unreadable configuration names no plugins, like a missing one.
            guard let text = try? files.contents(of: path, limit: limits.generatorBytes).bytes else { continue }
            let constants = SwiftConstants(text, trustsConditions: false)
            var source = TuistSource(text, mark: 0, constants: constants, file: path, origin: origin, limits: limits)
            source.root = root
            let call = constants.call(of: "Config") ?? constants.call(of: "Tuist")?["project"]
            let plugins = call?["plugins"].flatMap { source.elements($0) } ?? []
            return plugins.compactMap { $0["path"].flatMap { source.path($0) } }
        }
        return []
    }

    /// Returns the value of the constant that `literal` names, as if it were written there; `nil` if it is not read.
    ///
    /// - Parameter work: The number of expressions that may still be evaluated.
    func value(_ literal: SwiftLiteral, work: inout Int) -> SwiftLiteral? {
        guard case .name(let path) = literal.content, let value = constants.constant(path) else { return nil }
        return moved(value, to: literal.range, &work)
    }

    /// Returns the text that is the value of a case of the enumeration `type`; `nil` if it has none, or it is not read.
    func rawValue(of name: String, in type: [String], at range: Range<Int>, work: inout Int) -> SwiftLiteral? {
        constants.rawValue(of: name, in: type).flatMap { moved($0, to: range, &work) }
    }

    /// Returns the value of a computed property, in which `self` is the instance; `nil` if it is not read.
    func property(_ name: String, of type: [String], at range: Range<Int>, work: inout Int) -> SwiftLiteral? {
        constants.property(name, of: type).flatMap { moved($0, to: range, keeping: ["self"], &work) }
    }

    /// Takes the variables that the manifest changes for unknown, and its names for its own.
    mutating func adapt(to manifest: SwiftConstants, in text: [UInt8]) {
        constants.takeChanges(in: text)
        self.manifest = manifest
    }

    /// Returns the function that a call means, with the values of the helpers' constants; it is unknown over a limit.
    func callee(_ name: String, for arguments: [SwiftLiteral.Argument], work: inout Int) -> SwiftCallee {
        let callee = constants.callee(name, for: arguments)
        guard case .one(let function) = callee else { return callee }
        let made = function.mapped { literal, names in moved(literal, to: literal.range, keeping: names, &work) }
        return made.map { .one($0) } ?? .unknown
    }

    /// Names with which Tuist's own types begin; any other name means something else in another file.
    private static let types: Set<String> = [
        "", "Configuration", "Destination", "Destinations", "Entitlements", "InfoPlist", "Path", "Platform", "Product",
        "Project",
        "Set", "Settings", "Target", "TargetDependency", "TargetScript", "nil",
    ]
    /// How many constants lead from one to the next.
    private static let depth = 16

    /// Returns an expression of the helpers with the values of their constants, all at `range`; `nil` over a limit.
    ///
    /// - Parameter names: The names that stay as they are.
    private func moved(
        _ literal: SwiftLiteral,
        to range: Range<Int>,
        keeping names: Set<String> = [],
        depth: Int = 0,
        _ work: inout Int
    ) -> SwiftLiteral? {
        guard depth < Self.depth else { return nil }
        return literal.mapped(&work) { literal, work in
            var made = literal
            made.range = range
            switch literal.content {
            case .name(let path):
                if names.contains(path[0]) { break }
                // Inside a constant, the names of a function mean nothing.
                if let value = constants.constant(path) { return moved(value, to: range, depth: depth + 1, &work) }
                if !isKnown(path[0]) { made.content = .other }
            case .call(let path, _):
                let isRead =
                    names.contains(path[0]) || Self.types.contains(path[0])
                    || constants.hasFunction(named: path.joined(separator: "."))
                    || constants.isStructure(path) && isKnown(path[0])
                if !isRead { made.content = .other }
            case .text, .number, .flag, .list, .pairs, .sum, .choice, .fallback, .changed, .member, .contains, .other:
                break
            }
            return made
        }
    }

    /// Whether a name means the same in the manifest.
    private func isKnown(_ name: String) -> Bool {
        Self.types.contains(name) || constants.declares(name) && !(manifest?.declares(name) ?? false)
    }
}
