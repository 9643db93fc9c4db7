import SchemeModel

extension TuistSource {
    /// Returns the build phases of a target that run scripts.
    ///
    /// - Source: tuist/tuist, TargetScript.swift, and TargetAction.swift of Tuist 2 (seen 2026-11-28).
    mutating func scripts(of target: SwiftLiteral) -> [BuildPhaseScript] {
        var scripts: [BuildPhaseScript] = []
        for list in [target["scripts"], target["actions"]] {
            guard let list, !isNil(list) else { continue }
            for element in elements(list) ?? [list] { scripts.append(script(element)) }
        }
        return scripts
    }

    private mutating func script(_ literal: SwiftLiteral) -> BuildPhaseScript {
        var value = value(literal)
        // `.lint` may be a member that a helper adds to Tuist's type.
        if case .name(let path) = value.content, path.count == 2, path[0].isEmpty {
            value = self.value(SwiftLiteral(content: .name(["TargetScript", path[1]]), range: value.range))
        }
        let file = value["path"].flatMap { path($0) }
        let isKnown = ["pre", "post"].contains(member(value, of: "TargetScript", "TargetAction"))
        var words: [String?] = isKnown && (value["path"] == nil || file != nil) ? [] : [nil]
        for argument in value.call?.arguments ?? [] where Self.texts.contains(argument.label) {
            words += (elements(argument.value) ?? [argument.value]).map { text($0) }
        }
        let written = words.compactMap { $0 }
        return BuildPhaseScript(
            .buildPhase,
            name: text(value["name"]) ?? "scripts",
            text: written.count < words.count ? nil : written.joined(separator: " "),
            file: file,
            range: range(literal)
        )
    }

    /// The labels of the arguments of which a script consists. Further arguments of a tool have none.
    private static let texts: Set<String?> = ["script", "tool", "arguments", nil]
}
