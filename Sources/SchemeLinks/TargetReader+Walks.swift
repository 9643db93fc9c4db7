#if Links
import SchemeModel
import SwiftSyntax

/// Walks through the views that widgets, Live Activities and others show.
extension TargetReader {
    /// A walk and its root.
    struct Walk {
        var root: Place
        var occurrences: [ViewWalk.LinkOccurrence]
    }

    private static let configurations = [
        "StaticConfiguration", "IntentConfiguration", "AppIntentConfiguration", "ActivityConfiguration",
    ]

    /// Walks the widgets and Live Activities in these files, and records them.
    func configurations(in files: [ParsedFile]) -> [Walk] {
        var walks: [Walk] = []
        for file in files {
            for name in Self.configurations {
                for call in file.calls(name) where !call.isInPreview(of: file) {
                    walks.append(sources.reading(file.index) { configuration(name, call, in: file) })
                }
            }
        }
        return walks
    }

    private func configuration(_ name: String, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> Walk {
        let walk = ViewWalk(senders)
        let isActivity = name == "ActivityConfiguration"
        let families = isActivity ? nil : supportedFamilies(of: call, in: file)
        let root = call.namePlace(in: file)
        let frame = Frame(file: file)
        for argument in call.allArguments {
            guard let closure = argument.value.as(ClosureExprSyntax.self) else { continue }
            let inner = Frame(file: file, owner: Syntax(closure), outer: frame)
            if argument.label == "dynamicIsland" {
                walk.walkIsland(closure.statements, in: inner, ViewWalk.Context())
            } else if argument.label == nil || argument.label == "content" {
                let context = ViewWalk.Context(
                    presentation: isActivity ? .lockScreen : .widget,
                    families: families
                )
                walk.walk(closure.statements, in: inner, context)
            }
        }
        let linked = Set(walk.occurrences.compactMap(\.context.presentation))
        facts.widgets.append(
            WidgetFact(
                place: root,
                configuration: name,
                type: file.types(around: call).first?.path.joined(separator: "."),
                families: families?.sorted(),
                attributes: call.argument("for")?.dottedNames?.dropLast().joined(separator: "."),
                links: shown(walk),
                linked: linked.sorted(),
                unlinked: walk.walked.filter { !linked.contains($0) && !walk.opaque.contains($0) }.sorted(),
                opaque: walk.opaque.sorted()
            )
        )
        return Walk(root: root, occurrences: walk.occurrences)
    }

    /// Returns each link of a walk once for each presentation that shows it.
    private func shown(_ walk: ViewWalk) -> [WidgetFact.DisplayedLink] {
        var found: [WidgetFact.DisplayedLink] = []
        for occurrence in walk.occurrences {
            guard let presentation = occurrence.context.presentation else { continue }
            let shown = WidgetFact.DisplayedLink(
                place: occurrence.place,
                kind: occurrence.kind,
                presentation: presentation,
                value: occurrence.value
            )
            if !found.contains(shown) { found.append(shown) }
        }
        return found.sorted { ($0.presentation, $0.place) < ($1.presentation, $1.place) }
    }

    /// The families in the modifiers of a configuration; `nil` if unknown.
    private func supportedFamilies(of call: FunctionCallExprSyntax, in file: ParsedFile) -> Set<String>? {
        var current = Syntax(call)
        while let member = current.parent?.as(MemberAccessExprSyntax.self),
            let next = member.parent?.as(FunctionCallExprSyntax.self)
        {
            current = Syntax(next)
            guard next.calleeName == "supportedFamilies", let list = next.firstUnlabeled else { continue }
            evaluator.restart()
            let values = evaluator.evaluate(list, in: Frame(file: file), expecting: .array(.other("WidgetFamily")))
            var families = Set<String>()
            for value in values.all {
                guard case .array(let elements) = value else { return nil }
                for element in elements.flatMap(\.all) {
                    guard case .text(let text) = element, text.isExact else { return nil }
                    families.insert(String(text.head.dropFirst()))
                }
            }
            return families.isEmpty ? nil : families
        }
        return nil
    }

    /// Walks views that contain a `widgetURL` themselves, even if no known configuration shows them.
    func views(in files: [ParsedFile]) -> [Walk] {
        var walks: [Walk] = []
        for file in files where !file.calls("widgetURL").isEmpty || !wrappers.calls(in: file, evaluator).isEmpty {
            for declaration in file.types where !declaration.isExtension {
                guard let type = program.type(path: declaration.path), type.inherits(["View"]),
                    type.declaration === declaration,
                    let name = declaration.nameToken
                else { continue }
                let walk = ViewWalk(senders)
                // Types with the same name are alternatives.
                sources.reading(file.index) {
                    walk.alternatives(type.members("body"), ViewWalk.Context()) { member, context in
                        guard let body = member.binding?.getter else { return }
                        let frame = Frame(file: member.owner.file, instance: .unknown(.nominal(type)))
                        walk.walk(body, in: frame, context)
                    }
                }
                walks.append(Walk(root: file.place(of: name), occurrences: walk.occurrences))
            }
        }
        return walks
    }
}
#endif
