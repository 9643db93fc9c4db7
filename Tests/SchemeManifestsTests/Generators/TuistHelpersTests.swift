import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Helpers of Tuist's projects")
struct TuistHelpersTests {
    @Test(arguments: [
        ("Env.prefix + \".a\"", "enum Env { static let prefix = \"x\" }", "x.a"),
        ("\"\\(Env.prefix).\\(Env.prefix)\"", "enum Env { static let prefix = \"x\" }", "x.x"),
        (
            "Env.id", "let prefix = \"wrong\"\nenum Env { static let prefix = \"x\"; static let id = prefix + \".b\" }",
            "x.b"
        ),
        ("Env.id", "enum Env { static var id: String { \"x.\\(Self.part)\" }\nstatic let part = \"c\" }", "x.c"),
        ("Env.Dev.id", "extension Env { enum Dev { static var id: String { return \"x.dev\" } } }", "x.dev"),
        ("env.id", "struct Env { let id: String\n let name: String }\nlet env = Env(id: \"x.d\", name: \"n\")", "x.d"),
        ("env.id", "struct Env { let id: String }\nlet env: Env = .init(id: \"x.e\")", "x.e"),
        ("prefix + \".f\"", "let prefix = \"x\"", "x.f"),
        ("\"x.\\(number)\"", "let number = 7", "x.7"),
        ("id", "enum Kind { case app }\nenum Other { case a(Kind), b; case c }; let id = \"x.l\"", "x.l"),
        ("c", "let a = \"x\", b = f(), c: String = a + \".m\"", "x.m"),
        ("Env.id", "enum Env { static let id = \"x.k\"\n var id: String { \"y\" } }", "x.k"),
        // The expression before is not read, and ends where the next declaration begins.
        ("Env.id", "let a = b ?? .c\npublic enum Env { static let id = \"x.g\" }", "x.g"),
        ("Env.id", "let a = b ?? .c\nextension Env { static let id = \"x.h\" }", "x.h"),
        // An extension of a type inside another one is not inside that.
        (
            "A.B.id",
            "let a = \"x\"\nenum A { static let a = \"wrong\"\n enum B {} }\nextension A.B { static let id = a + \".n\" }",
            "x.n"
        ),
        ("make(\"x\")", "func make(_ id: String?) -> String { id }", "x"),
        (
            "env.id",
            "struct Env { let id: String\n init(id: String) { self.id = id + \".o\" } }\nlet env = Env(id: \"x\")",
            "x.o"
        ),
        // An initializer after a value that isn't read.
        (
            "env.id",
            "struct Env {\n let id: String\n var build = f().g\n init(id: String) { self.id = \"x.p\" } }\nlet env = Env(id: \"x\")",
            "x.p"
        ),
    ])
    func expressionsOfConstantsAreRead(identifier: String, helpers: String, expected: String) {
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: identifier, helpers)) == expected)
    }

    @Test(arguments: [
        // Another initializer may do anything with its arguments.
        ("env.id", "struct Env { let id: String }\nextension Env { init(id: String) {} }\nlet env = Env(id: \"x\")"),
        ("env.id", "class Env { let id: String }\nlet env = Env(id: \"x\")"),
        ("env.id", "struct Env { var id: String }\nvar env = Env(id: \"x\")\nfunc f() { env.id = \"y\" }"),
        ("Env.id", "enum Env { static var id: String { if isDev { return \"x\" }; return \"y\" } }"),
        ("Env.id", "enum Env { static var id: String {\n#if DEV\nreturn \"x\"\n#else\nreturn \"y\"\n#endif\n} }"),
        ("Env.id", "enum Env { static var id: String { let a = \"x\"; return a.lowercased() } }"),
        ("Env.id", "enum Env { static let id = 1 + 2 }"),
        ("\"\\(1 + 2)\"", ""),
        ("\"\\(isDev ? \"x\" : \"y\")\"", "let isDev = isDevelopment()"),
        ("\"x\\(Env.id)\"", "enum Env { static let id = Environment.id.getString(default: \"x\") }"),
        ("Env.id", "struct Env {\n let id: String\n let other: String = \"x\" }"),
        // The name means a member that isn't read, and not the constant outside of the type.
        (
            "Env.id",
            "let a = \"x\"\nenum Env { static var a: String { f(); return g() }\n static let id = \"\\(a).y\" }"
        ),
        ("Env.id", "let a = \"x\"\nenum Env { static let (a, b) = f()\n static let id = \"\\(a).y\" }"),
        ("Env.id", "let b = \"x\"\nenum Env { static let a = \"1\", b = f()\n static let id = b + \".y\" }"),
        (
            "Env.id",
            "enum Env { static var suffix = \".dev\"\n static let id = \"x\" + suffix }\nfunc f() { Env.suffix = \"\" }"
        ),
        ("\"x\\(version)\"", "let version: Double = 5"), ("\"x\\(name)\"", "let name: String? = \"y\""),
        ("\"x\\(count)\"", "let count = 1_000"),
        // Declared twice, although one of them isn't read.
        ("id", "private let id = \"x\"\nprivate var id: String { f(); return g() }"),
        (
            "Env.now.id",
            "struct Env { var id: String\n static var now = Env(id: \"x\") }\nfunc f() { Env.now.id = \"y\" }"
        ),
        (
            "env.id",
            "struct Env {\n let id: String\n let u = URL(string: \"u\")!\n init(id: String) {} }\nlet env = Env(id: \"x\")"
        ),
        ("a", "let a = a + \"x\""),
        // A text of another type has another description.
        ("\"\\(Id.app)\"", "struct Id { static let app: Id = \"x\" }"),
        ("\"x\\(make())\"", "func make() -> String? { \"y\" }"),
        ("\"x\\(number)\"", "let number = make()\nfunc make() -> Double { 5 }"),
        ("make(\"x\")", "struct Id {}\nfunc make(_ id: Id) -> String { \"\\(id)\" }"),
        ("make()", "func make(_ suffix: String? = \"y\") -> String { \"x\\(suffix)\" }"),
        // Declarations that are not read hide others of the same name.
        (
            "App.id",
            "enum Base { static let id = \"x\" }\nenum App { typealias Base = Other\n static let id = Base.id + \".y\" }"
        ),
        (
            "App.id",
            "let prefix = \"x\"\nprotocol P {}\nextension P { static var prefix: String { \"y\" } }\n"
                + "enum App: P { static let id = prefix + \".y\" }"
        ),
        ("a", "let a = b + b\nlet b = a + a"),
    ])
    func whatIsComputedOtherwiseIsUnknown(identifier: String, helpers: String) {
        let reading = TuistProjects.read(identifier: identifier, helpers)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
        #expect(reading.isOpenEnded)
    }

    @Test(arguments: ["Tuist.swift", "Tuist/Config.swift"])
    func localPluginsHaveHelpers(name: String) {
        let plugins = "plugins: [.local(path: .relativeToRoot(\"Plugins/Env\")), .git(url: \"u\", tag: \"1\")]"
        let call = name == "Tuist.swift" ? "Tuist(project: .tuist(\(plugins)))" : "Config(\(plugins))"
        let files = [
            name: "import ProjectDescription\nlet config = \(call)",
            "Plugins/Env/ProjectDescriptionHelpers/Env.swift": "public enum Env { public static let id = \"x.y\" }",
            "Plugins/Other/ProjectDescriptionHelpers/Env.swift": "public enum Env { public static let id = \"wrong\" }",
        ]
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "Env.id", files: files)) == "x.y")
    }

    /// What the manifest declares isn't what a helper declares under the same name.
    @Test(arguments: [
        ("let env = Env.staging", "let env = Env(id: \"wrong\")\nstruct Env { let id: String }", "env.id"),
        ("enum Env { static let id = f() }", "enum Env { static let id = \"wrong\" }", "Env.id"),
        (
            "func f(_ a: A) -> String { \"1\" }\nfunc f(_ b: B) -> String { \"2\" }",
            "func f(_ c: C) -> String { \"wrong\" }", "f(a)"
        ),
        ("typealias Env = Other", "enum Env { static let id = \"wrong\" }", "Env.id"),
    ])
    func namesOfTheManifestAreNotThoseOfHelpers(before: String, helpers: String, id: String) {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \(id))"
        let reading = TuistProjects.read("\(before)\nlet project = Project(name: \"P\", targets: [\(target)])", helpers)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    /// The value of a variable that the manifest or a helper changes isn't known.
    @Test(arguments: [
        "Env.prefix = \"y\"", "Env.prefix += \"y\"", "Env.prefix.first = \"y\"", "(Env.prefix, b) = (\"y\", \"z\")",
        "Env.prefix?.append(\"y\")", "change(&Env.prefix)", "Env.prefix.first?.a = b",
    ])
    func variablesThatChangeAreUnknown(change: String) {
        let variable = "enum Env { static var prefix = \"x\" }\n"
        let project =
            "let project = Project(name: \"P\", targets: [.target(name: \"A\", destinations: .iOS, product: .app, "
            + "bundleId: Env.prefix)])"
        for reading in [
            TuistProjects.read("\(change)\n\(project)", variable),
            TuistProjects.read("\(variable)\(change)\n\(project)"),
        ] {
            #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
        }
        let unchanged = TuistProjects.read("let a = Env.prefix.first == \"x\"\n\(project)", variable)
        #expect(TuistProjects.identifier(unchanged) == "x")
    }

    /// Only constants outside of types can be the project.
    @Test func otherProjectsAreNotMeant() {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \"x\")"
        let other = "extension Project { static var demo: Project { Project(name: \"Demo\", targets: []) } }"
        let reading = TuistProjects.read("\(other)\nlet project = Project(name: \"P\", targets: [\(target)])")
        #expect(reading.lines == ["A | [Debug,Release] | ios | application | x"])
    }

    /// Functions that aren't closed are each read up to the end of the file, but not more than a few.
    @Test(arguments: [
        "func f() -> T { let a = (", "var v: T { let a = (", "func f() -> T { if a { let b = \"\\(\"\\(",
        "enum E { enum F {",
    ])
    func whatIsNotClosedIsNotReadAgainAndAgain(text: String) {
        let reading = TuistProjects.read(identifier: "\"x\"", String(repeating: text, count: 4_000))
        #expect(TuistProjects.identifier(reading) == "x")
    }

    @Test func aListWithAnUnknownPartIsReadInPart() {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \"x\")"
        let reading = TuistProjects.read("let project = Project(name: \"P\", targets: [\(target)] + more())")
        #expect(reading.lines == ["A | [Debug,Release] | ios | application | x"])
        #expect(reading.irregularityLines == ["not-read Project.swift at Project.swift:2"])
    }

    @Test func aTargetThatIsAConstantIsADependency() {
        let reading = TuistProjects.read(
            """
            let widget: Target = .target(name: "W", destinations: .iOS, product: .appExtension, bundleId: "x.w")
            let app: Target = .target(name: "A", destinations: .iOS, product: .app, bundleId: "x", dependencies: [.target(widget)])
            let project: Project = .init(name: "P", targets: [app, widget])
            """
        )
        #expect(
            reading.lines == [
                "A | [Debug,Release] | ios | application | x", "W | [Debug,Release] | ios | app-extension | x.w | in x",
            ]
        )
    }
}
