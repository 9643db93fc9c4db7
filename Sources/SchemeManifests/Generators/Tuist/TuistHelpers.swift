import SchemeModel

/// The constants of a project's helpers (`Tuist/ProjectDescriptionHelpers`), which its manifests use.
///
/// - Source: tuist/tuist, Constants.swift `helpersDirectoryName` (seen 2026-11-22).
struct TuistHelpers {
    private let constants: SwiftConstants

    /// The number of files and folders that are looked at; projects have a dozen.
    private static let most = 100

    /// Reads the helpers of the project whose root is `root`.
    ///
    /// Constants with the same name in several files have no value.
    init(at root: Path, _ files: ProjectFileSystem, limits: Limits) {
        var text: [UInt8] = []
        var folders = [root.appending("Tuist/ProjectDescriptionHelpers")]
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
        constants = SwiftConstants(text, trustsConditions: false)
    }

    /// Returns the value of the constant that `literal` names, as if it were written there; `nil` if it is not read.
    ///
    /// The expressions get places inside the name, each its own. A value with more expressions than that is not read.
    func value(_ literal: SwiftLiteral) -> SwiftLiteral? {
        guard case .name(let path) = literal.content, path.count > 1, path.first != "" else { return nil }
        let value = constants.value(literal)
        if case .name(path) = value.content { return nil }
        var next = literal.range.lowerBound
        guard var made = Self.moved(value, to: literal.range, &next) else { return nil }
        if case .other = made.content { return nil }
        made.range = literal.range
        return made
    }

    /// Names with which Tuist's own types begin; any other name means something else in another file.
    private static let types: Set<String> = [
        "", "Destination", "Destinations", "Entitlements", "InfoPlist", "Path", "Platform", "Product", "Set",
        "Settings", "TargetScript", "nil",
    ]

    private static func moved(_ literal: SwiftLiteral, to range: Range<Int>, _ next: inout Int) -> SwiftLiteral? {
        guard next < range.upperBound else { return nil }
        // What the text at this place says is not what the helper says.
        var made = SwiftLiteral(content: .other, range: next..<next)
        next += 1
        switch literal.content {
        case .text, .flag: made.content = literal.content
        case .other: break
        case .name(let path): if types.contains(path[0]) { made.content = literal.content }
        case .list(let elements):
            var list: [SwiftLiteral] = []
            for element in elements {
                guard let element = moved(element, to: range, &next) else { return nil }
                list.append(element)
            }
            made.content = .list(list)
        case .pairs(let pairs):
            var all: [(key: SwiftLiteral, value: SwiftLiteral)] = []
            for pair in pairs {
                guard let key = moved(pair.key, to: range, &next), let value = moved(pair.value, to: range, &next)
                else { return nil }
                all.append((key, value))
            }
            made.content = .pairs(all)
        case .call(let path, let arguments):
            guard types.contains(path[0]) else { break }
            var all: [SwiftLiteral.Argument] = []
            for argument in arguments {
                guard let value = moved(argument.value, to: range, &next) else { return nil }
                all.append(SwiftLiteral.Argument(label: argument.label, value: value))
            }
            made.content = .call(path, all)
        }
        return made
    }
}
