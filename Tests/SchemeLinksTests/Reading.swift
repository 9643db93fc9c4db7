#if Links
import SchemeLinks
import SchemeModel
import Testing

/// Returns the facts of a target with these sources, by file name.
func facts(
    _ texts: [String: String],
    visible: [String: String] = [:],
    isWidgetExtension: Bool = false,
    limits: Limits = .standard
) -> LinkFacts {
    func file(_ entry: (key: String, value: String)) -> SourceFile {
        SourceFile(place: Place(source: "s", path: Path(entry.key)), bytes: Array(entry.value.utf8))
    }
    let own = texts.sorted { $0.key < $1.key }.map(file)
    let others = visible.sorted { $0.key < $1.key }.map(file)
    let target = LinkTarget(
        name: "T",
        files: Array(own.indices),
        visible: Array(own.count..<own.count + others.count),
        isWidgetExtension: isWidgetExtension
    )
    return CodeIndex(files: own + others, limits: limits).facts(of: target)
}

/// Returns the facts of a target with one file.
func facts(_ text: String, isWidgetExtension: Bool = false, limits: Limits = .standard) -> LinkFacts {
    facts(["A.swift": text], isWidgetExtension: isWidgetExtension, limits: limits)
}

extension Place {
    /// The 1-based line; 0 if there is none.
    var line: Int { range?.lines?.start.line ?? 0 }
}

/// Returns the only link of a file that passes `expression` to `widgetURL`, with `declarations`.
func link(_ expression: String, _ declarations: String = "", in other: [String: String] = [:]) throws -> Link {
    var texts = other
    texts["View.swift"] = """
        struct V: View {
            let entry: Entry
            var body: some View { Text("x").widgetURL(\(expression)) }
        }
        \(declarations)
        """
    let links = facts(texts).links.filter { $0.kind == .widgetURL }
    try #require(links.count == 1)
    return links[0]
}
#endif
