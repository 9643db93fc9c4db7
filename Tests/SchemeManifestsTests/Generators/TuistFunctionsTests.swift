import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Functions of Tuist's projects")
struct TuistFunctionsTests {
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
        let reading = TuistProjects.read("let project = \(call)", Self.functions, Self.plist)
        let apps = reading.lines.filter { $0.contains("application") }
        #expect(apps == ["A | [Debug,Release] | ios | application | \(identifier) | one A"])
        #expect(reading.irregularityLines.isEmpty)
        // All that a function gives is where it is called.
        let schemes = reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes)
        #expect(schemes.allSatisfy { $0.span.element.lines?.start.line == 2 })
        let typed = TuistProjects.read(
            "let project: Project = \(call.dropFirst("Project".count))",
            Self.functions,
            Self.plist
        )
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
        let reading = TuistProjects.read(
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
        let reading = TuistProjects.read(
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
        #expect(TuistProjects.identifier(reading) == expected)
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
        let reading = TuistProjects.read(
            "let project = Project.module(name: \"A\", kinds: \(kinds), hasTests: true)",
            Self.module,
            kind
        )
        #expect(reading.lines.isEmpty)
        #expect(reading.irregularityLines == ["not-read Project.swift at Project.swift:2"])
        let known = TuistProjects.read(
            "let project = Project.module(name: \"A\", kinds: [.tests], hasTests: true)",
            Self.module,
            kind
        )
        #expect(known.lines.isEmpty)
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
        "if isApp { let targets = more }", "switch kind { default: f() }", "defer { }", "var id: String\n id = \"y\"",
    ])
    func functionsWithOtherStatementsAreNotRead(statement: String) {
        let reading = TuistProjects.read(
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

    /// A function or an initializer of a helper that isn't read, or is one of several, is not Tuist's own with the same name.
    @Test(arguments: [
        (
            "Target", "name: \"A\", destinations: .iOS, product: .app, bundleId: \"wrong\"",
            "init(name: String, destinations: Destinations, product: Product, bundleId: String, a: Int = 0) { self = make(bundleId) }"
        ),
        (
            ".target", "name: \"A\", destinations: .iOS, product: .app, bundleId: \"wrong\", a: 1",
            "static func target(name: String, destinations: Destinations, product: Product, bundleId: String, a: Int) -> Target "
                + "{ f(); return g() }"
        ),
        (
            ".target", "name: \"A\", product: .app, bundleId: \"wrong\"",
            "static func target(name: String, product: Product, bundleId: String) -> Target { f() }\n"
                + "static func target(name: Module, product: Product, bundleId: String) -> Target { g() }"
        ),
        // That of a plugin that isn't here.
        (".target", "name: \"A\", product: .app, bundleId: \"wrong\"", ""),
    ])
    func functionsThatAreNotReadAreNotTuistsOwn(function: String, arguments: String, helper: String) {
        let reading = TuistProjects.read(
            "let project = Project(name: \"P\", targets: [\(function)(\(arguments))])",
            "extension Target { \(helper) }"
        )
        #expect(reading.lines.isEmpty)
        #expect(reading.isOpenEnded)
    }

    /// An initializer of a project that isn't Tuist's own is not read.
    @Test(arguments: [
        "", "extension Project { init(name: String, modules: [A]) { f() }\n init(name: String, modules: [B]) { g() } }",
        "extension Project {\n#if DEBUG\n init(name: String, modules: [A]) { f() }\n#endif\n}",
    ])
    func projectsOfOtherInitializersAreNotEmpty(helper: String) {
        let reading = TuistProjects.read("let project = Project(name: \"P\", modules: [])", helper)
        #expect(reading.isOpenEnded)
        #expect(reading.irregularityLines == ["not-read Project.swift at Project.swift:2"])
    }

    /// The manifest and its helpers can have functions of the same name.
    @Test func functionsOfTheManifestAndOfHelpersAreToldApartByTheirArguments() {
        let reading = TuistProjects.read(
            """
            extension Target {
                static func app(name: String, id: String) -> Target {
                    .target(name: name, destinations: .iOS, product: .app, bundleId: id)
                }
            }
            let project = Project(name: "P", targets: [.app(name: "A"), .app(name: "B", id: "b")])
            """,
            """
            extension Target {
                static func app(name: String) -> Target {
                    .target(name: name, destinations: .iOS, product: .app, bundleId: "a")
                }
            }
            """
        )
        #expect(reading.lines.map { $0.split(separator: " | ").last } == ["a", "b"])
    }

    /// `Feature.Kind` isn't the enumeration `Kind`.
    @Test(arguments: [("Kind", true), ("Feature.Kind", false), ("Set<Feature.Kind>", false), ("[Kind]", true)])
    func typesInsideOthersAreTheirOwn(type: String, isKnown: Bool) {
        let reading = TuistProjects.read(
            "let project = Project.app(kinds: [.app])",
            """
            enum Kind { case app, tests }
            enum Feature { struct Kind: OptionSet { static let app = Kind(rawValue: 3), tests = Kind(rawValue: 2) } }
            extension Project { static func app(kinds: \(type)) -> Project {
                var targets: [Target] = []
                if kinds.contains(.tests) { targets.append(more) }
                return Project(name: "P", targets: targets)
            } }
            """
        )
        #expect(reading.irregularityLines.isEmpty == isKnown)
    }

    @Test func severalArgumentsAreNotOne() {
        let function = "func id(_ parts: String...) -> String { parts.contains(\"x\") ? \"wrong\" : \"x\" }"
        #expect(
            TuistProjects.identifier(TuistProjects.read(identifier: "id(\"xy\")", function))
                == "$(PRODUCT_BUNDLE_IDENTIFIER)?"
        )
    }

    /// Each constant contains the one before several times, or deep inside.
    @Test func deepValuesAreNotRead() {
        let constants = (1..<200).map { "let b\($0) = [[[[[[[[b\($0 - 1)]]]]]]]]\n" }.joined()
        let functions = (1..<12).map {
            "func f\($0)(_ a: A) -> A {\nlet b0 = f\($0 - 1)(a)\n\(constants)return b199 }\n"
        }.joined()
        let reading = TuistProjects.read(identifier: "f11(\"x\")", "func f0(_ a: A) -> A { a }\n" + functions)
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test func functionsOfTextsAndListsAreRead() {
        let functions = """
            func identifier(of name: String) -> String { "org.\\(name)" }
            enum Targets { static func all(_ name: String) -> [Target] {
                [.target(name: name, destinations: .iOS, product: .app, bundleId: identifier(of: name))]
            } }
            """
        let reading = TuistProjects.read(
            "let project = Project(name: \"P\", targets: Targets.all(\"A\") + [])",
            functions
        )
        #expect(TuistProjects.identifier(reading) == "org.A")
    }

    @Test(arguments: [
        "a ??\n other", "a &&\n b", "c ?\n d :\n e", "list\n .map { $0 }", "a +\n other",
        "list.merging(other)\n { $1 }",
    ])
    func expressionsOfSeveralLinesDoNotEndTooEarly(expression: String) {
        let function = "func id() -> String {\n let made = \(expression)\n return \"x\"\n}"
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "id()", function)) == "x")
    }

    @Test(arguments: [
        "func f() -> String { f() }", "func f() -> String { g() }\nfunc g() -> String { f() }",
        "func f() -> String {\n var a = \"x\"\n if f() { a += f() }\n return a }",
    ])
    func functionsThatCallThemselvesAreNotRead(functions: String) {
        #expect(
            TuistProjects.identifier(TuistProjects.read(identifier: "f()", functions))
                == "$(PRODUCT_BUNDLE_IDENTIFIER)?"
        )
    }

    /// Swift prefers the function that needs no standard arguments, and Tuist's has some.
    @Test(arguments: [("", "x"), (", infoPlist: .default", "y"), (", dependencies: []", "y")])
    func aFunctionWithTuistsOwnLabelsIsMeantIfAllAreGiven(argument: String, expected: String) {
        let function = """
            extension Target {
                static func target(name: String, destinations: Destinations, product: Product, bundleId: String) -> Target {
                    .target(name: name, destinations: destinations, product: product, bundleId: "x", infoPlist: .default)
                }
            }
            """
        let target = ".target(name: \"A\", destinations: .iOS, product: .app, bundleId: \"y\"\(argument))"
        let reading = TuistProjects.read("let project = Project(name: \"P\", targets: [\(target)])", function)
        #expect(TuistProjects.identifier(reading) == expected)
    }

    /// A product that a function gives is not the one with the function's name.
    @Test(arguments: [
        (".app(true)", "x"), (".plain", "x"), (".app(isDev)", nil), (".app(missing: true)", nil), (".other", nil),
    ])
    func productsOfFunctionsAreTheirValues(product: String, expected: String?) {
        let function = """
            extension Product {
                static let plain = Product.app
                static func app(_ isApp: Bool) -> Product { isApp ? .app : .framework }
            }
            """
        let target = ".target(name: \"A\", destinations: .iOS, product: \(product), bundleId: \"x\")"
        let reading = TuistProjects.read("let project = Project(name: \"P\", targets: [\(target)])", function)
        #expect(TuistProjects.identifier(reading) == expected)
    }

    /// `+++` isn't `+`.
    @Test func otherOperatorsAreNotSums() {
        let reading = TuistProjects.read(identifier: "\"x\" +++ \"y\"", "")
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    /// `.target` with Tuist's own arguments is Tuist's, even if a helper has a function of this name.
    @Test func functionsWithOtherArgumentsAreNotMeant() {
        let function =
            "extension Target { static func target(name: String, kind: Product) -> Target { .target(name: \"wrong\") } }"
        #expect(TuistProjects.identifier(TuistProjects.read(identifier: "\"x.y\"", function)) == "x.y")
    }
}
