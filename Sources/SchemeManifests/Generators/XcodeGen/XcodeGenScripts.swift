import SchemeModel
import SchemeYAML

/// The scripts of a specification that run when a target is built, or when the project is generated.
///
/// - Source: XcodeGen, Docs/ProjectSpec.md: "Options", "Target", "Build Script", "Build Rule", "Aggregate Target", "Scheme"
///   (seen 2026-11-27).
struct XcodeGenScripts {
    private let root: YAMLNode

    /// The keys of the lists of build scripts. Those in lower case are from older versions.
    private static let keys = [
        "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts", "postbuildScripts",
    ]

    init(_ root: YAMLNode) { self.root = root }

    /// Returns the scripts of a target and of the aggregate targets that it depends on, and those that may run for any target.
    func scripts(of target: XcodeGenTarget) -> [BuildPhaseScript] {
        let aggregates = target.dependencies.compactMap { root["aggregateTargets"]?[$0.target]?["buildScripts"] }
        let phases = Self.keys.compactMap { target.node[$0] } + aggregates
        // The names that XcodeGen gives to scripts without one.
        var scripts = phases.flatMap { Self.scripts(in: $0, .buildPhase, "Run Script") }
        if let rules = target.node["buildRules"] { scripts += Self.scripts(in: rules, .buildRule, "Build Rule") }
        for scheme in [target.node["scheme"]] + (root["schemes"]?.members ?? []).map(\.value) {
            for actions in [scheme].compactMap(\.self) + (scheme?.members ?? []).map(\.value) {
                for key in ["preActions", "postActions"] {
                    guard let list = actions[key] else { continue }
                    scripts += Self.scripts(in: list, .schemeAction, "Run Script")
                }
            }
        }
        for name in ["preGenCommand", "postGenCommand"] {
            guard let command = root["options"]?[name], let text = command.string else { continue }
            scripts.append(BuildPhaseScript(.command, name: name, text: text, range: command.focus))
        }
        return scripts
    }

    private static func scripts(
        in list: YAMLNode,
        _ runner: BuildPhaseScript.Runner,
        _ name: String
    ) -> [BuildPhaseScript] {
        (list.elements ?? []).compactMap { script in
            guard let text = script["script"]?.string ?? script["path"]?.string.map({ "./" + $0 }) else { return nil }
            return BuildPhaseScript(runner, name: script["name"]?.string ?? name, text: text, range: script.focus)
        }
    }
}
