import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Members of values in Tuist's projects")
struct TuistMembersTests {
    private static let kind = """
        public enum Kind: String {
            case core, home = "main"
            case other(Int)
            public var name: String { rawValue.lowercased() }
            public var id: String { prefix + name }
            public static let prefix = "wrong"
            var title: String {
                switch self {
                case .core: return "x.core"
                case Kind.home, .settings: "x.home"
                }
            }
            var part: String {
                switch self {
                case .core: return "c"
                default: return "d"
                }
            }
        }
        let prefix = "x."
        """

    @Test(arguments: [
        ("\"x.\\(Kind.core.rawValue)\"", "x.core"), ("\"x.\\(Kind.home.rawValue)\"", "x.main"),
        ("\"x.\" + Kind.core.name", "x.core"), ("Kind.core.title", "x.core"), ("Kind.home.title", "x.home"),
        ("\"x.\\(Kind.home.part)\"", "x.d"), ("make(.core)", "x.core"), ("make(Kind.home)", "x.home"),
        ("\"x.\\(Kind.core.name.uppercased())\"", "x.CORE"),
    ])
    func casesHaveValuesAndProperties(identifier: String, expected: String) {
        let function = "\nfunc make(_ kind: Kind) -> String { kind.title }"
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: identifier, Self.kind + function)) == expected)
    }

    @Test(arguments: [
        // A case that the enumeration doesn't have, or that has values; a case in which nothing is given.
        "Kind.missing.rawValue", "Kind.other(1).name", "Kind.settings.part",
        // What a static member is called isn't what an instance has.
        "Kind.core.prefix", "Kind.name",
    ])
    func whatACaseDoesNotHaveIsUnknown(identifier: String) {
        let reading = TuistProjects.read(identifier: identifier, Self.kind)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test(arguments: [
        // Another type of value, or a value of its own.
        "enum Kind: Int { case core }", "enum Kind { case core }",
        "enum Kind: String { case core\n var rawValue: String { f(); return g() } }",
        "enum Kind: String {\n#if DEBUG\n case core = \"x\"\n#endif\n case home }",
        "enum Kind: String { case core = f() }", "enum Kind: String { case core\n static let core = f() }",
        "struct Kind { static let core = Kind() }",
    ])
    func rawValuesAreThoseOfTexts(helper: String) {
        let reading = TuistProjects.read(identifier: "Kind.core.rawValue", helper)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test(arguments: [
        ("struct Env { let id: String }", "id", "x"),
        ("struct Env { let id: String\n var full: String { \"\\(id).y\" } }", "full", "x.y"),
        ("struct Env { let id: String\n var full: String { self.id + \".y\" } }", "full", "x.y"),
        (
            "struct Env { let name: String\n init(id: String, suffix: String = \".z\") { self.name = id + suffix } }",
            "name", "x.z"
        ),
        ("struct Env { let name: String\n init(id: String) { log(); self.name = id } }", "name", nil),
        ("struct Env { let name: String\n init(id: String) { self.name = id; self.name = \"y\" } }", "name", nil),
        ("struct Env { let name: String\n init(id: String) { name = id } }", "name", nil),
        // An instance of a class may change.
        ("class Env { var id: String\n init(id: String) { self.id = id } }", "id", nil),
    ])
    func membersOfParametersAreRead(type: String, member: String, expected: String?) {
        let make = "\nfunc make(_ env: Env) -> String { env.\(member) }"
        for call in [".init(id: \"x\")", "Env(id: \"x\")"] {
            let reading = TuistProjects.read(identifier: "make(\(call))", type + make)
            #expect(TuistProjects.identifier(reading) == expected ?? "$(PRODUCT_BUNDLE_IDENTIFIER)?")
        }
    }

    /// Another declaration may give the value.
    @Test(arguments: [
        // A type that two files declare, or the manifest and a helper.
        (
            "K.a.rawValue", "private enum K: String { case a = \"x\" }\nprivate enum K: String { case a = \"wrong\" }",
            ""
        ),
        (
            "make(.a)", "enum K: String { case a = \"x\" }\nfunc make(_ k: K) -> String { k.rawValue }",
            "enum K: String { case a = \"wrong\" }"
        ),
        // Property wrappers, and an initializer that sets a computed property.
        ("S(id: \"wrong\").id", "struct S { @Lower var id: String }", ""),
        ("s.id", "struct S { @Lower var id: String }\nlet s = S(id: \"wrong\")", ""),
        ("S.id", "struct S { @Lower static var id = \"wrong\" }", ""),
        (
            "S(n: \"wrong\").id",
            "struct S { var id: String { get { f() } set {} }\n init(n: String) { self.id = n } }", ""
        ),
        // Methods of the project.
        ("\"wrong\".lowercased()", "extension String { func lowercased() -> String { \"x\" } }", ""),
        ("make(\"a\")", "func make(_ a: String) -> String { \"wrong\" }", "let make: (String) -> String = { $0 }"),
        ("make()", "func make() -> String { var a = \"wrong\"\n change(&(a))\n return a }", ""),
    ])
    func whatAnotherDeclarationMayGiveIsUnknown(identifier: String, helper: String, manifest: String) {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \(identifier))"
        let reading = TuistProjects.read(
            "\(manifest)\nlet project = Project(name: \"P\", targets: [\(target)])",
            helper
        )
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test func aMemberOfAnInstanceIsNotTheStaticOne() {
        let helper = "struct S { static let id = \"wrong\"\n let id: String\n var full: String { id + \".y\" } }"
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "S(id: \"x\").full", helper)) == "x.y")
    }

    /// Each extension may add to what a type inherits from.
    @Test func manyExtensionsAreReadInTime() {
        let helper = (0..<20_000).map { "extension S: A\($0), B\($0) { static let c\($0) = z\($0) }\n" }.joined()
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "\"x\"", "struct S {}\n" + helper)) == "x")
    }

    /// The manifest may use the types of its helpers for constants of its own.
    @Test func constantsOfTheManifestHaveTheMembersOfHelpers() {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: env.full)"
        let reading = TuistProjects.read(
            "let env = Env(id: \"x\")\nlet project = Project(name: \"P\", targets: [\(target)])",
            "struct Env { let id: String\n var full: String { id + suffix } }\nlet suffix = \".y\""
        )
        #expect(TuistProjects.identifier(reading) == "x.y")
    }

    @Test(arguments: [
        ("id: nil", "x.default"), ("", "x.default"), ("id: \"y\"", "y"), ("id: unknown", nil),
        ("id: ProcessInfo.processInfo.environment[\"ID\"]", nil),
    ])
    func aMissingValueIsReplaced(argument: String, expected: String?) {
        let make = "func make(id: String? = nil) -> String { id ?? \"x\" + \".default\" }"
        let reading = TuistProjects.read(identifier: "make(\(argument))", make)
        #expect(TuistProjects.identifier(reading) == expected ?? "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test(arguments: [
        "a ?? b ? \"x\" : \"y\"", "a.count ?? 1 > 0 ? \"x\" : \"y\"", "\"É\".lowercased()", "\"x\".capitalized",
        "\"x\".count",
        "\"x\".lowercased(with: locale)", String(repeating: "a ?? ", count: 5_000) + "\"x\"",
        "\"x\"" + String(repeating: ".lowercased()", count: 5_000),
    ])
    func otherOperationsAreUnknown(identifier: String) {
        let reading = TuistProjects.read(identifier: identifier)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    // MARK: Dictionaries

    /// The claims of an app whose Info.plist a function changes by `statement`.
    private static func schemes(_ statement: String) -> [String] {
        let reading = TuistProjects.read(
            "let project = Project.app(plist: [\"CFBundleURLTypes\": [[\"CFBundleURLSchemes\": [\"one\"]]]])",
            """
            extension Project { static func app(plist: [String: Plist.Value]) -> Project {
                var plist = plist
                \(statement)
                return Project(name: "P", targets: [
                    .target(name: "A", destinations: .iOS, product: .app, bundleId: "x", infoPlist: .extendingDefault(with: plist))
                ])
            } }
            """
        )
        let claims = reading.lines.flatMap { $0.split(separator: " | ").dropFirst(5) }.map(String.init)
        return claims + (reading.isOpenEnded ? ["?"] : [])
    }

    @Test(arguments: [
        ("plist[\"UIUserInterfaceStyle\"] = .string(\"Light\")", ["one"]),
        ("plist[\"CFBundleURLTypes\"] = [[\"CFBundleURLSchemes\": [\"two\"]]]", ["two"]),
        ("if true { plist[\"CFBundleURLTypes\"] = [[\"CFBundleURLSchemes\": [\"two\"]]] }", ["two"]),
        ("let more = plist.merging([\"CFBundleURLTypes\": []])", ["one"]),
        // It isn't known which keys it has.
        ("plist[key()] = \"a\"", ["one", "?"]), ("if isDev { plist[\"UIUserInterfaceStyle\"] = \"Light\" }", ["?"]),
        ("plist[\"CFBundleURLTypes\"] = types()", ["?"]),
    ])
    func dictionariesThatChangeAreRead(statement: String, schemes: [String]) {
        #expect(Self.schemes(statement) == schemes)
    }

    /// Their function is not read.
    @Test(arguments: [
        "plist[\"a\"]![\"b\"] = 1", "plist[\"a\", default: []] = 1", "plist.merge(other) { $1 }", "plist = other",
    ])
    func dictionariesThatChangeOtherwiseAreNotRead(statement: String) {
        #expect(Self.schemes(statement) == ["?"])
    }

    // MARK: Switches

    @Test(arguments: [
        "switch kind { case .a where isDev: \"x\"; default: \"y\" }",
        "switch kind { case .a(let b): \"x\"; default: \"y\" }",
        "switch (kind, a) { case (.a, _): \"x\"; default: \"y\" }",
        "switch kind { case .a: f(); return \"x\"\n default: \"y\" }",
        "switch kind { case .b: \"x\" }", "switch kind { case .a: break\n default: return \"y\" }",
        "switch kind {\n#if DEBUG\n case .a: \"x\"\n#endif\n default: \"y\" }",
        "switch kind { case .all: \"y\"; default: \"x\" }",
    ])
    func otherSwitchesAreNotRead(body: String) {
        let helper = "enum Kind { case a, b\n static let all = Kind.a }\nfunc make(_ kind: Kind) -> String { \(body) }"
        let reading = TuistProjects.read(identifier: "make(.a)", helper)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test func textsDecideSwitches() {
        let helper = """
            func make(_ name: String) -> String {
                let prefix = "x"
                switch name {
                case "A", "B": return prefix + ".ab"
                default: return prefix
                }
            }
            """
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "make(\"B\")", helper)) == "x.ab")
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "make(\"C\")", helper)) == "x")
    }

    @Test func longSwitchesAreRead() {
        let cases = (0..<100).map { "case .c\($0): return \"x\($0)\"\n" }.joined()
        let helper =
            "enum Kind { case \((0..<100).map { "c\($0)" }.joined(separator: ", "))\n"
            + "var id: String { switch self {\n\(cases)} } }"
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "Kind.c99.id", helper)) == "x99")
    }
}
