import SchemeModel
import Testing

@testable import SchemeManifests

/// A scope of levels from low to high, written as in a project.
func settings(_ levels: [String: String]..., bindings: [String: [String]] = [:]) -> SettingScope {
    SettingScope(
        levels: levels.map { level in
            SettingLevel(.project, buildSettings: level.map { (key: $0.key, value: $0.value, place: nil) })
        },
        bindings: SettingBindings(bindings)
    )
}

@Suite("Expressions of build settings")
struct SettingExpressionTests {
    static let scope = [
        "A": "alpha", "B": "beta", "EMPTY": "", "A_beta": "joined", "N": "My App 2", "V": "1.2.3.4",
        "P": "/srv/www/index.tar.gz", "S": "sub/dir/", "Q": "say \"hi\"\tx", "YES_": "YES", "TRUE": "true",
        "LIST": "one two", "ESC": "\\$(A)", "NAME": "B", "é": "never",
    ]

    static let values: [(expression: String, value: String)] = [
        // Forms
        ("$(A)", "alpha"), ("${A}", "alpha"), ("$[A]", "alpha"), ("$A", "alpha"), ("x$(A)y", "xalphay"),
        ("$A-$B", "alpha-beta"), ("$A/$(B)", "alpha/beta"), ("$A.x", "$A.x"), ("$(A).x", "alpha.x"),
        ("$A$B", "alphabeta"), ("$A_$(B)", "joined"), ("$(A_$(B))", "joined"), ("$(A_${B})", "joined"),
        ("$($(NAME))", "beta"), ("$(A", "alpha"), ("$(A_$(B", "joined"), ("$()", ""),
        ("https:/$()/host", "https://host"),
        ("$$", "$"), ("$$(A)", "$(A)"), ("$$$(A)", "$alpha"), ("$", "$"), ("5$ and $6", "5$ and $6"),
        ("$(A))", "alpha)"),
        ("$(A})", ""), ("$(A ) ", " "), ("\\$(A)", "\\alpha"), ("$(ESC)", "\\$(A)"), ("\"$(A)\"", "\"alpha\""),
        // Undefined and empty
        ("[$(NOPE)]", "[]"), ("[$NOPE]", "[$NOPE]"), ("$NOPE_$(A)", "$NOPE_alpha"), ("$(NOPE:upper)", ""),
        ("$(NOPE:dir)", ""), ("$(EMPTY:dir)", "./"), ("$(EMPTY:quote)", "\"\""), ("$(EMPTY:not)", "YES"),
        ("$(inherited)", ""), ("$(value)x", "x"), ("$(a)", ""),
        // Operators
        ("$(N:identifier)", "My_App_2"), ("$(N:rfc1034identifier)", "My-App-2"), ("$(N:c99extidentifier)", "My_App_2"),
        ("$(N:lower)", "my app 2"), ("$(N:upper:rfc1034identifier)", "MY-APP-2"),
        ("$(N:rfc1034identifier:upper)", "MY-APP-2"), ("$(Q:quote)", "say\\ \\\"hi\\\"\\\tx"),
        ("$(P:dir)", "/srv/www/"), ("$(P:file)", "index.tar.gz"), ("$(P:base)", "index.tar"), ("$(P:suffix)", ".gz"),
        ("$(S:dir)", "sub/dir/"), ("$(S:file)", ""), ("$(S:standardizepath)", "sub/dir"),
        ("$(P:dir=/new)", "/new/index.tar.gz"), ("$(P:file=x)", "/srv/www/x"), ("$(P:base=x)", "/srv/www/x.gz"),
        ("$(P:suffix=zip)", "/srv/www/index.tar.zip"), ("$(P:suffix=.zip)", "/srv/www/index.tar.zip"),
        ("$(P:suffix=)", "/srv/www/index.tar"), ("$(P:relativeto=/srv/ftp/a)", "../../ftp/a"),
        ("$(P:isancestor=/srv)", "YES"), ("$(P:isancestor=/srv/w)", "NO"), ("$(V:truncatedversion)", "1.2.3"),
        ("$(A:truncatedversion)", "alpha"), ("$(YES_:not)", "NO"), ("$(TRUE:not)", "YES"),
        ("$(NOPE:default=d)", "d"), ("$(EMPTY:default=d)", "d"), ("$(A:default=d)", "alpha"),
        ("$(NOPE:default=$(B))", "beta"), ("$(NOPE:default=$(NEITHER:default=x))", "x"),
        ("$(NOPE:default=x:upper)", "X"), ("$(NOPE:upper:default=x)", "x"), ("$(NOPE:default=$B)", "beta"),
        ("$($(NOPE:default=A))", "alpha"), ("$(A_$(B):upper)", "JOINED"), ("$($(NAME):upper)", "BETA"),
        // Operators that do not exist, or are not written rightly
        ("$(A:nope)", "alpha"), ("$(A:nope=x)", "alpha"), ("$(A:nope=$(B):upper)", "ALPHA"), ("$(A:)", "alpha"),
        ("$(A:=x)", "alpha"), ("$(A:up per)", "alpha"), ("$(A:-:upper)", "ALPHA"), ("$(A:__md5)", "alpha"),
    ]

