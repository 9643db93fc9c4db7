import SchemeModel
import Testing

@Suite("Values of the entitlement with associated domains")
struct DomainEntryTests {
    @Test(arguments: [
        ("applinks:acme.com", "applinks acme.com -"),
        ("applinks:*.Acme.com?mode=developer", "applinks *.acme.com developer"),
        ("applinks:acme.com?mode=developer+managed", "applinks acme.com developer+managed"),
        ("webcredentials:acme.com:8443", "webcredentials acme.com:8443 -"),
        ("applinks:acme.com?nodetection", "applinks acme.com -"),
        ("activitycontinuation:a.io", "activitycontinuation a.io -"),
    ])
    func parts(entry: String, expected: String) throws {
        let domain = try #require(AssociatedDomain(entry: entry))
        #expect("\(domain.service) \(domain.pattern.text) \(domain.mode ?? "-")" == expected)
        #expect(domain.isCertain)
    }

    @Test(
        arguments: [
            ("applinks:Acme.com/pay/*", "acme.com", "/pay/*", nil), ("applinks:*.acme.com/", "*.acme.com", "/", nil),
            ("applinks:acme.com/a?mode=developer", "acme.com", "/a", "developer"),
        ] as [(String, String, String, String?)]
    )
    func domainsWithPaths(entry: String, pattern: String, path: String, mode: String?) throws {
        let domain = try #require(AssociatedDomain(entry: entry))
        #expect(domain.pattern.text == pattern && domain.path == path && domain.mode == mode && !domain.isCertain)
    }

    @Test(arguments: [
        "m\u{FC}nchen.de", "*.Www.m\u{FC}nchen.de", "\u{62DB}\u{5546}.\u{4E2D}\u{56FD}", "m\u{FC}nchen.de:8443",
        String(repeating: "\u{65E5}", count: 63) + ".jp", "\u{308}a.de", "*.\u{308}a.de",
    ])
    func keepsHostsOutsideASCII(host: String) throws {
        let domain = try #require(AssociatedDomain(entry: "applinks:" + host))
        #expect(Array(domain.pattern.text.utf8) == Array(host.asciiLowercased.utf8))
        #expect(domain.doubt == .host && !domain.isCertain)
        let reversed = DomainPattern(host: domain.pattern.reversedHost)
        #expect(ByteString(reversed.reversedHost) == ByteString(domain.pattern.host))
    }

    @Test(arguments: [
        ("applinks:acme.com:8443", true), ("applinks:acme.com:8443?mode=developer", false),
        ("applinks:acme.com", false), ("applinks:xn--mnchen-3ya.de", false),
    ])
    func portsMayBeIgnored(entry: String, mayBeIgnored: Bool) throws {
        let domain = try #require(AssociatedDomain(entry: entry))
        #expect((domain.doubt == .port) == mayBeIgnored && domain.isCertain)
    }

