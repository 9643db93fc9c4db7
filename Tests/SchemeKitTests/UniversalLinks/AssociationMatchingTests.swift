import SchemeManifests
import SchemeModel
import SchemeRules
import Testing

/// What Apple documents about the matching of universal links, a test for each sentence.
///
/// - Source: Apple, Bundle Resources: applinks and the pages below it; WWDC 2019, session 717; WWDC 2020, session 10098
///   (seen 2026-11-24).
@Suite("Matching universal links as Apple documents it")
struct AssociationMatchingTests {
    private func expect(_ one: Links.Case) throws {
        #expect(try Links.verdict(one.links, one.url) == one.expected)
    }

    // MARK: applinks.Details

    @Test("appID and appIDs name the apps, in the form <Application Identifier Prefix>.<Bundle Identifier>")
    func applicationIdentifiers() throws {
        let all = #""components": [{"/": "*"}]"#
        let both =
            #"{"details": [{"appIDs": ["K9QX2M7RT4.com.acme.driver"], "appID": "FGHIJ67890.com.acme.wallet", \#(all)}]}"#
        #expect(try Links.verdict(both, "https://acme.com/x") == "matched 1")
        #expect(try Links.verdict(both, "https://acme.com/x", app: "com.acme.driver") == "matched 1")
        #expect(try Links.verdict(both, "https://acme.com/x", app: "com.acme.other") == "unlisted")
        #expect(try Links.verdict(both, "https://acme.com/x", prefix: "FGHIJ67890") == "matched 1")
        #expect(try Links.verdict(both, "https://acme.com/x", prefix: "K9QX2M7RT4") == "unlisted")
        // Bundle identifiers are compared without case.
        #expect(try Links.verdict(both, "https://acme.com/x", app: "com.Acme.Wallet") == "matched 1")
    }

    @Test("systems since iOS 13 ignore paths if the components key is present")
    func componentsReplacePaths() throws {
        let links =
            #"{"details": [{"appID": "K9QX2M7RT4.com.acme.wallet", "components": [{"/": "/a"}], "paths": ["/b"]}]}"#
        #expect(try Links.verdict(links, "https://acme.com/a") == "matched 1")
        #expect(try Links.verdict(links, "https://acme.com/b") == "unmatched")
    }

    @Test("an element without components and paths has an unknown meaning")
    func neitherComponentsNorPaths() throws {
        #expect(
            try Links.verdict(#"{"details": [{"appID": "K9QX2M7RT4.com.acme.wallet"}]}"#, "https://acme.com/a")
                == "unknown"
        )
    }

