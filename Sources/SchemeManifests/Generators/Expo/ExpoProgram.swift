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
    let variants: [ScriptProgram.Variant]
    /// The values of the file that it gets; `nil` if there is none.
    private let configuration: YAMLNode?

    /// What it exports in all environments, or in the usual one; `nil` if its text doesn't show it.
    var script: ScriptExport? { variants.first?.export }

    /// - Parameters:
    ///   - configuration: The values of the file that it gets; `nil` if there is none.
    ///   - contents: Returns the bytes of another file; `nil` if it can't be read.
    init(path: Path, _ bytes: [UInt8], configuration: YAMLNode?, contents: @escaping (Path) -> [UInt8]?) {
        (self.path, self.bytes, self.configuration) = (path, bytes, configuration)
        mention = bytes.firstMention(of: ["export default", "module.exports"])
        var program = ScriptProgram(
            bytes,
            in: path.directory,
            deciding: ExpoConfiguration.keys,
            configuration: configuration,
            contents: contents
        )
        variants = program?.variants() ?? []
    }

    /// A program that can't be read.
    init(unreadable path: Path) {
        (self.path, bytes, mention, variants, configuration) = (path, [], nil, [], nil)
    }

    /// Whether it may change values of `app.json` that matter. It may grant any entitlement.
    var decides: Bool {
        guard let script, let configuration, variants.allSatisfy(\.names.isEmpty) else { return true }
        let others = ["entitlements", "associatedDomains"].map { ["ios", $0] } + [["platforms"], ["mods"]]
        let keepsPlugins = script.computation(of: ["plugins"]) == nil && !addsOwnPlugins
        return !keepsPlugins || !(ExpoConfiguration.keys + others).allSatisfy { script.keeps($0, of: configuration) }
    }

    /// Whether it surely keeps the associated domains of `app.json`.
    var keepsDomains: Bool {
        guard let script, let configuration else { return false }
        return ExpoConfiguration.domainKeys.allSatisfy { script.keeps($0, of: configuration) }
    }

    /// Whether it may add plugins of the app itself to those of the file.
    private var addsOwnPlugins: Bool {
        let former = configuration.map(Self.ownPlugins) ?? []
        return !Self.ownPlugins(of: script?.value(for: [])).allSatisfy(former.contains)
    }

    private static func ownPlugins(of configuration: YAMLNode?) -> [String] {
        (configuration?["plugins"]?.elements ?? []).compactMap(ExpoPlugin.init).filter(\.isLocal).map(\.name)
    }

    var mentionsScenes: Bool { bytes.isEmpty || bytes.firstMention(of: ["scene", "Scene"]) != nil }
}
