import SchemeModel
import SchemeYAML

/// A source file or folder of a target.
///
/// - Source: yonaskolb/XcodeGen, TargetSource.swift, SourceGenerator.swift, Glob.swift (seen 2026-11-22).
struct XcodeGenSource {
    /// The path in the specification.
    let path: String
    /// Patterns of paths below a folder that don't belong to the target.
    let excluded: [Path]
    /// Patterns of the only paths below a folder that belong to the target; `nil` for all.
    let included: [Path]?
    /// Whether its code is compiled for the target.
    let isCompiled: Bool
    /// Whether it may be missing.
    let isOptional: Bool

    /// Returns `nil` for a value without a path.
    init?(_ node: YAMLNode) {
        guard let path = node.string ?? node["path"]?.string else { return nil }
        self.path = path
        excluded = Self.patterns(node["excludes"])
        let included = Self.patterns(node["includes"])
        self.included = included.isEmpty ? nil : included
        let phase = node["buildPhase"]
        isCompiled = (phase == nil || phase?.string == "sources") && node["type"]?.string != "folder"
        isOptional = node["optional"]?.boolean ?? false
    }

    private static func patterns(_ node: YAMLNode?) -> [Path] {
        (node?.elements ?? []).compactMap(\.string).filter { !$0.isEmpty }.flatMap(alternatives).map { pattern in
            // XcodeGen matches each against the whole path below the folder.
            Path(pattern.hasPrefix("/") ? pattern : "/" + pattern)
        }
    }

    /// Returns the patterns that one with `{a,b}` expands to.
    private static func alternatives(of pattern: String) -> [String] {
        var done: [String] = []
        var pending = [pattern]
        while let next = pending.popLast() {
            let room = mostAlternatives - done.count - pending.count
            guard room > 0, next.utf8.count <= longestPattern, let start = next.firstIndex(of: "{"),
                let end = next[start...].firstIndex(of: "}")
            else {
                done.append(next)
                continue
            }
            let inner = next[next.index(after: start)..<end]
            let rest = next[next.index(after: end)...]
            for choice in inner.split(separator: ",", maxSplits: room, omittingEmptySubsequences: false) {
                pending.append(String(next[..<start] + choice + rest))
            }
        }
        return done
    }

    /// The limits for one pattern. Real projects don't need more.
    private static let (mostAlternatives, longestPattern) = (64, 4096)
}

extension Path {
    /// Whether the last component has no extension, like most folders.
    var isBare: Bool { !lastComponent.bytes.contains(UInt8(ascii: ".")) }

    /// The name of the framework at the path; `nil` if it isn't a framework.
    var frameworkName: String? {
        let last = lastComponent.display
        return last.hasSuffix(".framework") ? String(last.dropLast(".framework".count)) : nil
    }
}
