#if Links
import SchemeModel
import Testing

/// Finds `widgetURL` modifiers that certainly apply together.
@Suite struct WidgetURLConflictTests {
    /// Returns the lines of the members of each hierarchy, for a view with `body` on line 1.
    private func lines(_ body: String, _ declarations: String = "") -> [[Int]] {
        let text =
            "struct V: View { let flag: Bool; @Environment(\\.widgetFamily) var family\nvar body: some View {\n"
            + body + "\n}}\n" + declarations
        return facts(text).widgetURLConflicts.map { $0.members.map { $0.place.line - 2 } }
    }

    /// Both branches have the same modifiers, with different URLs. The first one counts, whatever is before.
    @Test func theFirstOfSeveralBranchesCounts() {
        let count = 12
        let text = (0..<count).map { index in
            """
            struct V\(index): View { let flag: Bool; var body: some View { VStack {
            \(String(repeating: "if flag { Text(\"\") }\n", count: index))
            if flag { Inner\(index)(url: "a://x") } else { Inner\(index)(url: "a://y") } } } }
            struct Inner\(index): View { let url: String; var body: some View {
            Text("").widgetURL(URL(string: url)).padding().widgetURL(URL(string: "a://z")) } }

            """
        }.joined()
        let found = facts(text).widgetURLConflicts.map { $0.members.flatMap { $0.value.alternatives.map(\.text) } }
        #expect(found == Array(repeating: ["a://x", "a://z"], count: count))
    }

    @Test func viewsWithTheSameNameAreAlternatives() {
        let text = "struct V: View { var body: some View { Text(\"\").widgetURL(u) } }"
        #expect(facts(["A.swift": text, "B.swift": text]).widgetURLConflicts.isEmpty)
    }

    @Test(arguments: [
        // One chain.
        "Text(\"\")\n.widgetURL(a)\n.widgetURL(b)",
        "Text(\"\")\n#if os(iOS)\n.widgetURL(a)\n.widgetURL(b)\n#endif",
        "Text(\"\").widgetURL(a)\n#if os(iOS)\n.padding()\n#endif\n.widgetURL(b)",
        // A view, and the one around it.
        "VStack {\nText(\"\").widgetURL(a)\n}\n.widgetURL(b)",
        // Siblings.
        "VStack {\nText(\"\").widgetURL(a)\nText(\"\").widgetURL(b)\n}",
        // A conditional view inside an unconditional one.
        "VStack {\nif flag { Text(\"\").widgetURL(a) }\n}.widgetURL(b)",
        "ForEach(items) { item in\nText(\"\").widgetURL(a)\n}\n.widgetURL(b)",
        "let inner = Text(\"\").widgetURL(a)\nreturn inner\n.widgetURL(b)",
        "Text(\"\").widgetURL(a)\n.background(\nText(\"\").widgetURL(b))",
        "Text(\"\").widgetURL(a)\n.overlay {\nText(\"\").widgetURL(b) }",
        "AnyView(Text(\"\")\n.widgetURL(a))\n.widgetURL(b)",
        "Button {\n} label: { Text(\"\").widgetURL(a) }\n.widgetURL(b)",
    ])
    func together(_ body: String) {
        #expect(lines(body).map(\.count) == [2])
    }

