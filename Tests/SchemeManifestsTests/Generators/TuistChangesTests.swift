import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Changes in functions of Tuist's projects")
struct TuistChangesTests {
    /// The template of many projects: a factory is copied and changed for each kind of target.
    private static func factory(_ statements: String, enumeration: String = "enum App: String { case iOS, watch }")
        -> String
    {
        """
        struct Factory {
            var name: String
            var product: Product
            var id: String?
            init(name: String = "", product: Product = .framework, id: String? = nil) {
                self.name = name
                self.product = product
                self.id = id
            }
        }
        \(enumeration)
        extension Target {
            static func make(factory: Factory) -> Target {
                .target(name: factory.name, destinations: .iOS, product: factory.product, bundleId: factory.id ?? "x.\\(factory.name)")
            }
            static func app(_ kind: App, factory: Factory = .init()) -> Target {
                var made = factory
                \(statements)
                return make(factory: made)
            }
        }
        """
    }

    /// A project with one target of a factory.
    private static func read(_ statements: String, argument: String = "", kind: String = ".iOS") -> [String] {
        let reading = TuistProjects.read(
            "let project = Project(name: \"P\", targets: [.app(\(kind)\(argument.isEmpty ? "" : ", factory: .init(\(argument))"))])",
            factory(statements)
        )
        return reading.lines.map { String($0.split(separator: " | ").last ?? "") } + (reading.isOpenEnded ? ["?"] : [])
    }

    @Test(arguments: [
        ("made.product = .app; made.name = \"A\"", "", ["x.A"]),
        ("made.product = .app\nmade.name = kind.rawValue", "", ["x.iOS"]),
        ("made.product = .app\nmade.name = factory.name + \"B\"", "name: \"A\"", ["x.AB"]),
        ("made.product = .app\nmade.name = \"A\"\nmade.name = made.name + \"B\"", "", ["x.AB"]),
        ("made.product = .app\nmade.id = made.id ?? \"x.y\"", "name: \"A\"", ["x.y"]),
        ("made.product = .app\nmade.id = nil", "name: \"A\", id: \"y\"", ["x.A"]),
        ("let other = made\nmade.product = .app\nmade.name = other.name + \"B\"", "name: \"A\"", ["x.AB"]),
        (
            "switch kind { case .iOS: made.product = .app\nmade.name = \"A\"\ncase .watch: made.name = \"W\" }", "",
            ["x.A"]
        ),
        ("switch kind { case .watch: break\ndefault: made.product = .app }\nmade.name = \"A\"", "", ["x.A"]),
        (
            "made.product = .app; made.name = \"A\"\nswitch kind { case .watch: made.name = \"W\"\ndefault: break }",
            "", ["x.A"]
        ),
        ("made.product = .app\nif true { made.name = \"A\" } else { made.name = \"B\" }", "", ["x.A"]),
        // It isn't known which case is meant, or what the name is.
        ("made.product = .app\nif isDev { made.name = \"A\" }", "name: \"B\", id: \"x\"", ["?"]),
        ("made.product = .app\nmade.id = id()", "name: \"A\"", ["$(PRODUCT_BUNDLE_IDENTIFIER)?", "?"]),
    ])
    func changedMembersAreRead(statements: String, argument: String, expected: [String]) {
        #expect(Self.read("\(statements)", argument: argument) == expected)
    }

    /// The function is not read.
    @Test(arguments: [
        "made.list.append(1)", "made.list[0] = 1", "made.part.name = \"B\"", "made.name += \"B\"", "made = other",
        "made.change()",
        "change(&made)", "switch kind { case .iOS: made.name = \"B\"; return other\ndefault: break }",
        "switch kind { case .iOS: made.name = \"B\"\nfallthrough\ndefault: made.name = \"C\" }",
        "switch kind { case .iOS: let made = other\ndefault: break }",
        "switch kind { case .iOS where isDev: made.name = \"B\"\ndefault: break }",
        "switch kind { case .iOS: break; made.name = \"B\"\ndefault: break }",
        "switch kind { case .iOS: if true { break }\nmade.name = \"B\"\ndefault: break }",
        "for name in names { made.name = name }", "names.forEach { made.name = $0 }",
    ])
    func otherChangesAreNotRead(statement: String) {
        #expect(Self.read("made.product = .app\nmade.name = \"A\"\n\(statement)") == ["?"])
    }

    /// A member of which code runs when it changes, or which is computed from others.
    @Test(arguments: [
        ("var n: String { didSet { m = \"x\" } }", "b.n = \"y\"", "m", nil),
        ("var n: String { get { m } set { m = newValue } }", "b.n = \"x\"", "m", nil),
        ("var n: String { m + \".y\" }", "b.m = \"x\"", "n", "x.y"),
        ("let n: String", "b.m = \"x\"", "m", "x"), ("let n: String", "b.m = \"wrong\"", "n", "n"),
    ])
    func changesAreThoseOfMembersThatOnlyHaveAValue(member: String, statement: String, name: String, expected: String?)
    {
        let reading = TuistProjects.read(
            identifier: "make(Part(m: \"wrong\"\(member.contains(".y") ? "" : ", n: \"n\"")))",
            "struct Part { var m: String\n \(member) }\nfunc make(_ a: Part) -> String { var b = a\n \(statement)\n return b.\(name) }"
        )
        #expect(TuistProjects.identifier(reading) == expected ?? "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }

    @Test func aCaseThatIsNotKnownChangesNothingForSure() {
        let read = Self.read(
            "made.product = .app\nmade.name = \"A\"\nswitch kind { case .watch: made.name = \"B\"\ndefault: break }",
            kind: "kind"
        )
        #expect(read == ["?"])
    }

    /// Each call changes the list, so that its first value isn't known.
    @Test(arguments: ["names.append(\"y\")", "names.append (\"y\")", "names.removeAll { $0.isEmpty }"])
    func aVariableThatAMethodMayChangeIsUnknown(statement: String) {
        let reading = TuistProjects.read(
            identifier: "names.contains(\"y\") ? \"x\" : \"wrong\"",
            "var names = [\"x\"]\nfunc change() { \(statement) }"
        )
        #expect(TuistProjects.identifier(reading) == "$(PRODUCT_BUNDLE_IDENTIFIER)?")
    }
}
