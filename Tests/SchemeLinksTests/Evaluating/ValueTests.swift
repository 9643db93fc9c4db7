#if Links
import SchemeModel
import Testing

/// Evaluates expressions for URLs.
@Suite struct ValueTests {
    /// An expression, its declarations, and the possible URLs; none if unknown.
    private struct Case: Sendable, CustomTestStringConvertible {
        var expression: String
        var declarations = ""
        var urls: [String]
        var known: Link.KnownExtent

        init(_ expression: String, _ declarations: String = "", exact url: String) {
            (self.expression, self.declarations, urls, known) = (expression, declarations, [url], .exact)
        }

        init(_ expression: String, _ declarations: String = "", set urls: [String]) {
            (self.expression, self.declarations, self.urls, known) = (expression, declarations, urls, .set)
        }

        init(_ expression: String, _ declarations: String = "", pattern urls: String...) {
            (self.expression, self.declarations, self.urls, known) = (expression, declarations, urls, .pattern)
        }

        init(_ expression: String, _ declarations: String = "", unknown: Void) {
            (self.expression, self.declarations, urls, known) = (expression, declarations, [], .unknown)
        }

        var testDescription: String { expression + " " + declarations }
    }

    @Test(arguments: [#""\(head(n))\(id(n))/x""#, #"head(n) + id(n) + "/x""#])
    func tooManyCombinationsKeepTheirBeginnings(_ url: String) {
        let heads = (0..<15).map { "case \($0): \"s\($0):\"" }.joined(separator: "; ")
        let ids = (0..<4).map { "case \($0): \"\($0)\"" }.joined(separator: "; ")
        let text = """
            func head(_ n: Int) -> String { switch n { \(heads); default: "s:" } }
            func id(_ n: Int) -> String { switch n { \(ids); default: "x" } }
            func open(_ n: Int) { UIApplication.shared.canOpenURL(URL(string: \(url))!) }
            """
        let links = facts(text).links
        #expect(links.map(\.known) == [.pattern])
        #expect(Set(links.flatMap { $0.schemes.map(\.description) }) == Set((0..<15).map { "s\($0)" } + ["s"]))
    }

    @Test func tooManyValuesKeepTheirBeginnings() {
        let heads = (0..<15).map { "case \($0): \"s\($0):\"" }.joined(separator: "; ")
        let calls = (0..<4).map { "open(id\($0), n)" }.joined(separator: "; ")
        let text = """
            func head(_ n: Int) -> String { switch n { \(heads); default: "s:" } }
            func open(_ id: String, _ n: Int) { UIApplication.shared.canOpenURL(URL(string: head(n) + id + "/x")!) }
            func all(n: Int) { \(calls) }
            """
        let schemes = Set(facts(text).links.flatMap { $0.schemes.map(\.description) })
        #expect(schemes.isSuperset(of: (0..<15).map { "s\($0)" }))
    }

    private static let literals = [
        Case(#"URL(string: "a://b")"#, exact: "a://b"),
        Case(#"URL(string: "a://b")!"#, exact: "a://b"),
        Case(#"(try? URL(string: "a://b"))!"#, exact: "a://b"),
        Case(##"URL(string: #"a://b"#)"##, exact: "a://b"),
        Case(#"URL(string: "a:\u{2F}/b")"#, exact: "a://b"),
        Case(##"#URL("a://b")"##, exact: "a://b"),
        Case(#".init(string: "a://b")"#, exact: "a://b"),
        Case(#"URL.init(string: "a://b")"#, exact: "a://b"),
        Case(#"Foundation.URL(string: "a://b")"#, exact: "a://b"),
        Case(#"NSURL(string: "a://b")! as URL"#, exact: "a://b"),
        Case(#"URL(string: "a:" + "//b")"#, exact: "a://b"),
        Case(#"URL(string: ["a:", "", "b"].joined(separator: "/"))"#, exact: "a://b"),
        Case(#"URL(string: String(format: "a://b/%@/%ld?c=100%%", x, y))"#, pattern: "a://b/{}/{}?c=100%"),
        Case(#"URL(string: "a://b/\(id)")"#, pattern: "a://b/{id}"),
        Case(#"URL(string: "a://b/\(item.id)?x=\(count + 1)")"#, pattern: "a://b/{id}?x={}"),
        Case(#"URL(string: "a://b/\(1)/\(2 + 3)/\(true)")"#, pattern: "a://b/1/{}/true"),
        Case(#"URL(string: "\(scheme)://b")"#, unknown: ()),
        Case(#"URL(string: text)"#, unknown: ()),
        Case(#"entry.url"#, unknown: ()),
        Case(#"nil"#, unknown: ()),
        Case(#"URL(string: "a://b", relativeTo: base)"#, exact: "a://b"),
        Case(#"URL(string: "b", relativeTo: base)"#, unknown: ()),
        Case(#"URL(string: flag ? "a://b" : "a://c")"#, set: ["a://b", "a://c"]),
        Case(#"flag ? URL(string: "a://b") : nil"#, exact: "a://b"),
        Case(
            #"x == 1 ? URL(string: "a://1") : x == 2 ? URL(string: "a://2") : URL(string: "a://3")"#,
            set: ["a://1", "a://2", "a://3"]
        ),
        Case(#"Bundle.main.url ?? URL(string: "a://b")!"#, unknown: ()),
        Case(#"URL(string: "a://b") ?? other"#, exact: "a://b"),
        Case(#"{ let u = "a://b"; return URL(string: u) }()"#, exact: "a://b"),
        Case(#"id.flatMap { URL(string: "a://b/\($0)") }"#, pattern: "a://b/{$0}"),
        Case(#"URL(string: "a://b".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!)"#, exact: "a://b"),
        Case(
            #"URL(string: "a://b?c=서 #%".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!)"#,
            exact: "a://b?c=%EC%84%9C%20%23%25"
        ),
        Case(
            #"URL(string: "a://b c/\(id)".addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? "")"#,
            pattern: "a://b%20c/{id}"
        ),
        Case(#"URL(string: "a://b".addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)!)"#, unknown: ()),
        Case(#"URL(string: "a://b")!.appendingPathComponent("c")"#, exact: "a://b/c"),
        Case(#"URL(string: "a://b/")!.appending(path: "c")"#, exact: "a://b/c"),
        Case(#"URL(string: "a://b")!.appending(path: id)"#, pattern: "a://b/{id}"),
        Case(
            #"URL(string: "a://b")!.appending(queryItems: [URLQueryItem(name: "c", value: "d")])"#,
            exact: "a://b?c=d"
        ),
        Case(#"URL(string: "a://b")!.appending(queryItems: [.init(name: "c", value: id)])"#, pattern: "a://b?c={id}"),
    ]

    private static let declarations = [
        Case("link", #"let link = URL(string: "a://b")"#, exact: "a://b"),
        Case("Links.home", #"enum Links { static let home = URL(string: "a://b")! }"#, exact: "a://b"),
        Case(
            "URL(string: Links.scheme + Links.path)",
            #"enum Links { static let scheme = "a://"; static var path: String { "b" } }"#,
            exact: "a://b"
        ),
        Case(
            "Links.Inner.home",
            #"enum Links { enum Inner { static let home = URL(string: "a://b") } }"#,
            exact: "a://b"
        ),
        Case(
            "Links.home",
            #"enum Links {}; extension Links { static func other() {}; static let home = URL(string: "a://b") }"#,
            exact: "a://b"
        ),
        Case(
            "Scheme.app.url",
            #"enum Scheme: String { case app, beta; var url: URL { URL(string: rawValue + "://")! } }"#,
            exact: "app://"
        ),
        Case(
            "Scheme.beta.url",
            #"enum Scheme: String { case app, beta = "app-beta"; var url: URL { URL(string: "\(rawValue)://x")! } }"#,
            exact: "app-beta://x"
        ),
        Case(
            "Place.b.url",
            #"enum Place { case a, b; var url: URL? { switch self { case .a: return URL(string: "s://a"); case .b: return URL(string: "s://b") } } }"#,
            exact: "s://b"
        ),
        Case(
            "Place.c.url",
            #"enum Place { case a, c; var url: URL? { switch self { case .a: URL(string: "s://a"); default: URL(string: "s://other") } } }"#,
            exact: "s://other"
        ),
        Case(
            "entry.place.url",
            #"struct Entry { let place: Place }; enum Place { case a, b; var url: URL? { switch self { case .a: URL(string: "s://a"); case .b: URL(string: "s://b") } } }"#,
            set: ["s://a", "s://b"]
        ),
        Case(
            #"Place.item("7").url"#,
            #"enum Place { case item(String); var url: URL? { switch self { case .item(let id): URL(string: "s://item/\(id)") } } }"#,
            exact: "s://item/7"
        ),
        Case(
            #"Place.item(id: x).url"#,
            #"enum Place { case home; case item(id: String); var url: URL? { switch self { case .home: return URL(string: "s://h"); case let .item(id): var c = URLComponents(url: Place.home.url!, resolvingAgainstBaseURL: false)!; c.queryItems = [URLQueryItem(name: "id", value: id)]; return c.url } } }"#,
            pattern: "s://h?id={id}"
        ),
        Case("home()", #"func home() -> URL? { return URL(string: "a://b") }"#, exact: "a://b"),
        Case(
            "Links.open(id: x)",
            #"enum Links { static func open(id: String) -> URL? { guard let url = URL(string: "a://b/\(id)") else { return nil }; return url } }"#,
            pattern: "a://b/{id}"
        ),
        Case(
            #"Links.open("7")"#,
            #"enum Links { static func open(_ id: String, in tab: String = "t") -> URL? { URL(string: "a://\(tab)/\(id)") } }"#,
            exact: "a://t/7"
        ),
        Case(
            "Links.url",
            ##"enum Links { static var url: URL? { #if DEBUG"## + "\n" + #"URL(string: "a-dev://b")"# + "\n#else\n"
                + #"URL(string: "a://b")"# + "\n#endif\n} }",
            set: ["a-dev://b", "a://b"]
        ),
        Case(
            "Links.url",
            #"enum Links { static var url: URL? { if flag { return URL(string: "a://b") }; return URL(string: "a://c") } }"#,
            set: ["a://b", "a://c"]
        ),
        Case("URL(string: Self.base)", #"extension V { static let base = "a://b" }"#, exact: "a://b"),
        Case("self.own", #"extension V { var own: URL? { URL(string: "a://b") } }"#, exact: "a://b"),
        Case(".home", #"extension URL { static let home = URL(string: "a://b")! }"#, exact: "a://b"),
        Case(
            #"URL("a://b")"#,
            #"extension URL { init(_ text: StaticString) { self.init(string: "\(text)")! } }"#,
            exact: "a://b"
        ),
        Case(
            #"URL(string: "a://b")!.signed()"#,
            #"extension URL { func signed() -> URL { var c = URLComponents(url: self, resolvingAgainstBaseURL: false)!; c.sign(); return c.url! } }; extension URLComponents { mutating func sign() { queryItems = [] } }"#,
            pattern: "a://b{query}"
        ),
        Case(
            #"URL(string: "a://b")!.moved()"#,
            #"extension URL { func moved() -> URL { var c = URLComponents(url: self, resolvingAgainstBaseURL: false)!; c.move(); return c.url! } }; extension URLComponents { mutating func move() { scheme = other } }"#,
            unknown: ()
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var c = URLComponents(); c.scheme = "a"; c.host = "b"; c.path = "/c"; return c.url } }"#,
            exact: "a://b/c"
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var c = URLComponents(); c.scheme = "a"; c.host = host; c.queryItems = items; return c.url } }"#,
            pattern: "a://{}"
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var c = URLComponents(); c.host = "b"; return c.url } }"#,
            unknown: ()
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var c = URLComponents(); c.scheme = "a"; change(&c); return c.url } }"#,
            unknown: ()
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var text = "a://b"; if flag { text = "a://c" }; return URL(string: text) } }"#,
            set: ["a://b", "a://c"]
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var text = "a://b/"; text += id; return URL(string: text) } }"#,
            pattern: "a://b/{}"
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var u = URL(string: "a://b?x=1"); if let q, let n = URL(string: "\(u?.absoluteString ?? "")&\(q)") { u = n }; return u } }"#,
            pattern: "a://b?x=1",
            "a://b?x=1{}&{q}"
        ),
        Case(
            "made",
            #"extension V { var made: URL? { var u = URL(string: "a://b"); if q { u = URL(string: "x-\(u!)") }; return u } }"#,
            unknown: ()
        ),
        Case(
            "home()",
            "#if os(iOS)\n#if DEBUG\nfunc home() -> URL? { var u: URL?; u = URL(string: \"a://b\"); return u }\n#endif\n#endif",
            exact: "a://b"
        ),
        Case(
            "B(x: 1).add(2).build()",
            #"class B { private var c = URLComponents(); init(x: Int) { c.scheme = "a"; c.host = "b" }; func add(_ y: Int) -> Self { c.queryItems?.append(y); return self }; func build() -> URL { c.url! } }"#,
            pattern: "a://b{query}"
        ),
        Case("links[0]", #"let links = [URL(string: "a://b"), URL(string: "a://c")]"#, set: ["a://b", "a://c"]),
        Case(
            "A().url",
            #"protocol P { var path: String { get } }; extension P { var url: URL? { URL(string: "a://\(path)") } }; struct A: P { let path = "x" }; struct B: P { let path = "y" }"#,
            exact: "a://x"
        ),
        Case(
            "entry.p.url",
            #"struct Entry { let p: any P }; protocol P { var path: String { get } }; extension P { var url: URL? { URL(string: "a://\(path)") } }; struct A: P { var path: String { "x" } }; enum B: P { var path: String { "y" } }"#,
            set: ["a://x", "a://y"]
        ),
        Case(
            "scheme.flatMap { URL(string: $0) }",
            #"let scheme = Bundle.main.infoDictionary?["x"] as? String"#,
            unknown: ()
        ),
        Case("loop", "let loop = other; let other = loop", unknown: ()),
        Case("f(1)", "func f(_ x: Int) -> URL { f(x) }", unknown: ()),
    ]

    /// Values that may differ at run time from their declarations.
    private static let open = [
        Case("thing.u", "let thing: any P\n" + asked + "struct A: P {}", exact: "a://p"),
        Case(
            "thing.u",
            "let thing: any P\n" + asked + #"struct A: P {}; struct B: P { var u: URL { URL(string: "a://b")! } }"#,
            set: ["a://b", "a://p"]
        ),
        Case(
            "thing.f()",
            "let thing: any P\nprotocol P { func f() -> URL }; extension P { func f() -> URL { URL(string: \"a://p\")! } }\n"
                + #"struct A: P {}; struct B: P { func f() -> URL { URL(string: "a://b")! } }"#,
            set: ["a://b", "a://p"]
        ),
        Case(
            "thing.u",
            #"let thing: C; class C { var u: URL { URL(string: "a://c")! } }"#
                + #"; class D: C { override var u: URL { URL(string: "a://d")! } }"#,
            set: ["a://c", "a://d"]
        ),
        Case("G.u", "enum G { static var u = URL(string: \"a://b\")! }\nfunc f() { load(&G.u) }", unknown: ()),
        Case("URL(string: g)", "var g = \"a://b\"\nfunc f() { g += path }", unknown: ()),
        Case("URL(string: g)", "var g = \"a://b\"\nfunc f() { g.append(path) }", unknown: ()),
        Case("URL(string: g)", "var g = \"a://b\"\nfunc f() -> Bool { g == \"a\" }", exact: "a://b"),
        Case("G.u", "enum G { @Stored(\"key\") static var u = URL(string: \"a://b\")! }", unknown: ()),
        Case(
            "own",
            "extension V { struct X {} }\nextension V { @State var own = URL(string: \"a://b\")! }",
            unknown: ()
        ),
        Case(
            "URL(string: .home())",
            "extension String { static func home() -> String { \"a://home\" } }",
            exact: "a://home"
        ),
        Case(
            "URL(string: .path())",
            "extension String { static func path(of host: String? = nil) -> String {\n"
                + "guard let host else { return \"a://\" }\nreturn \"a://\" + host } }",
            exact: "a://"
        ),
    ]
    private static let asked =
        #"protocol P { var u: URL { get } }; extension P { var u: URL { URL(string: "a://p")! } }; "#

    @Test(arguments: [
        ("class var s: String { \"c\" }", "override class var s: String { \"d\" }", "class", "s", ["c", "d"]),
        ("class var s: String { \"c\" }", "override class var s: String { \"d\" }", "static", "Self.s", ["c", "d"]),
        ("class var s: String { \"c\" }", "override class var s: String { \"d\" }", "class", "C.s", ["c"]),
        (
            "class func s() -> String { \"c\" }", "override class func s() -> String { \"d\" }", "class", "s()",
            ["c", "d"]
        ),
        ("func s() -> String { \"c\" }", "override func s() -> String { \"d\" }", "", "s()", ["c", "d"]),
        ("var s: String { \"c\" }", "override var s: String { \"d\" }", "", "s", ["c", "d"]),
        ("class var s: String { \"c\" }", "class var other: String { \"d\" }", "class", "s", ["c"]),
    ])
    func codeOfABaseClassUsesTheMembersOfItsSubclasses(
        _ member: String,
        _ override: String,
        _ modifier: String,
        _ use: String,
        _ schemes: [String]
    ) throws {
        let text = """
            class C { \(member)
                \(modifier) func f() { UIApplication.shared.canOpenURL(URL(string: \(use) + "://x")!) } }
            class D: C { \(override) }
            """
        let link = try #require(facts(text).links.first)
        #expect(link.alternatives.map(\.text) == schemes.map { $0 + "://x" })
    }

    /// A view's variable with a known initial URL that other code can change.
    @Test(arguments: ["load(&u)", "field($u)", "field($u.path)", "u.appendPathComponent(x)", "u = other"])
    func aVariableThatOthersChangeIsNotKnown(_ change: String) throws {
        let view = """
            struct V: View {
                @State var u = URL(string: "a://b")!
                var body: some View { Text("x").widgetURL(u).onAppear { CHANGE } }
            }
            let shown = V()
            """
        #expect(facts(view.replacing("CHANGE", with: "print(u)")).links.map(\.known) == [.exact])
        #expect(facts(view.replacing("CHANGE", with: change)).links.map(\.known) == [.unknown])
    }

    @Test(arguments: literals + declarations + open)
    private func value(_ example: Case) throws {
        let link = try link(example.expression, example.declarations)
        #expect(link.known == example.known)
        #expect(link.alternatives.map(\.text) == example.urls.sorted())
    }

    @Test func entryPropertiesHaveTheValuesOfAllEntries() throws {
        let provider = """
            struct Entry: TimelineEntry { let date = Date(); let url: URL?; var color: Color = .red }
            enum Color: String { case red, green, blue, black }
            struct Provider: TimelineProvider {
                func placeholder(in context: Context) -> Entry { Entry(url: URL(string: "a://one")) }
                func timeline() { done(Entry(url: URL(string: "a://two"), color: .green)); done(.init(url: Links.three)) }
            }
            """
        let link = try link(
            "entry.url",
            in: [
                "Provider.swift": provider,
                "Links.swift": #"enum Links { static let three = URL(string: "a://three") }"#,
            ]
        )
        #expect(link.known == .set)
        #expect(link.urls == ["a://one", "a://three", "a://two"])
        let colored = try self.link(#"URL(string: "a://\(entry.color.rawValue)")"#, provider)
        #expect(colored.urls == ["a://green", "a://red"])
    }

    @Test(arguments: [
        #"struct Entry: Codable { let url: URL }; let e = Entry(url: URL(string: "a://b")!)"#,
        #"struct Entry { let url: URL }; let e = Entry(url: URL(string: "a://b")!); let f = Entry(url: other)"#,
        #"struct Entry { var url: URL }; let e = Entry(url: URL(string: "a://b")!); func f() { e.url = other }"#,
        #"struct Entry { @Environment(\.x) var url: URL }; let e = Entry(url: URL(string: "a://b")!)"#,
        #"struct Entry { let url: URL }"#,
    ])
    func aPropertyThatOthersCanSetIsNotKnown(_ declarations: String) throws {
        #expect(try link("entry.url", declarations).known == .unknown)
    }

    @Test(arguments: [
        #"class Sub: Entry {}; func f(_ sub: Sub) { sub.url = other }"#,
        #"class Base {}; class Middle: Entry {}; class Sub: Middle {}; func f(_ sub: Sub) { sub.url = other }"#,
        #"protocol Linked: AnyObject { var url: URL { get set } }; func f(_ linked: any Linked) { linked.url = other }"#,
    ])
    func aPropertyThatIsSetThroughARelatedTypeIsNotKnown(_ declarations: String) throws {
        let entry = #"class Entry { var url = URL(string: "a://b")! }; let e = Entry()"#
        #expect(try link("entry.url", entry + "\n" + declarations).known == .unknown)
    }

    @Test(arguments: [
        #"class Other { var url = URL(string: "a://c")! }; func f(_ other: Other) { other.url = changed }"#,
        #"protocol Linked { var url: URL { get set } }; func f(_ linked: any Linked) { linked.url = changed }"#,
    ])
    func aPropertyOfAnUnrelatedTypeIsNotSet(_ declarations: String) throws {
        let kind = declarations.hasPrefix("class") ? "class" : "struct"
        let entry = kind + #" Entry { var url = URL(string: "a://b")! }; let e = Entry()"#
        #expect(try link("entry.url", entry + "\n" + declarations).url == "a://b")
    }

    @Test func protocolsThatInheritEachOtherManyTimesAreVisitedOnce() throws {
        let levels = (0..<10).map { level in
            let inherited = (0..<5).map { "P\(level + 1)_\($0)" }.joined(separator: ", ")
            return (0..<5).map { "protocol P\(level)_\($0): \(inherited) {}" }.joined(separator: "\n")
        }
        let other = "class Other: P0_0 { var url: URL! }; func f(_ other: Other) { other.url = changed }"
        let entry = #"class Entry { var url = URL(string: "a://b")! }; let e = Entry()"#
        #expect(try link("entry.url", (levels + [other, entry]).joined(separator: "\n")).url == "a://b")
    }

    @Test(arguments: [
        // The attribute of another type, whose declaration isn't there.
        #"func f() { var text = AttributedString("x"); text.url = other }"#,
        // Without a size, it is no entry.
        #"enum Other { struct Entry { let url: URL }; var entry: Entry { .init(url: other) } }"#,
    ])
    func aPropertyOfAnotherTypeIsNotSet(_ declarations: String) throws {
        let entry = #"struct Entry { var url: URL; var size: Int }; let e = Entry(url: URL(string: "a://b")!, size: 1)"#
        #expect(try link("entry.url", entry + "\n" + declarations).url == "a://b")
    }

    @Test func previewsAreIgnored() throws {
        let link = try link(
            "entry.url",
            #"""
            struct Entry { let url: URL? }
            let e = Entry(url: URL(string: "a://b"))
            #Preview { V(entry: Entry(url: URL(string: "a://preview"))) }
            struct P: PreviewProvider { static var previews: some View { V(entry: Entry(url: URL(string: "a://p"))) } }
            """#
        )
        #expect(link.url == "a://b")
    }

    @Test func placesOfTheValueAreListed() throws {
        let link = try link(
            "Links.home",
            in: ["Links.swift": "enum Links {\n    static let home =\n        URL(string: \"a://b\")!\n}"]
        )
        #expect(link.via.map(\.path.display) == ["Links.swift", "Links.swift"])
        #expect(link.via.map(\.line) == [2, 3])
        #expect(link.place.line == 3)
        #expect(link.place.range?.lines?.start.column == 37)
    }

    @Test func unrelatedNamesAreNotUsed() throws {
        // With two types of the same name in one target, either may apply.
        let link = try link(
            "Links.home",
            in: [
                "A.swift": #"enum Links { static let home = URL(string: "a://1") }"#,
                "B.swift": #"enum Links { static let home = URL(string: "a://2") }"#,
            ]
        )
        #expect(link.urls == ["a://1", "a://2"])
    }

    @Test func schemesWithCommonPrefix() throws {
        let link = try link(
            "URL(string: \"\\(scheme)://x\")",
            "var scheme: String { if flag { return \"acme\\(suffix)\" }; return \"acme\" }"
        )
        #expect(link.known == .pattern)
        #expect(link.scheme == SchemeKey("acme"))
        let other = try self.link("flag ? URL(string: \"a://x\") : URL(string: \"b://x\")")
        #expect(other.known == .set)
        #expect(other.scheme == nil)
        #expect(other.schemes == [SchemeKey("a"), SchemeKey("b")])
    }

    private func link(_ expression: String, _ declarations: String = "", in other: [String: String] = [:]) throws
        -> Link
    {
        try SchemeLinksTests.link(expression, declarations, in: other)
    }

    /// The links in one view are evaluated one after another, and the first results stand for the later ones.
    @Test func repeatedPayloadsAreEqual() {
        let text = """
            enum Kind { case open(URL), none }
            struct Model { let kind: Kind }
            func kind(_ n: Int) -> Kind { n == other(n) ? .open(URL(string: "a://\\(n)")!) : .open(URL(string: "b://x")!) }
            let models = [Model(kind: kind(1)), Model(kind: kind(2)), Model(kind: .none)]
            struct V: View {
                let model: Model
                var body: some View {
                    if case .open(let url) = model.kind { Text("1").widgetURL(url) }
                    if case .open(let url) = model.kind { Text("2").widgetURL(url) }
                    if case .open(let url) = model.kind { Text("3").widgetURL(url) }
                    if case .open(let url) = model.kind { Text("4").widgetURL(url) }
                }
            }
            """
        let found = facts(text).links.map { $0.alternatives.map(\.text) }
        #expect(found.count == 4)
        #expect(Set(found).count == 1)
        #expect(Set(found.joined().map { $0.prefix(1) }) == ["a", "b"])
    }
}
#endif