    @Test(arguments: [
        "Text(\"\").widgetURL(a)",
        "if flag {\nText(\"\").widgetURL(a)\n} else {\nText(\"\").widgetURL(b)\n}",
        "if flag {\nText(\"\").widgetURL(a)\n} else if other {\nText(\"\").widgetURL(b)\n} else { Text(\"\").widgetURL(c) }",
        "switch family {\ncase .systemSmall: Text(\"\").widgetURL(a)\ndefault: Text(\"\").widgetURL(b)\n}",
        "flag ? AnyView(Text(\"\").widgetURL(a)) : AnyView(Text(\"\").widgetURL(b))",
        "if #available(iOS 17, *) { Text(\"\").widgetURL(a) } else { Text(\"\").widgetURL(b) }",
        "#if os(iOS)\nText(\"\").widgetURL(a)\n#else\nText(\"\").widgetURL(b)\n#endif",
        "Text(\"\")\n#if os(iOS)\n.widgetURL(a)\n#else\n.widgetURL(b)\n#endif",
        // Conditions that may exclude each other.
        "Text(\"\")\n#if os(iOS)\n.widgetURL(a)\n#endif\n#if os(watchOS)\n.widgetURL(b)\n#endif",
        "VStack {\nif flag { Text(\"\").widgetURL(a) }\nif !flag { Text(\"\").widgetURL(b) }\n}",
        "if family == .systemSmall { Text(\"\").widgetURL(a) }\nif family != .systemSmall { Text(\"\").widgetURL(b) }",
        "guard flag else { return AnyView(Text(\"\").widgetURL(a)) }\nreturn AnyView(Text(\"\").widgetURL(b))",
        "if flag { return AnyView(Text(\"\").widgetURL(a)) }\nreturn AnyView(Text(\"\").widgetURL(b))",
        "ViewThatFits {\nText(\"\").widgetURL(a)\nText(\"\").widgetURL(b)\n}",
        // A view outside the code may or may not show its content.
        "Switcher {\nText(\"\").widgetURL(a)\nText(\"\").widgetURL(b)\n}",
        "Text(\"\").widgetURL(flag ? a : b)",
        "Button {\nText(\"\").widgetURL(a)\n} label: { Text(\"\").widgetURL(b) }",
        // A view that may have no URL leaves the tap to the other.
        "Text(\"\").widgetURL(nil)\n.widgetURL(b)",
        "VStack {\nif flag { Text(\"\").widgetURL(a) }\n}.widgetURL(flag ? nil : b)",
    ])
    func apart(_ body: String) {
        #expect(lines(body).isEmpty)
    }

    @Test(arguments: [
        ("VStack { inner }\n.widgetURL(a)", "extension V { var inner: some View {\nText(\"\").widgetURL(b) } }"),
        (
            "VStack { inner(1) }\n.widgetURL(a)",
            "extension V { func inner(_ x: Int) -> some View {\nText(\"\").widgetURL(b) } }"
        ),
        (
            "VStack { I(x: 1) }\n.widgetURL(a)",
            "struct I: View { let x: Int; var body: some View {\nText(\"\").widgetURL(b) } }"
        ),
        (
            "VStack { V.I() }\n.widgetURL(a)",
            "extension V { struct I: View { var body: some View {\nText(\"\").widgetURL(b) } } }"
        ),
        (
            "Card {\nText(\"\").widgetURL(a) }.widgetURL(b)",
            "struct Card<C: View>: View { @ViewBuilder let content: () -> C; var body: some View { VStack { content() } } }"
        ),
        ("Text(\"\").tap(1)\n.widgetURL(a)", "extension View { func tap(_ x: Int) -> some View {\nwidgetURL(b) } }"),
        ("Text(\"\").tap(1)\n.tap(2)", "extension View { func tap(_ x: Int) -> some View {\nwidgetURL(b) } }"),
        (
            "Text(\"\").modifier(M())\n.widgetURL(a)",
            "struct M: ViewModifier { func body(content: Content) -> some View {\ncontent.widgetURL(b) } }"
        ),
        (
            "Text(\"\").widgetURL(a).when(flag) {\n$0.widgetURL(b) }",
            "extension View { @ViewBuilder func when<C: View>(_ c: Bool, then: (Self) -> C) -> some View { if c { then(self) } else { self } } }"
        ),
    ])
    func togetherThroughDeclarations(_ body: String, _ declarations: String) {
        #expect(lines(body, declarations).map(\.count) == [2])
    }