    @Test(arguments: values)
    func value(_ expression: String, _ value: String) {
        let result = settings(Self.scope).evaluate(SettingExpression(expression))
        #expect(result.value == value)
        #expect(result.state == .defined)
    }

    static let faults: [(expression: String, kinds: [SettingDiagnostic.Kind])] = [
        ("$(A)", []), ("$$", []), ("a $5", []), ("${A}", [.deprecatedReference]), ("$[A]", [.deprecatedReference]),
        ("$(A", [.unterminatedReference]), ("$(A_$(B", [.unterminatedReference]), ("$()", [.missingName]),
        ("x$", [.trailingDollarSign]), ("$(A:x)", [.unknownRetrievalOperator]),
        ("$(A:x=y)", [.unknownReplacementOperator]), ("$(A:)", [.missingOperatorName]),
        ("$(A:=y)", [.missingOperatorName]), ("$(A:u-p)", [.invalidOperatorCharacter]),
    ]

    @Test(arguments: faults)
    func fault(_ expression: String, _ kinds: [SettingDiagnostic.Kind]) {
        #expect(SettingExpression(expression).diagnostics.map(\.kind) == kinds)
    }

    static let lists: [(text: String, elements: [String])] = [
        ("", []), ("  a  b ", ["a", "b"]), ("a\\ b c", ["a b", "c"]), ("'a b' \"c d\"", ["a b", "c d"]),
        ("a'b c'd", ["ab cd"]), ("\"\" ''", ["", ""]), ("-I$(LIST)", ["-Ione", "two"]),
        ("$(LIST)s", ["one", "twos"]), ("\"$(LIST)\"", ["one two"]), ("$(EMPTY)", []), ("a $(NOPE) b", ["a", "b"]),
        ("$(LIST:upper)", ["ONE", "TWO"]), ("\\$(LIST)", ["$(LIST)"]), ("$(NOPE:default=x y)", ["x y"]),
        ("-D$(LIST:identifier) z", ["-Done", "two", "z"]), ("'it''s'", ["its"]), ("a\\", ["a"]), ("'open", ["open"]),
    ]

    @Test(arguments: lists)
    func list(_ text: String, _ elements: [String]) {
        let result = settings(Self.scope).evaluateList(SettingExpression(text, grammar: .list))
        #expect(result.value == elements)
    }

    @Test func elementsOfAProjectAreOneText() {
        let text = SettingAssignment.text(ofElements: ["$(inherited)", "a b", "", "x\"y"])
        #expect(text == "$(inherited) a\\ b \"\" x\\\"y")
        let list = settings(["L": text]).evaluateList("L")
        #expect(list.value == ["a b", "", "x\"y"])
    }

    static let identifiers: [(text: String, identifier: String, rfc1034: String, c99: String)] = [
        ("", "", "", ""), ("9to5", "_to5", "-to5", "_to5"), ("a_b-c", "a_b_c", "a-b-c", "a_b_c"),
        ("Caf\u{E9}", "Caf_", "Caf-", "Caf\u{E9}"), ("Cafe\u{301}", "Caf_", "Caf-", "Caf\u{E9}"),
        ("\u{65E5}\u{672C}", "__", "--", "\u{65E5}\u{672C}"), ("\u{1F389}x", "_x", "-x", "_x"),
        ("\u{663}x", "_x", "-x", "_x"),
        ("a\u{663}", "a_", "a-", "a\u{663}"), ("a\r\nb", "a_b", "a-b", "a__b"),
    ]

    @Test(arguments: identifiers)
    func identifier(_ text: String, _ identifier: String, _ rfc1034: String, _ c99: String) {
        let scope = SettingScope(levels: [SettingLevel(.project, [SettingAssignment("X", value: text)])])
        #expect(ByteString(scope.evaluate(SettingExpression("$(X:identifier)")).value) == ByteString(identifier))
        #expect(ByteString(scope.evaluate(SettingExpression("$(X:rfc1034identifier)")).value) == ByteString(rfc1034))
        #expect(ByteString(scope.evaluate(SettingExpression("$(X:c99extidentifier)")).value) == ByteString(c99))
    }

    @Test func namesAreComparedByTheirBytes() {
        // U+212A, the sign of Kelvin, is canonically the letter K.
        let scope = settings(["K": "letter"])
        #expect(scope.evaluate(SettingExpression("$(\u{212A})")).value == "")
        #expect(scope.evaluate("K").value == "letter")
    }
}
