import SchemeModel
import Testing

@Suite struct SchemePatternTests {
    @Test(arguments: [
        ("fb<digits><any:0+>", ["fb1", "fb123", "fb123pro", "fb1.a"], ["fb", "fba", "fb_1", "xfb1", "fbapi"]),
        ("kakao<alnum:4>", ["kakaoab12"], ["kakaoab1", "kakaoab123", "kakao", "kakaoab-1"]),
        ("db-<alnum:3+>", ["db-abc", "db-abcdefgh"], ["db-ab", "db-abc-d", "db-"]),
        ("msal<hex:2>-<hex:1>", ["msalab-0"], ["msalag-0", "msalab0", "msalab-"]),
        ("<any>-twin", ["a-twin", "a-b-twin", "twin-twin"], ["-", "twin", "a-twins", "-twi"]),
        ("<bundle-id>.pay", ["com.acme.pay", "a.pay", "pay.pay"], ["pay", "com.acme.pays", "a+b.pay"]),
        ("exp", ["exp"], ["ex", "exp1", ""]),
        ("exp+<any>", ["exp+a", "exp++"], ["exp+", "expa"]),
        ("a<any:0+>b<any:0+>c", ["abc", "axbyc", "aabbcc", "abcc"], ["ab", "ac", "acb", "abcd"]),
    ])
    func matchesWholeSchemes(text: String, taken: [String], left: [String]) throws {
        let pattern = try #require(SchemePattern(text))
        for scheme in taken { #expect(pattern.matches(SchemeKey(scheme)), "\(scheme)") }
        for scheme in left { #expect(!pattern.matches(SchemeKey(scheme)), "\(scheme)") }
    }

    @Test func comparesWithoutCase() throws {
        let pattern = try #require(SchemePattern("qq<hex:8>"))
        #expect(pattern.matches(SchemeKey("QQ41C1685F")))
        #expect(!pattern.matches(SchemeKey("QQ41C1685\u{3a6}")))
    }

    @Test(arguments: [
        "", "Fb<digits>", "fb<", "fb<digit>", "fb<digits:x>", "fb<digits:0>", "fb<digits:64>", "fb_<digits>",
        "<hex:9:9>",
        "<hex:60>abcd", "<digits:-1>", "<digits:>", "é",
    ])
    func refuses(text: String) {
        #expect(SchemePattern(text) == nil)
    }

    @Test func knowsItsHead() {
        #expect(SchemePattern("fb<digits>x")?.head == "fb")
        #expect(SchemePattern("<any>-twin")?.head == "")
        #expect(SchemePattern("exp")?.head == "exp")
    }

    /// Patterns over which backtracking takes exponential time, on a scheme as long as any that is read.
    @Test(arguments: ["<any><any><any><any><any><any>z", "<any:0+><any:0+><any:0+><any:0+><any:0+>z", "<alnum:60+>z"])
    func takesOnePassOverTheScheme(text: String) throws {
        let pattern = try #require(SchemePattern(text))
        #expect(!pattern.matches(SchemeKey(String(repeating: "a", count: 100_000))))
        #expect(pattern.matches(SchemeKey(String(repeating: "a", count: 100_000) + "z")))
    }
}