    @Test(arguments: [
        (
            "if flag { small } else { large }",
            "extension V { var small: some View { Text(\"\").widgetURL(a) }; var large: some View { Text(\"\").widgetURL(b) } }"
        ),
        (
            "Text(\"\").either(flag) { $0.widgetURL(a) } else: { $0.widgetURL(b) }",
            "extension View { @ViewBuilder func either<A: View, B: View>(_ c: Bool, then: (Self) -> A, else other: (Self) -> B) -> some View { if c { then(self) } else { other(self) } } }"
        ),
        (
            "Card { Text(\"\").widgetURL(a) }.widgetURL(b)",
            "struct Card<C: View>: View { let content: () -> C; var body: some View { VStack {} } }"
        ),
        ("I()", "struct I: View { var body: some View { I().widgetURL(a) } }"),
        // Never shown together, because of equal conditions or known values.
        (
            "if flag { inner.widgetURL(a) } else { inner }",
            "extension V { var inner: some View { VStack { if !flag { Text(\"\").widgetURL(b) } } } }"
        ),
        (
            "if let u { inner.widgetURL(u) } else { inner }",
            "extension V { var inner: some View { VStack { if u == nil { Text(\"\").widgetURL(b) } } } }"
        ),
        (
            "(flag ? AnyView(inner.widgetURL(a)) : AnyView(inner))",
            "extension V { var inner: some View { VStack { if !flag { Text(\"\").widgetURL(b) } } } }"
        ),
        (
            "Card(u: nil).widgetURL(a)",
            "struct Card: View { var u: URL?; var body: some View { if let u { Text(\"\").widgetURL(u) } else { Text(\"\") } } }"
        ),
        (
            "Card(u: nil).widgetURL(a)",
            "struct Card: View { var u: URL?; var body: some View { Text(\"\").widgetURL(u) } }"
        ),
    ])
    func apartThroughDeclarations(_ body: String, _ declarations: String) {
        #expect(lines(body, declarations).isEmpty)
    }

    @Test func repeatedViewsRepeatTheirModifier() {
        let card = "struct Card: View { let u: URL?; var body: some View { Text(\"\").widgetURL(u) } }\n"
        func widgetURLConflicts(_ cards: String) -> [WidgetURLConflict] {
            facts(card + "struct V: View { var body: some View { VStack { \(cards) } } }").widgetURLConflicts
        }
        let twice = widgetURLConflicts("Card(u: URL(string: \"a://1\")); Card(u: URL(string: \"a://2\"))")
        #expect(twice.map { $0.members.flatMap(\.value.alternatives).map(\.text) } == [["a://1", "a://2"]])
        #expect(
            widgetURLConflicts("Card(u: URL(string: \"a://1\")); Card(u: URL(string: \"a://1\"))").map(\.isOneURL) == [
                true
            ]
        )
        #expect(widgetURLConflicts("if flag { Card(u: a) } else { Card(u: b) }").isEmpty)
    }

    @Test func childrenOfViewThatFitsAreAlternatives() {
        let found = facts(
            "struct W: Widget { var body: some WidgetConfiguration { StaticConfiguration(kind: \"k\") {\n"
                + "ViewThatFits {\nText(\"\").widgetURL(a)\nText(\"\").widgetURL(b)\n} } } }"
        )
        #expect(found.links.map(\.place.line) == [3, 4])
    }

    @Test func equalURLsAreRecognized() throws {
        let found = facts(
            """
            struct V: View { var body: some View { VStack { Text("").widgetURL(u) }.widgetURL(u) } }
            let u = URL(string: "a://b")
            """
        )
        #expect(try #require(found.widgetURLConflicts.first).isOneURL)
        let other = facts(
            """
            struct V: View { var body: some View { VStack { Text("").widgetURL(u) }.widgetURL(w) } }
            let u = URL(string: "a://b")
            """
        )
        #expect(try !#require(other.widgetURLConflicts.first).isOneURL)
    }

    @Test func unsupportedFamiliesAreUnreachable() {
        let text = #"""
            struct W: Widget { var body: some WidgetConfiguration {
                StaticConfiguration(kind: "k", provider: P()) { _ in
                    VStack { if family == .systemSmall { Text("").widgetURL(a) } }.widgetURL(b)
                }.supportedFamilies([.systemMedium])
            } }
            """#
        #expect(facts(text).widgetURLConflicts.isEmpty)
        #expect(
            facts(text.replacing("[.systemMedium]", with: "[.systemMedium, .systemSmall]")).widgetURLConflicts.count
                == 1
        )
    }

    @Test(arguments: [
        ("Text(\"\").widgetURL(entry.url).padding().widgetURL(entry.url)", true),
        ("Text(\"\").widgetURL(entry.url).padding().widgetURL(entry.other)", false),
        ("VStack { Text(\"\").widgetURL(entry.url) }.widgetURL(entry.url)", false),
        // A function may return something else each time.
        ("Text(\"\").widgetURL(next()).padding().widgetURL(next())", false),
    ])
    func oneExpressionOnOneView(body: String, isOne: Bool) {
        let text = "struct V: View { let entry: Entry\nvar body: some View { \(body) } }"
        #expect(facts(text).widgetURLConflicts.map(\.isOneURL) == [isOne])
    }
}
#endif