    @Test(arguments: [
        "", "*", "acme.com", ":acme.com", "applinks:", "applinks:*", "applinks:$(DOMAIN)", "applinks:?mode=x",
        "applinks:__HOST__", "applinks:localhost", "applinks:localhost?mode=developer", "applinks:1.2.3.4",
        "applinks:*.", "applinks:*.com", "applinks:{{HOST}}.acme.com", "applinks:m\u{FC}nchen", "applinks:\u{FC}..de",
        "applinks:m%C3%BCnchen.de", "applinks:" + String(repeating: "\u{65E5}", count: 64) + ".jp",
    ])
    func otherTexts(entry: String) { #expect(AssociatedDomain(entry: entry) == nil) }

    @Test(
        "a wildcard stands for all subdomains, and not for the domain itself",
        arguments: [
            ("acme.com", "acme.com", true), ("acme.com", "www.acme.com", false), ("*.acme.com", "www.acme.com", true),
            ("*.acme.com", "a.b.acme.com", true), ("*.acme.com", "acme.com", false),
            ("*.acme.com", "notacme.com", false),
            ("*.acme.com", ".acme.com", false),
        ]
    )
    func hosts(pattern: String, host: String, isContained: Bool) {
        #expect(DomainPattern(pattern).contains(host: host) == isContained)
        #expect(DomainPattern(host: host).including.contains(DomainPattern(pattern)) == isContained)
    }

    @Test func wildcardsContainWildcards() {
        #expect(DomainPattern("*.acme.com").contains(DomainPattern("*.pay.acme.com")))
        #expect(DomainPattern("*.acme.com").contains(DomainPattern("*.acme.com")))
        #expect(!DomainPattern("*.pay.acme.com").contains(DomainPattern("*.acme.com")))
        #expect(!DomainPattern("pay.acme.com").contains(DomainPattern("*.acme.com")))
        #expect(DomainPattern("a.b.acme.com").reversedHost == "com.acme.b.a")
    }

    @Test(arguments: [
        ("acme.com", true), ("www.Acme-1.co.uk", true), ("xn--bcher-kva.example", true), ("localhost", false),
        ("1.2.3.4", false),
        (".well-known", false), ("a..b", false), ("-a.com", false), ("a b.com", false), ("acme.c0m", false),
        ("", false),
        ("acme.com:80", false), ("m\u{FC}nchen.de", false), ("m%C3%BCnchen.de", false),
    ])
    func hostNames(text: String, isName: Bool) { #expect(text.isHostName == isName) }

    @Test func prefixes() {
        var manifest = Manifest(origin: Place(path: "Info.plist"), format: .xml, digest: "", app: .unknown("x"))
        #expect(manifest.applicationIdentifierPrefix == nil)
        manifest.entitlements = [Entitlement("application-identifier", "$(AppIdentifierPrefix)com.acme")]
        #expect(manifest.applicationIdentifierPrefix == nil)
        manifest.entitlements = [
            Entitlement("application-identifier"), Entitlement("application-identifier", "ABCDE12345.com.acme.wallet"),
        ]
        #expect(manifest.applicationIdentifierPrefix == "ABCDE12345")
        manifest.entitlements = [Entitlement("com.apple.application-identifier", "T.*")]
        #expect(manifest.applicationIdentifierPrefix == "T")
    }
}

@Suite("Web addresses")
struct WebAddressTests {
    @Test(arguments: [
        ("https://Acme.com", "acme.com|||"), ("HTTPS://acme.com/a?b#c", "acme.com|/a|b|c"),
        ("https://user:pw@acme.com:443/a", "acme.com|/a||"), ("http://acme.com:80", "acme.com|||"),
        ("http://acme.com:443/", "acme.com:443|/||"), ("https://acme.com?a=b?c#d?e#f", "acme.com||a=b?c|d?e#f"),
        ("https://acme.com#/a?b", "acme.com|||/a?b"), ("https://[::1]:443/a", "[::1]|/a||"),
    ])
    func parts(url: String, expected: String) throws {
        let address = try #require(WebAddress(url))
        let parts = [address.host, address.path.text, address.query.text, address.fragment.text]
        #expect(parts.joined(separator: "|") == expected)
        #expect(!address.path.isOpen && !address.query.isOpen && !address.fragment.isOpen)
    }

    @Test(arguments: ["acme://pay", "https:acme.com", "https:///a", "https://@/a", "https", "", "/a"])
    func others(url: String) { #expect(WebAddress(url) == nil) }

    @Test func unknownParts() throws {
        let address = try #require(
            WebAddress(URLPattern([.literal("https://acme.com/a?b="), .hole("b"), .literal("#c")]))
        )
        #expect(address.path == .init("/a"))
        #expect(address.query == .init("b=", isOpen: true))
        #expect(address.fragment.isOpen)
        #expect(address.values(ofItem: "b") == nil)
    }

    @Test func queryItems() throws {
        let address = try #require(WebAddress("https://acme.com/?a=1&b&a=2=3&&=4"))
        #expect(address.values(ofItem: "a") == ["1", "2=3"])
        #expect(address.values(ofItem: "b") == [""])
        #expect(address.values(ofItem: "c") == [""])
        #expect(address.values(ofItem: "") == ["4"])
    }

    @Test(arguments: [
        ("acme.com", "noService", "applinks:acme.com"), ("*.acme.com/pay", "noService", "applinks:*.acme.com"),
        ("acme.com:8443", "noService", "applinks:acme.com"),
        ("https://acme.com/pay?x", "scheme(\"https://\")", "applinks:acme.com"),
        ("applinks:HTTPS://acme.com", "scheme(\"https://\")", "applinks:acme.com"),
        ("webcredentials://Acme.com", "scheme(\"//\")", "webcredentials:acme.com"),
        ("applinks:acme.com/", "path", "applinks:acme.com"),
        ("applinks:acme.com/?mode=developer", "path", "applinks:acme.com?mode=developer"),
        ("applinks.acme.com", "noService", "applinks:acme.com"),
        ("webcredentials.*.acme.com", "noService", "webcredentials:*.acme.com"),
        ("applinks.com", "noService", "applinks:applinks.com"),
        ("applinks: acme.com", "space", "applinks:acme.com"), ("applinks :*.acme.com", "space", "applinks:*.acme.com"),
        ("\n applinks:acme.com?mode=developer\t", "space", "applinks:acme.com?mode=developer"),
        (" acme.com", "noService", "applinks:acme.com"),
        ("applinks: https://acme.com", "scheme(\"https://\")", "applinks:acme.com"),
        ("applink:*.acme.com", "misspelledService(\"applink\")", "applinks:*.acme.com"),
        ("applinks:acme.com:8443", "port(\":8443\")", "applinks:acme.com"),
        ("applinks:Example.com", "placeholder(\"example.com\")", "applinks:example.com"),
        (
            "applinks:app.yourservicesdomain.com", "placeholder(\"yourservicesdomain.com\")",
            "applinks:app.yourservicesdomain.com"
        ),
        ("webcredentials:*.your-domain.com", "placeholder(\"your-domain.com\")", "webcredentials:*.your-domain.com"),
    ])
    func findsMistakes(entry: String, mistake: String, correction: String) throws {
        let found = try #require(AssociatedDomain.mistake(in: entry))
        #expect("\(found.mistake)" == mistake && found.correction == correction)
    }

    @Test(arguments: [
        "applinks:acme.com", "applinks:*.acme.com", "APPLINKS:acme.com", "applinks:acme.com?mode=developer",
        "applinks:acme.com:8443?mode=developer", "authsrv:acme.com", "*", "", ":", "applinks", "applinks:",
        "applinks:*", "applinks: *", "applinks: ", " ", "applinks: $(HOST)", "applinks:acme.com b.com",
        "authsrv: acme.com",
        "applinks:localhost/", "applinks:$(HOST)/", "{{SERVICE}}:acme.com", "applinks:__HOST__/", "https:acme.com",
        "applinks:acme.com:port", "applinks:myexample.com",
        "applinks:domain.yourmoney.com", "applinks:yourweddingwebsite.com", "applinks:yourlocaldomain.org",
        "applinks:example.acme.com", "applinks:example.com?mode=developer",
    ])
    func findsNoMistakes(entry: String) {
        #expect(AssociatedDomain.mistake(in: entry) == nil)
    }
}
