import SchemeModel
import SchemeYAML

/// A program that configures an Expo app. It gets the values of the `app.json` beside it, if there is one, as `config`.
struct ExpoProgram {
    let path: Path
    /// Empty if it can't be read.
    let bytes: [UInt8]
    /// Where it exports its configuration.
    let mention: SourceRange?
    /// What it exports in each environment that it distinguishes; empty if its text doesn't show it.
    let variants: [ScriptObject.Variant]

    /// What it exports in all environments, or in the usual one; `nil` if its text doesn't show it.
    var script: ScriptObject? { variants.first?.object }

    /// - Parameter configuration: The values of the file that it gets; `nil` if they aren't known.
    init(path: Path, _ bytes: [UInt8] = [], configuration: YAMLNode? = nil) {
        (self.path, self.bytes) = (path, bytes)
        mention = bytes.firstMention(of: ["export default", "module.exports"])
        variants = ScriptObject.variants(
            exportedBy: bytes,
            deciding: ExpoConfiguration.keys,
            configuration: configuration
        )
    }

    /// Whether it may change values of `app.json` that matter. It may grant any entitlement.
    var decides: Bool {
        guard let script, variants.count == 1, script.projectChange == nil, !script.addsOwnPlugins else { return true }
        let others = ["entitlements", "associatedDomains"].map { ["ios", $0] } + [["platforms"]]
        return !(ExpoConfiguration.keys + others).allSatisfy(script.keeps)
    }

    /// Whether it surely keeps the associated domains of `app.json`.
    var keepsDomains: Bool { script.map { ExpoConfiguration.domainKeys.allSatisfy($0.keeps) } ?? false }

    var mentionsScenes: Bool { bytes.isEmpty || bytes.firstMention(of: ["scene", "Scene"]) != nil }
}
