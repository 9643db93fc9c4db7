/// One of Tuist's own functions, which a function of a project with the same name could be taken for.
///
/// - Source: tuist/tuist, Project.swift, Target.swift, Settings.swift (seen 2026-12-01).
struct TuistCall {
    private let paths: [[String]]
    private let labels: Set<String>
    /// Sets of labels from each of which it has one.
    private let required: [Set<String>]
    /// The same for a call that is meant even if it has other labels, as newer versions may; empty if there is none.
    private let typical: [Set<String>]

    static let project = TuistCall(
        paths: [["Project"], ["", "init"], ["Project", "init"]],
        labels: [
            "additionalFiles", "classPrefix", "fileHeaderTemplate", "name", "options", "organizationName", "packages",
            "resourceSynthesizers", "schemes", "settings", "targets",
        ],
        required: [["name"]],
        typical: [["name"], ["targets"]]
    )

    static let target = TuistCall(
        paths: [["Target"], ["", "target"], ["Target", "target"], ["", "init"], ["Target", "init"]],
        labels: [
            "actions", "additionalFiles", "buildRules", "buildableFolders", "bundleId", "copyFiles", "coreDataModels",
            "dependencies", "deploymentTarget", "deploymentTargets", "destinations", "entitlements", "environment",
            "environmentVariables", "headers", "infoPlist", "launchArguments", "mergeable", "mergedBinaryType",
            "metadata",
            "name", "onDemandResourcesTags", "platform", "product", "productName", "resources", "scripts", "settings",
            "sources", "type",
        ],
        required: [["name"], ["destinations", "platform"], ["product"], ["bundleId"]],
        typical: [["name"], ["destinations", "platform"], ["product"], ["bundleId"]]
    )

    static let settings = TuistCall(
        paths: [["Settings"], ["", "settings"], ["Settings", "settings"]],
        labels: [
            "base", "baseDebug", "configurations", "debug", "defaultConfiguration", "defaultSettings", "release",
        ],
        required: [],
        typical: []
    )

    /// The last names of Tuist's functions.
    static let names: Set<String> = ["dictionary", "extendingDefault", "file", "init", "settings", "target"]

    /// Whether it has such arguments.
    func accepts(_ arguments: [SwiftLiteral.Argument]) -> Bool {
        let given = Self.labels(of: arguments)
        return given.isSubset(of: labels) && Self.meets(required, given)
    }

    /// Whether `literal` calls it.
    func isMeant(by literal: SwiftLiteral) -> Bool {
        guard case .call(let path, let arguments) = literal.content, paths.contains(path) else { return false }
        return accepts(arguments) || !typical.isEmpty && Self.meets(typical, Self.labels(of: arguments))
    }

    private static func labels(of arguments: [SwiftLiteral.Argument]) -> Set<String> {
        Set(arguments.map { $0.label ?? "" })
    }

    private static func meets(_ sets: [Set<String>], _ labels: Set<String>) -> Bool {
        sets.allSatisfy { !$0.isDisjoint(with: labels) }
    }
}
