import SchemeModel
import Testing

@Suite struct SchemeTextTests {
    @Test(arguments: ["a", "wallet", "x-apple.health", "A1+b-c.d", "com.contoso.app"])
    func acceptsSchemes(text: String) {
        #expect(SchemeGrammar.isScheme(text))
    }

    @Test(arguments: [
        ("", 0), ("1password", 0), ("my_app", 2), ("wallet://", 6), (" wallet", 0), ("wallet ", 6), ("caf\u{E9}", 3),
        ("-a", 0), ("a\u{0}", 1), ("+a", 0),
    ])
    func namesTheFirstOffence(text: String, offset: Int) throws {
        let index = try #require(SchemeGrammar.firstInvalidCharacter(in: text))
        #expect(text.utf8.distance(from: text.startIndex, to: index) == offset)
    }

    @Test func keysIgnoreASCIICaseOnly() {
        #expect(SchemeKey("WALLET") == SchemeKey("wallet"))
        #expect(SchemeKey("\u{212A}") != SchemeKey("k"))
        #expect(SchemeKey("É") != SchemeKey("é"))
    }

    @Test func byteStringsAreNotCanonicallyEquivalent() {
        #expect(ByteString("\u{E9}") != ByteString("e\u{301}"))
        #expect(Set<ByteString>(["\u{E9}", "e\u{301}"]).count == 2)
        #expect(ByteString("Z") < ByteString("a"))
    }

    @Test(
        arguments: [
            ("$(A)", "$(A)"), ("x${A}y", "${A}"), ("$[A]", "$[A]"), ("a{{ b }}c", "{{ b }}"), ("$(A", "$(A"),
            ("$A", nil),
            ("plain", nil), ("{a}", nil), ("$", nil), ("{{a}", "{{a}"), ("é$(B)é", "$(B)"),
        ] as [(String, String?)]
    )
    func findsVariables(text: String, variable: String?) {
        #expect(VariableReference.first(in: text).map(String.init) == variable)
    }

    @Test(arguments: [
        ("$(A)", DeclaredScheme.State.unresolved), ("", .empty), ("a b", .invalid), ("Wallet", .claimed),
        ("fb{your-app-id}", .invalid),
    ])
    func classifiesDeclarations(text: String, state: DeclaredScheme.State) {
        let span = ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0))
        let declared = DeclaredScheme(index: 0, raw: text, resolved: text, span: span)
        #expect(declared.state == state)
        #expect((declared.key != nil) == (state == .claimed))
    }
}
