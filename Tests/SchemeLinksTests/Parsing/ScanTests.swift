import SchemeLinks
import SchemeModel
import Testing

/// Selects the files to parse, and reports if Swift can't be parsed.
@Suite struct ScanTests {
    #if Links
    @Test func onlyRelevantFilesAreParsed() {
        var texts = ["W.swift": "struct V: View { var body: some View { Text(\"\").widgetURL(Links.home) } }"]
        for index in 0..<50 { texts["Other\(index).swift"] = "struct Other\(index) { let x = \(index) }" }
        // The word `main` only marks an entry point as an attribute.
        texts["Main.swift"] = "enum Main { func main() { App.start(DispatchQueue.main) } }"
        texts["Links.swift"] = "enum Links { static let home = URL(string: \"a://b\") }"
        let found = facts(texts)
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.parsedFiles == 2)
    }

    /// A file that only declares what others call, as mocks do, sends nothing.
    @Test(arguments: [
        ("final class Mock { var app: UIApplication?; func open(_ u: URL) {} // MARK: - open\n}", 0),
        ("func f() { AppDelegate.shared.log(); (UIApplication.shared.delegate as? AppDelegate)?.log() }", 0),
        ("extension UIApplication { func f(_ u: URL) { open(u) } }", 1), ("let f = UIApplication.shared.open", 1),
        ("func application(_ a: UIApplication, open u: URL) -> Bool { true }", 1),
        ("class AppDelegate: BaseDelegate { }", 1), ("class Other: AppDelegate { }", 1),
    ])
    func parsesOnlyWhatMayOpenOrReceive(code: String, parsed: Int) {
        #expect(facts(["V.swift": code]).parsedFiles == parsed)
    }

    /// Of the files that mention a protocol, those that may declare a type that conforms to it are parsed.
    @Test(arguments: [
        ("final class R: Router { func take(_ u: URL) { if u.host == \"a\" { go() } } }", 2),
        ("struct R { }\nextension R: Other,\n    Router { func take(_ u: URL) { if u.host == \"a\" { go() } } }", 2),
        ("actor R<T: Sendable>: Other, @unchecked Router { func take(_ u: URL) { if u.host == \"a\" { go() } } }", 2),
        ("struct Box { let router: Router }", 1), ("func make() -> any Router { fatalError() }", 1),
        ("extension Box { func f(_ router: Router) {} }", 1),
    ])
    func parsesFilesThatMayConform(code: String, parsed: Int) {
        let view = """
            protocol Router { func take(_ u: URL) }
            struct V: View { let router: Router; var body: some View { Text("").onOpenURL { router.take($0) } } }
            """
        let found = facts(["V.swift": view, "R.swift": code])
        #expect(found.parsedFiles == parsed)
        #expect(found.handlers.map { $0.accepts.map(\.text) } == [parsed == 2 ? ["host = 'a'"] : []])
    }

    /// Only files that may create a value of the type are parsed, and none of them is missed.
    @Test(arguments: [
        ("let v = V(entry: Links.home)", 3), ("let v = V /* now */ (entry: Links.home)", 3),
        ("let v = `V`(entry: Links.home)", 3),
        ("let v: V = .init(entry: Links.home)", 3), ("let v = V.init(entry: Links.home)", 3),
        ("extension V { static let v = Self(entry: Links.home) }", 3), ("func f(_ v: V) -> [V] { [v] }", 1),
    ])
    func parsesFilesThatCreateAValue(code: String, parsed: Int) {
        let view = "struct V: View { let entry: URL; var body: some View { Text(\"\").widgetURL(entry) } }"
        let links = "enum Links { static let home = URL(string: \"a://b\") }"
        let found = facts(["V.swift": view, "W.swift": code, "X.swift": links])
        #expect(found.links.map { $0.alternatives.first?.text } == [parsed == 1 ? nil : "a://b"])
        #expect(found.parsedFiles == parsed)
    }

    /// Extensions in other files are only parsed for members that they may declare, conformances always.
    @Test(arguments: [
        (
            "extension Links { static let home = URL(string: \"a://b\") }",
            "extension Links { static let away = home }", 2
        ),
        ("extension Links: L {}", "protocol L {}\nextension L { static var home: URL? { URL(string: \"a://b\") } }", 3),
        (
            "#if DEBUG\n  extension Links {\n static let `home` = URL(string: \"a://b\") }\n#endif",
            "extension Links {}", 2
        ),
        ("extension Links { static let (home, away) = (1, 2) }", "extension Links { static let other = 1 }", 2),
    ])
    func parsesExtensionsThatMayDeclareAMember(first: String, second: String, parsed: Int) {
        let found = facts([
            "V.swift": "import SwiftUI\nenum Links {}\nlet v = Text(\"\").widgetURL(Links.home)", "W.swift": first,
            "X.swift": second,
        ])
        #expect(found.parsedFiles == parsed)
        #expect(found.links.map(\.url) == [first.contains("away") ? nil : "a://b"])
    }

    /// A method or nested type elsewhere isn't what a name outside of types refers to.
    @Test(arguments: [
        ("func home() -> URL? { URL(string: \"a://b\") }", "a://b", 2),
        ("#if DEBUG\n    func home() -> URL? { URL(string: \"a://b\") }\n#endif", "a://b", 2),
        ("struct A {\n    func home() -> URL? { URL(string: \"a://b\") }\n}", nil, 1),
        ("struct A {\n    struct home {}\n    typealias B = home\n}", nil, 1),
    ])
    func parsesFilesThatDeclareAGlobalFunction(code: String, url: String?, parsed: Int) {
        let found = facts(["V.swift": "import SwiftUI\nlet v = Text(\"\").widgetURL(home())", "W.swift": code])
        #expect(found.links.map(\.url) == [url])
        #expect(found.parsedFiles == parsed)
    }

    @Test(arguments: [
        ("A(1)", true), ("A<B, C<D>>(1)", true), ("A<(B) -> C> { }", true), ("A.init", true), ("A<B>", false),
        ("typealias B = A<C>\nlet x = 1", false), ("A.b", false),
    ])
    func mayCreateAValue(code: String, creates: Bool) {
        #expect(SourceFile(place: Place(path: "A.swift"), bytes: Array(code.utf8)).creates("A") == creates)
    }

    @Test(arguments: [
        ("enum E { case a, b(c: D), name }", true), ("enum E { indirect case name(Int) }", true),
        ("case .name:", false),
        ("x.reduce(name: 1)", false), ("let name = 1", false),
    ])
    func mayHaveACase(code: String, hasCase: Bool) {
        #expect(SourceFile(place: Place(path: "A.swift"), bytes: Array(code.utf8)).mayHaveCase("name") == hasCase)
    }

    /// Searches look through a bounded part around each name. A file may have hundreds of thousands.
    @Test(arguments: ["A ", "A:", "A{", "{ A", "extension A", ".A", "A<", "\n    struct A", "\nstruct A("])
    func searchesManyNames(code: String) {
        let file = SourceFile(place: Place(path: "A.swift"), bytes: Array(String(repeating: code, count: 5_000).utf8))
        for search in [
            file.mayInherit, file.mayHaveCase, file.mayDeclareMember, file.declaresType, file.declaresNestedType,
            file.creates,
        ] { _ = search("A") }
        #expect(!file.declares("A", as: ["func"], isOutermost: true))
    }

    @Test(arguments: [("f(Links.home)", "a://b"), ("f(Links.home); let g = f", nil)] as [(String, String?)])
    func parsesFilesThatCallAFunction(call: String, url: String?) {
        let view = "import SwiftUI\nfunc f(_ url: URL) { UIApplication.shared.open(url) }"
        let links = "enum Links { static let home = URL(string: \"a://b\")! }"
        let found = facts(["V.swift": view, "W.swift": "func h() { \(call) }", "X.swift": links])
        #expect(found.links.map { $0.alternatives.first?.text } == [url, "a://b"])
    }

    /// Functions, types and variables in all places, after which calls and assignments are still found.
    @Test func findsCallsInEveryPartOfAFile() {
        let found = facts(
            """
            import SwiftUI
            let first = UIApplication.shared.open(URL(string: "a://1")!)
            #if DEBUG
            struct A { static func f() { func g() { [1].map { _ in `UIApplication`.shared.open(URL(string: "a://2")!) } } } }
            #else
            extension A.B { var c: Int { get { UIApplication.shared.open(URL(string: "a://3")!); return 1 } } }
            #endif
            @Macro(UIApplication.shared.open(URL(string: "a://4")!)) class C { init() { UIApplication.shared.open(address) } }
            var address = URL(string: "a://5")!
            func change() { address = URL(string: "a://6")! }
            """
        )
        #expect(found.links.flatMap(\.alternatives).map(\.text) == (1...6).map { "a://\($0)" })
    }

    @Test func otherModulesContributeDeclarationsOnly() {
        let found = facts(
            ["W.swift": "struct V: View { var body: some View { Text(\"\").widgetURL(Links.home) } }"],
            visible: [
                "Links.swift":
                    "public enum Links { static let home = URL(string: \"a://b\") }\nfunc f() { UIApplication.shared.open(u) }"
            ]
        )
        #expect(found.links.map(\.url) == ["a://b"])
    }

    @Test func resultIsIndependentOfThreads() {
        var texts: [String: String] = [:]
        for index in 0..<30 {
            texts["V\(index).swift"] =
                "struct V\(index): View { var body: some View { Text(\"\").widgetURL(URL(string: \"a://\(index)\")) } }"
        }
        let first = facts(texts)
        #expect(first.links.count == 30)
        for _ in 0..<3 { #expect(facts(texts).links == first.links) }
    }
    #else
    @Test func withoutTheTraitSwiftIsReportedAsSkipped() {
        let files = [SourceFile(place: Place(path: "A.swift"), bytes: Array("import UIKit".utf8))]
        #expect(!CodeIndex.readsSwift)
        #expect(CodeIndex(files: files).facts(of: LinkTarget(name: nil, files: [0])).isLeftOut)
        #expect(!CodeIndex(files: []).facts(of: LinkTarget(name: nil, files: [])).isLeftOut)
    }
    #endif
}