    @Test(
        "in paths, NOT excludes, the first match counts, and only the path is compared",
        arguments: Links.cases([
            (Links.paths(#""NOT /help/*", "*""#), "https://acme.com/help/7", "excluded 1"),
            (Links.paths(#""NOT /help/*", "*""#), "https://acme.com/pay", "matched 2"),
            (Links.paths(#""*", "NOT /help/*""#), "https://acme.com/help/7", "matched 1"),
            (Links.paths(#""/pay""#), "https://acme.com/pay?to=bob#now", "matched 1"),
            (Links.paths(#""/pay?""#), "https://acme.com/pay1", "matched 1"),
            (Links.paths(#""/pay""#), "https://acme.com/Pay", "unmatched"),
            (Links.paths(#""NOTES/*""#), "https://acme.com/notes/1", "unmatched"),
            (Links.paths(""), "https://acme.com/pay", "unmatched"),
        ])
    )
    func paths(_ one: Links.Case) throws { try expect(one) }

    // MARK: applinks.Details.Components

    @Test(
        "the default of /, ? and # is *, which matches everything",
        arguments: Links.cases([
            (Links.components("{}"), "https://acme.com", "matched 1"),
            (Links.components("{}"), "https://acme.com/a/b?c=d#e", "matched 1"),
            (Links.components(##"{"/": "*", "?": "*", "#": "*"}"##), "https://acme.com/a?b#c", "matched 1"),
            (Links.components(##"{"/": "*", "?": "*", "#": "*"}"##), "https://acme.com", "matched 1"),
        ])
    )
    func defaultsOfComponents(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "/ is a pattern for the path, ? for the query, # for the fragment",
        arguments: Links.cases([
            (Links.components(#"{"/": "/buy/*"}"#), "https://acme.com/buy/7", "matched 1"),
            (Links.components(#"{"/": "/buy/*"}"#), "https://acme.com/buy", "unmatched"),
            (Links.components(#"{"/": "/buy/*"}"#), "http://acme.com/buy/?a#b", "matched 1"),
            (Links.components(#"{"?": "to=*"}"#), "https://acme.com/pay?to=bob", "matched 1"),
            (Links.components(#"{"?": "to=*"}"#), "https://acme.com/pay?from=bob", "unmatched"),
            (Links.components(#"{"?": "to=*"}"#), "https://acme.com/pay", "unmatched"),
            (Links.components(##"{"#": "no_universal_links"}"##), "https://acme.com/#no_universal_links", "matched 1"),
            (Links.components(##"{"#": "no_universal_links"}"##), "https://acme.com/#other", "unmatched"),
            (Links.components(##"{"#": "?*"}"##), "https://acme.com/", "unmatched"),
        ])
    )
    func partsOfTheURL(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "exclude stops pattern matching, and excludes the URL",
        arguments: Links.cases([
            (
                Links.components(#"{"/": "/help/website/*", "exclude": true}, {"/": "/help/*"}"#),
                "https://acme.com/help/website/1", "excluded 1"
            ),
            (
                Links.components(#"{"/": "/help/website/*", "exclude": true}, {"/": "/help/*"}"#),
                "https://acme.com/help/1",
                "matched 2"
            ),
            (Links.components(#"{"/": "/help/*", "exclude": false}"#), "https://acme.com/help/1", "matched 1"),
        ])
    )
    func exclude(_ one: Links.Case) throws { try expect(one) }

    @Test("the system ignores comments")
    func comments() throws {
        let links = Links.components(#"{"/": "/a", "comment": "exclude"}"#)
        #expect(try Links.verdict(links, "https://acme.com/a") == "matched 1")
    }

    @Test(
        "caseSensitive is true unless it is set",
        arguments: Links.cases([
            (Links.components(#"{"/": "/Buy/*"}"#), "https://acme.com/buy/7", "unmatched"),
            (Links.components(#"{"/": "/Buy/*", "caseSensitive": true}"#), "https://acme.com/buy/7", "unmatched"),
            (Links.components(#"{"/": "/Buy/*", "caseSensitive": false}"#), "https://acme.com/bUY/7", "matched 1"),
            (Links.components(#"{"?": "A=b", "caseSensitive": false}"#), "https://acme.com/?a=B", "matched 1"),
            // How the names of query items are compared isn't documented.
            (Links.components(#"{"?": {"A": "b"}, "caseSensitive": false}"#), "https://acme.com/?a=B", "unknown 1"),
        ])
    )
    func caseSensitive(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "percentEncoded is true unless it is set; what is compared otherwise isn't documented",
        arguments: Links.cases([
            (Links.components(#"{"/": "/a%20b"}"#), "https://acme.com/a%20b", "matched 1"),
            (Links.components(#"{"/": "/a b"}"#), "https://acme.com/a%20b", "unmatched"),
            (Links.components(#"{"/": "/ä"}"#), "https://acme.com/%C3%A4", "unmatched"),
            (Links.components(#"{"/": "/a b", "percentEncoded": false}"#), "https://acme.com/a%20b", "unknown 1"),
            (Links.components(#"{"/": "/ä", "percentEncoded": false}"#), "https://acme.com/b", "unknown 1"),
            (Links.components(#"{"/": "/ab*", "percentEncoded": false}"#), "https://acme.com/abc", "matched 1"),
            (Links.components(#"{"/": "/a%2Fb"}"#), "https://acme.com/a%2fb", "unknown 1"),
        ])
    )
    func percentEncoded(_ one: Links.Case) throws { try expect(one) }

    @Test("the first match wins, which designates one app for some URLs and another app for the rest")
    func firstMatch() throws {
        let links = """
            {"details": [
                {"appIDs": ["K9QX2M7RT4.com.acme.driver"], "components": [{"/": "/drive/*"}]},
                {"appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [{"/": "/drive/*", "exclude": true}, {"/": "/*"}]},
                {"appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [{"/": "/drive/*"}]}
            ]}
            """
        #expect(try Links.verdict(links, "https://acme.com/drive/1", app: "com.acme.driver") == "matched 1")
        #expect(try Links.verdict(links, "https://acme.com/drive/1") == "excluded 2")
        #expect(try Links.verdict(links, "https://acme.com/pay") == "matched 3")
        #expect(try Links.verdict(links, "https://acme.com/pay", app: "com.acme.driver") == "unmatched")
    }

    @Test(
        "* matches zero or more characters, ? any single one, and ?* at least one",
        arguments: Links.cases([
            (Links.components(#"{"/": "/a*"}"#), "https://acme.com/a", "matched 1"),
            (Links.components(#"{"/": "/a*"}"#), "https://acme.com/abc/d", "matched 1"),
            (Links.components(#"{"/": "/*/b"}"#), "https://acme.com/a/b/b", "matched 1"),
            (Links.components(#"{"/": "/*/b"}"#), "https://acme.com//b", "matched 1"),
            (Links.components(#"{"/": "/?"}"#), "https://acme.com/a", "matched 1"),
            (Links.components(#"{"/": "/?"}"#), "https://acme.com/", "unmatched"),
            (Links.components(#"{"/": "/?"}"#), "https://acme.com/ab", "unmatched"),
            (Links.components(#"{"/": "/?*"}"#), "https://acme.com/ab", "matched 1"),
            (Links.components(#"{"/": "/?*"}"#), "https://acme.com/", "unmatched"),
            (Links.components(#"{"/": "a.b[c]"}"#), "https://acme.com/", "unmatched"),
        ])
    )
    func wildcards(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "a URL matches if it matches all the components that are specified",
        arguments: Links.cases([
            (Links.components(##"{"/": "/a", "?": "b", "#": "c"}"##), "https://acme.com/a?b#c", "matched 1"),
            (Links.components(##"{"/": "/a", "?": "b", "#": "c"}"##), "https://acme.com/a?b#d", "unmatched"),
            (Links.components(##"{"/": "/a", "?": "b", "#": "c"}"##), "https://acme.com/a?d#c", "unmatched"),
            (Links.components(##"{"/": "/a", "?": "b", "#": "c"}"##), "https://acme.com/d?b#c", "unmatched"),
        ])
    )
    func allComponents(_ one: Links.Case) throws { try expect(one) }

    // MARK: applinks.Details.Components.Query

    @Test(
        "the keys of a query are names of query items, and the values patterns for their values",
        arguments: Links.cases([
            (Links.components(#"{"?": {"productID": "12345"}}"#), "https://acme.com/?productID=12345", "matched 1"),
            (Links.components(#"{"?": {"productID": "12345"}}"#), "https://acme.com/?productID=123456", "unmatched"),
            (
                Links.components(#"{"?": {"articleNumber": "????"}}"#), "https://acme.com/?articleNumber=1234",
                "matched 1"
            ),
            (Links.components(#"{"?": {"a": "1", "b": "2"}}"#), "https://acme.com/?b=2&a=1", "matched 1"),
            (Links.components(#"{"?": {"a": "1", "b": "2"}}"#), "https://acme.com/?a=1", "unmatched"),
            // Items that aren't named don't matter.
            (Links.components(#"{"?": {"a": "1"}}"#), "https://acme.com/?utm=x&a=1", "matched 1"),
        ])
    )
    func queryItems(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "all instances of a query item must match the pattern",
        arguments: Links.cases([
            (Links.components(#"{"?": {"a": "1?"}}"#), "https://acme.com/?a=11&a=12", "matched 1"),
            (Links.components(#"{"?": {"a": "1?"}}"#), "https://acme.com/?a=11&a=2", "unmatched"),
        ])
    )
    func repeatedQueryItems(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "query items without value, and absent ones, have the empty string as value",
        arguments: Links.cases([
            (Links.components(#"{"?": {"a": "*"}}"#), "https://acme.com/", "matched 1"),
            (Links.components(#"{"?": {"a": ""}}"#), "https://acme.com/?a", "matched 1"),
            (Links.components(#"{"?": {"a": ""}}"#), "https://acme.com/?a=", "matched 1"),
            (Links.components(#"{"?": {"a": ""}}"#), "https://acme.com/?b=1", "matched 1"),
            (Links.components(#"{"?": {"a": "?*"}}"#), "https://acme.com/?a", "unmatched"),
            (Links.components(#"{"?": {"a": "?*"}}"#), "https://acme.com/", "unmatched"),
            // An encoded name may be this one.
            (Links.components(#"{"?": {"a": "?*"}}"#), "https://acme.com/?%61=1", "unknown 1"),
        ])
    )
    func emptyQueryItems(_ one: Links.Case) throws { try expect(one) }

    // MARK: applinks.Defaults

    @Test(
        "defaults apply to the domain or an app, and the more specific definition overrides the less specific",
        arguments: Links.cases([
            (
                Links.components(#"{"/": "/A"}"#, more: #", "defaults": {"caseSensitive": false}"#),
                "https://acme.com/a",
                "matched 1"
            ),
            (
                Links.components(
                    #"{"/": "/A", "caseSensitive": true}"#,
                    more: #", "defaults": {"caseSensitive": false}"#
                ),
                "https://acme.com/a", "unmatched"
            ),
            (
                #"{"defaults": {"caseSensitive": false}, "details": [{"appID": "K9QX2M7RT4.com.acme.wallet", "defaults": {"caseSensitive": true}, "components": [{"/": "/A"}]}]}"#,
                "https://acme.com/a", "unmatched"
            ),
            (
                #"{"details": [{"appID": "K9QX2M7RT4.com.acme.wallet", "defaults": {"caseSensitive": false}, "components": [{"/": "/A"}]}]}"#,
                "https://acme.com/a", "matched 1"
            ),
            // Defaults can contain any property of components.
            (
                Links.components(#"{"?": "b"}"#, more: #", "defaults": {"/": "/a"}"#), "https://acme.com/c?b",
                "unmatched"
            ),
            (
                Links.components(#"{"?": "b"}"#, more: #", "defaults": {"exclude": true}"#), "https://acme.com/c?b",
                "excluded 1"
            ),
            // Whether they apply to paths isn't documented.
            (
                #"{"defaults": {"caseSensitive": false}, "details": [{"appID": "K9QX2M7RT4.com.acme.wallet", "paths": ["/A"]}]}"#,
                "https://acme.com/a", "unknown 1"
            ),
        ])
    )
    func defaults(_ one: Links.Case) throws { try expect(one) }

    // MARK: applinks.SubstitutionVariables

    @Test(
        "each name is a variable that stands for each string of its list",
        arguments: Links.cases([
            (Links.components(#"{"/": "/$(food)/"}"#, more: Links.variables), "https://acme.com/burrito/", "matched 1"),
            (Links.components(#"{"/": "/$(food)/"}"#, more: Links.variables), "https://acme.com/soup/", "unmatched"),
            (
                Links.components(#"{"/": "/x$(food)y$(food)"}"#, more: Links.variables),
                "https://acme.com/xpizzayburrito",
                "matched 1"
            ),
            // Names are case-sensitive, and can contain any character except $, ( and ).
            (Links.components(#"{"/": "/$(Food)/"}"#, more: Links.variables), "https://acme.com/burrito/", "unknown 1"),
            (Links.components(#"{"/": "/$(a b-*é)"}"#, more: Links.variables), "https://acme.com/1", "matched 1"),
            // Values are case-sensitive by default.
            (Links.components(#"{"/": "/$(food)/"}"#, more: Links.variables), "https://acme.com/Burrito/", "unmatched"),
            (
                Links.components(#"{"/": "/$(food)/", "caseSensitive": false}"#, more: Links.variables),
                "https://acme.com/Burrito/", "matched 1"
            ),
            // Values can contain ? and *, but no other variables.
            (Links.components(#"{"/": "/$(wild)!"}"#, more: Links.variables), "https://acme.com/abc-z!", "matched 1"),
            (Links.components(#"{"/": "/$(wild)!"}"#, more: Links.variables), "https://acme.com/abz!", "unmatched"),
            (Links.components(#"{"/": "/$(nested)"}"#, more: Links.variables), "https://acme.com/pizza", "unmatched"),
            (Links.components(#"{"/": "/$(nested)"}"#, more: Links.variables), "https://acme.com/$(food)", "matched 1"),
            (Links.components(#"{"/": "/$(undefined)"}"#, more: Links.variables), "https://acme.com/x", "unknown 1"),
            (Links.components(#"{"/": "/$(open"}"#, more: Links.variables), "https://acme.com/x", "unknown 1"),
        ])
    )
    func variables(_ one: Links.Case) throws { try expect(one) }

    @Test(
        "the predefined variables stand for characters and codes",
        arguments: Links.cases([
            (Links.components(#"{"/": "/$(alpha)"}"#), "https://acme.com/x", "matched 1"),
            (Links.components(#"{"/": "/$(alpha)"}"#), "https://acme.com/7", "unmatched"),
            (Links.components(#"{"/": "/$(upper)$(lower)"}"#), "https://acme.com/Xy", "matched 1"),
            (Links.components(#"{"/": "/$(upper)$(lower)"}"#), "https://acme.com/xY", "unmatched"),
            (Links.components(#"{"/": "/$(alnum)$(digit)"}"#), "https://acme.com/x7", "matched 1"),
            (Links.components(#"{"/": "/$(alnum)$(digit)"}"#), "https://acme.com/7x", "unmatched"),
            (Links.components(#"{"/": "/$(xdigit)$(xdigit)"}"#), "https://acme.com/fF", "matched 1"),
            (Links.components(#"{"/": "/$(xdigit)$(xdigit)"}"#), "https://acme.com/fg", "unmatched"),
            (Links.components(#"{"/": "/$(lang)_$(region)/"}"#), "https://acme.com/en_US/", "matched 1"),
            (Links.components(#"{"/": "/$(lang)_$(region)/"}"#), "https://acme.com/english_US/", "unmatched"),
            // Whether a system knows this code isn't documented.
            (Links.components(#"{"/": "/$(lang)_$(region)/"}"#), "https://acme.com/xx_US/", "unknown 1"),
        ])
    )
    func predefinedVariables(_ one: Links.Case) throws { try expect(one) }

    // MARK: What isn't known

    @Test(
        "a part that Apple doesn't document, or of another type, makes the entry unknown",
        arguments: Links.cases([
            (Links.components(#"{"/": "/a", "new": 1}"#), "https://acme.com/a", "unknown 1"),
            (Links.components(#"{"/": "/b"}, {"/": "/a", "exclude": "true"}"#), "https://acme.com/a", "unknown 2"),
            (Links.components(#"{"/": "/"}"#), "https://acme.com", "unknown 1"),
            (Links.components(#"{"/": "/*"}"#), "https://acme.com/ü", "unknown 1"),
            (Links.components(#"{"/": "*"}"#), "https://acme.com/ü", "matched 1"),
        ])
    )
    func unknown(_ one: Links.Case) throws { try expect(one) }

    @Test("a link with unknown parts certainly doesn't match if no text there could match")
    func patterns() throws {
        func verdict(_ components: String, _ parts: [URLPattern.Part]) throws -> AssociationMatcher.Match {
            let json = "{\"applinks\": \(Links.components(components))}"
            let reading = AssociationFileReader().read(Array(json.utf8), origin: Place(path: "a"), hosts: [])
            let file = try #require(reading.file)
            var matcher = AssociationMatcher(try #require(WebAddress(URLPattern(parts))))
            return matcher.match(try #require(file.contents.details[0].entries?[0]), variables: [:])
        }
        let link: [URLPattern.Part] = [.literal("https://acme.com/pay/"), .hole("id")]
        #expect(try verdict(#"{"/": "/pay/*"}"#, link) == .unknown)
        #expect(try verdict(#"{"/": "/help/*"}"#, link) == .no)
        #expect(try verdict(#"{"/": "*"}"#, link) == .yes)
        #expect(try verdict(#"{"?": "a"}"#, link) == .unknown)
        #expect(WebAddress(URLPattern([.literal("https://acme."), .hole("tld")])) == nil)
    }
}
