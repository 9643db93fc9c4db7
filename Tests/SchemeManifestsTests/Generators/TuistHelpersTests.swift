import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Helpers of Tuist's projects")
struct TuistHelpersTests {
    private static let folder = "Tuist/ProjectDescriptionHelpers/"

    private static func read(_ project: String, _ helpers: String..., files: [String: String] = [:]) -> ProjectReading {
        let all = helpers.enumerated().map {
            ("\(folder)\($0.offset).swift", "import ProjectDescription\n" + $0.element)
        }
        return PackageManifestTests.read(
            "import ProjectDescriptionHelpers\n" + project,
            files.merging(all) { first, _ in first },
            named: "Project.swift"
        )
    }

    /// A project with one app with this identifier.
    private static func read(identifier: String, _ helpers: String..., files: [String: String] = [:]) -> ProjectReading
    {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \(identifier))"
        let all = helpers.enumerated().map { ("\(folder)\($0.offset).swift", $0.element) }
        return PackageManifestTests.read(
            "import ProjectDescriptionHelpers\nlet project = Project(name: \"P\", targets: [\(target)])",
            files.merging(all) { first, _ in first },
            named: "Project.swift"
        )
    }

    private static func identifier(_ reading: ProjectReading) -> String? {
        reading.lines.count == 1 ? reading.lines[0].split(separator: " | ").last.map(String.init) : nil
    }

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
    ])
    func expressionsOfConstantsAreRead(identifier: String, helpers: String, expected: String) {
        #expect(Self.identifier(Self.read(identifier: identifier, helpers)) == expected)
    }

    @Test(arguments: [
        // Another initializer may do anything with its arguments.
        (
            "env.id",
            "struct Env { let id: String\n init(id: String) { self.id = id + \".x\" } }\nlet env = Env(id: \"x\")"
        ),
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
        // An initializer after a value that isn't read.
        (
            "env.id",
            "struct Env {\n let id: String\n var build = f().g\n init(id: String) { self.id = \"y\" } }\nlet env = Env(id: \"x\")"
        ),
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
        ("a", "let a = b + b\nlet b = a + a"),
    ])
    func whatIsComputedOtherwiseIsUnknown(identifier: String, helpers: String) {
        let reading = Self.read(identifier: identifier, helpers)
        #expect(Self.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
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
        #expect(Self.identifier(Self.read(identifier: "Env.id", files: files)) == "x.y")
    }

    // MARK: Functions

    private static let functions = """
        extension Project {
            static let organization = "org"
            public static func app(name: String, suffix: String = "", extra: [Target] = []) -> Project {
                let id = "\\(organization).\\(name)" + suffix
                let tests: Target = .target(name: "\\(name)Tests", destinations: .iOS, product: .unitTests, bundleId: "t")
                return make(name: name, targets: [.app(name, id), tests] + extra)
            }
            static func make(name: String, targets: [Target]) -> Self { .init(name: name, targets: targets) }
        }
        extension Target {
            static func app(_ name: String, _ id: String) -> Target {
                target(name: name, destinations: .iOS, product: .app, bundleId: id, infoPlist: .app)
            }
        }
        """
    private static let plist = """
        extension InfoPlist {
            static var app: InfoPlist {
                .extendingDefault(with: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["one", "$(PRODUCT_NAME)"]]]])
            }
        }
        """

    @Test(arguments: [
        ("Project.app(name: \"A\")", "org.A"), ("Project.app(name: \"A\", suffix: \".x\")", "org.A.x"),
        ("Project.make(name: \"P\", targets: [.app(\"A\", \"org.B\")])", "org.B"),
    ])
    func functionsThatMakeAProjectAreRead(call: String, identifier: String) {
        let reading = Self.read("let project = \(call)", Self.functions, Self.plist)
        let apps = reading.lines.filter { $0.contains("application") }
        #expect(apps == ["A | [Debug,Release] | ios | application | \(identifier) | one A"])
        #expect(reading.irregularityLines.isEmpty)
        // All that a function gives is where it is called.
        let schemes = reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes)
        #expect(schemes.allSatisfy { $0.span.element.lines?.start.line == 2 })
        let typed = Self.read("let project: Project = \(call.dropFirst("Project".count))", Self.functions, Self.plist)
        #expect(typed.lines == reading.lines)
    }

    /// The template of many projects: what a module consists of decides about its targets.
    private static let module = """
        public extension Project {
            static func module(name: String, kinds: Set<Kind> = Set([.framework]), hasTests: Bool = false) -> Project {
                let prefix = "org"
                var targets: [Target] = []
                let suffix = name.contains("Demo") ? "demo" : "app"
                if kinds.contains(.app) {
                    let target = Target(name: name, platform: .iOS, product: .app, bundleId: "\\(prefix).\\(suffix)")
                    targets.append(target)
                } else if kinds.contains(where: { $0.isFramework }) {
                    targets.append(.target(name: "F", destinations: .iOS, product: .framework, bundleId: "f"))
                }
                if !hasTests {
                    targets += [.target(name: "B", destinations: .iOS, product: .app, bundleId: prefix)]
                }
                return Project(name: name, targets: targets)
            }
        }
        """

    @Test(arguments: [
        ("name: \"A\", kinds: [.app]", ["A | org.app", "B | org"], true),
        ("name: \"ADemo\", kinds: kinds", ["ADemo | org.demo", "B | org"], true),
        ("name: \"A\", kinds: [.app, other], hasTests: true", ["A | org.app"], true),
        ("name: \"A\", kinds: [other], hasTests: true", [], false),
        ("name: \"A\", hasTests: isTested", [], false),
        ("name: \"A\", hasTests: true", [], false),
        ("name: unknown, kinds: [.app], hasTests: true", [], false),
    ])
    func conditionsOfFunctionsAreDecided(arguments: String, apps: [String], isWhole: Bool) {
        let reading = Self.read(
            "let kinds: Set<Kind> = [Kind.app, .framework]\nlet project = Project.module(\(arguments))",
            Self.module
        )
        let lines = reading.lines.map { $0.replacing(" | [Debug,Release] | ios | application", with: "") }
        #expect(lines == apps)
        #expect(reading.irregularityLines.isEmpty == isWhole)
    }

    /// A name means what is declared before it, in the function or else in the type.
    @Test(arguments: [
        ("id: String = organization", "", "id", "org"),
        ("id: String", "let organization = organization", "organization", "org"),
        ("id: String", "let id = organization + \".\" + id", "id", "org.x"),
        ("id: String", "if true { let organization = \"wrong\" }", "organization", "org"),
        ("id: String", "if true { var id = id\n id += \".dev\" }", "id", "x"),
    ])
    func namesInFunctionsMeanTheNearestDeclaration(parameters: String, statement: String, id: String, expected: String)
    {
        let reading = Self.read(
            "let organization = \"wrong\"\nlet project = Project.app(\(parameters.contains("=") ? "" : "id: \"x\""))",
            """
            extension Project {
                static let organization = "org"
                static func app(\(parameters)) -> Project {
                    \(statement)
                    return Project(name: "P", targets: [.target(name: "A", destinations: .iOS, product: .app, bundleId: \(id))])
                }
            }
            """
        )
        #expect(Self.identifier(reading) == expected)
    }

    /// `.all` may contain `.app` if it isn't a case.
    @Test(arguments: ["[.all]", "[.tests, .other]", "[.tests, .alias]"])
    func aListWithoutAMemberMayContainIt(kinds: String) {
        let kind = """
            enum Other { case app, tests, all, alias, other }
            public enum Kind { case app, tests
                static let alias = Kind.app }
            public struct Kinds { static let all: Kinds = [.app, .tests] }
            """
        let reading = Self.read(
            "let project = Project.module(name: \"A\", kinds: \(kinds), hasTests: true)",
            Self.module,
            kind
        )
        #expect(reading.lines.isEmpty)
        #expect(reading.irregularityLines == ["not-read Project.swift at Project.swift:2"])
        let known = Self.read(
            "let project = Project.module(name: \"A\", kinds: [.tests], hasTests: true)",
            Self.module,
            kind
        )
        #expect(known.lines.isEmpty)
    }

    /// Only constants outside of types can be the project.
    @Test func otherProjectsAreNotMeant() {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \"x\")"
        let other = "extension Project { static var demo: Project { Project(name: \"Demo\", targets: []) } }"
        let reading = Self.read("\(other)\nlet project = Project(name: \"P\", targets: [\(target)])")
        #expect(reading.lines == ["A | [Debug,Release] | ios | application | x"])
    }

    /// Functions that aren't closed are each read up to the end of the file, but not more than a few.
    @Test(arguments: [
        "func f() -> T { let a = (", "var v: T { let a = (", "func f() -> T { if a { let b = \"\\(\"\\(",
        "enum E { enum F {",
    ])
    func whatIsNotClosedIsNotReadAgainAndAgain(text: String) {
        let reading = Self.read(identifier: "\"x\"", String(repeating: text, count: 4_000))
        #expect(Self.identifier(reading) == "x")
    }

    @Test(arguments: [
        // What comes before isn't read, and ends with its line.
        "let made = names.map { $0 }\nif isEmpty { return other }", "let number = 1\nguard isApp else { return other }",
        "let url = URL(string: \"u\")!\nif isEmpty { return other }", "let id = ids[0]!\nif isEmpty { return other }",
        "let made = a.b().c; if isEmpty { return other }",
        "let made = more.merging(a) { $1 }\nswitch kind { default: return other }",
        // The list may change where that isn't read.
        "change(&targets)", "let made = change(&targets)", "names.forEach { targets.append(.target(name: $0)) }",
        "let made = names.map { targets.append(.target(name: $0)) }", "targets = more", "targets[0] = more[0]",
        "targets.removeAll()", "for name in names { targets.append(.target(name: name)) }",
        // Another way out, other names, or another kind of statement.
        "if isEmpty { return other }", "guard isApp else { return other }", "if let id { targets.append(more) }",
        "if isApp { let targets = more }", "switch kind { default: break }", "defer { }", "var id: String\n id = \"y\"",
    ])
    func functionsWithOtherStatementsAreNotRead(statement: String) {
        let reading = Self.read(
            "let project = Project.app(id: \"x\")",
            """
            extension Project {
                static func app(id: String) -> Project {
                    var targets: [Target] = [.target(name: "A", destinations: .iOS, product: .app, bundleId: id)]
                    \(statement)
                    return Project(name: "P", targets: targets)
                }
            }
            """
        )
        #expect(reading.lines.isEmpty)
        #expect(reading.isOpenEnded)
    }

    /// What the manifest declares isn't what a helper declares under the same name.
    @Test(arguments: [
        ("let env = Env.staging", "let env = Env(id: \"wrong\")\nstruct Env { let id: String }", "env.id"),
        ("enum Env { static let id = f() }", "enum Env { static let id = \"wrong\" }", "Env.id"),
        (
            "func f(_ a: A) -> String { \"1\" }\nfunc f(_ b: B) -> String { \"2\" }",
            "func f(_ c: C) -> String { \"wrong\" }", "f(a)"
        ),
    ])
    func namesOfTheManifestAreNotThoseOfHelpers(before: String, helpers: String, id: String) {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \(id))"
        let reading = Self.read("\(before)\nlet project = Project(name: \"P\", targets: [\(target)])", helpers)
        #expect(Self.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    /// A function or an initializer of a helper that isn't read is not Tuist's own with the same name.
    @Test(arguments: [
        "extension Target { init(name: String, destinations: Destinations, product: Product, bundleId: String, a: Int = 0) {"
            + " self = make(bundleId) } }",
        "extension Target { static func target(name: String, destinations: Destinations, product: Product, bundleId: String,"
            + " a: Int) -> Target { f(); return g() } }",
    ])
    func functionsThatAreNotReadAreNotTuistsOwn(helpers: String) {
        let call = helpers.contains("init") ? "Target" : ".target"
        let arguments =
            "name: \"A\", destinations: .iOS, product: .app, bundleId: \"wrong\"\(call == "Target" ? "" : ", a: 1")"
        let reading = Self.read("let project = Project(name: \"P\", targets: [\(call)(\(arguments))])", helpers)
        #expect(reading.lines.isEmpty)
        #expect(reading.isOpenEnded)
    }

    @Test func severalArgumentsAreNotOne() {
        let function = "func id(_ parts: String...) -> String { parts.contains(\"x\") ? \"wrong\" : \"x\" }"
        #expect(Self.identifier(Self.read(identifier: "id(\"xy\")", function)) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    /// Each constant contains the one before several times, or deep inside.
    @Test func deepValuesAreNotRead() {
        let constants = (1..<200).map { "let b\($0) = [[[[[[[[b\($0 - 1)]]]]]]]]\n" }.joined()
        let functions = (1..<12).map {
            "func f\($0)(_ a: A) -> A {\nlet b0 = f\($0 - 1)(a)\n\(constants)return b199 }\n"
        }.joined()
        let reading = Self.read(identifier: "f11(\"x\")", "func f0(_ a: A) -> A { a }\n" + functions)
        #expect(Self.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test func functionsOfTextsAndListsAreRead() {
        let functions = """
            func identifier(of name: String) -> String { "org.\\(name)" }
            enum Targets { static func all(_ name: String) -> [Target] {
                [.target(name: name, destinations: .iOS, product: .app, bundleId: identifier(of: name))]
            } }
            """
        let reading = Self.read("let project = Project(name: \"P\", targets: Targets.all(\"A\") + [])", functions)
        #expect(Self.identifier(reading) == "org.A")
    }

    @Test(arguments: [
        "func f() -> String { f() }", "func f() -> String { g() }\nfunc g() -> String { f() }",
        "func f() -> String {\n var a = \"x\"\n if f() { a += f() }\n return a }",
    ])
    func functionsThatCallThemselvesAreNotRead(functions: String) {
        #expect(Self.identifier(Self.read(identifier: "f()", functions)) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    /// `.target` with Tuist's own arguments is Tuist's, even if a helper has a function of this name.
    @Test func functionsWithOtherArgumentsAreNotMeant() {
        let function =
            "extension Target { static func target(name: String, kind: Product) -> Target { .target(name: \"wrong\") } }"
        #expect(Self.identifier(Self.read(identifier: "\"x.y\"", function)) == "x.y")
    }

    @Test func aListWithAnUnknownPartIsReadInPart() {
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \"x\")"
        let reading = Self.read("let project = Project(name: \"P\", targets: [\(target)] + more())")
        #expect(reading.lines == ["A | [Debug,Release] | ios | application | x"])
        #expect(reading.irregularityLines == ["not-read Project.swift at Project.swift:2"])
    }

    @Test func aTargetThatIsAConstantIsADependency() {
        let reading = Self.read(
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
