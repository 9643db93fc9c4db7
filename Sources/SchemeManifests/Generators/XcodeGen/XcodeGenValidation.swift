import SchemeModel
import SchemeYAML

/// Finds a dependency because of which XcodeGen rejects a specification, whatever the state of the checkout.
///
/// Nothing is built from such a file. It is often left over from an attempt to use XcodeGen.
///
/// - Source: yonaskolb/XcodeGen, Dependency.swift, SpecValidation.swift (seen 2026-11-23).
struct XcodeGenValidation {
    private let targets: [YAMLMember]
    private let names: Set<ByteString>
    private let packages: Set<ByteString>

    init(_ root: YAMLNode) {
        targets = root["targets"]?.members ?? []
        let aggregates = root["aggregateTargets"]?.members ?? []
        names = Set(
            (targets + aggregates).flatMap { [$0.key, $0.value["name"]?.string ?? $0.key] }.map { ByteString($0) }
        )
        let folders = (root["localPackages"]?.elements ?? []).compactMap(\.string).map {
            ByteString(Path($0).normalized.lastComponent.display)
        }
        packages = Set(
            (root["packages"]?.members ?? []).map { ByteString($0.key) } + folders
        )
    }

    /// Returns why XcodeGen rejects the specification, and the rejected dependency; `nil` if nothing is wrong.
    func rejection() -> (cause: String, node: YAMLNode)? {
        for target in targets {
            let name = target.value["name"]?.string ?? target.key
            for dependency in target.value["dependencies"]?.elements ?? [] {
                guard let mistake = mistake(in: dependency) else { continue }
                return ("XcodeGen rejects it: the target '\(name)' \(mistake)", dependency)
            }
        }
        return nil
    }

    private func mistake(in dependency: YAMLNode) -> String? {
        if let target = dependency["target"] {
            guard let name = target.string else {
                return target.elements == nil ? nil : "has a dependency that names several targets"
            }
            // A slash precedes a target of another project.
            guard !name.contains("/"), isKnown(name), !names.contains(ByteString(name)) else { return nil }
            return "depends on '\(name)', which is not a target"
        }
        guard let name = dependency["package"]?.string, isKnown(name), !packages.contains(ByteString(name)) else {
            return nil
        }
        return "depends on '\(name)', which is not a package"
    }

    /// Whether the environment doesn't determine the name.
    private func isKnown(_ name: String) -> Bool { SpecificationExpander.variables(in: name).isEmpty }
}
