import Foundation
import SchemeModel
import SchemeRules
import Testing

@testable import schemereg

@Suite struct KnownTests {
    private func known(_ arguments: String...) -> CommandRun {
        CommandRun.run(["known"] + arguments, in: "/")
    }

    @Test func showsAllThatIsKnownOfAScheme() {
        let run = known("FBAuth2")
        #expect(run.code == 0)
        #expect(
            run.output.split(separator: "\n").map { $0.split(separator: " seen in ").first.map(String.init) ?? "" } == [
                "scheme 'fbauth2'", "  third-party: Facebook SDK (Meta) (iOS, confidence high)",
                "    its apps: com.burbn., com.facebook., net.whatsapp.", "   ",
                "  sdk-foreign: Meta (Facebook SDK) (any, confidence medium)",
                "    a scheme of Meta's apps, to be queried",
                "    its apps: com.burbn., com.facebook., net.whatsapp.", "   ",
            ]
        )
    }

    @Test(arguments: [
        ("tel", ["apple-documented", "apple-system", "default-app", "default-app", "default-app", "iana-permanent"]),
        ("msauth.com.acme.app", ["sdk-own"]), ("msauth.com.microsoft.intunemam", ["sdk-own", "shared"]),
        ("capacitor", ["generic"]), ("myapp", ["placeholder"]), ("prefs", ["apple-system", "private-query"]),
        ("acmewallet", []),
    ])
    func namesTheTables(scheme: String, kinds: [String]) throws {
        struct Known: Decodable {
            struct Fact: Decodable { var kind: String }
            var scheme: String
            var known: [Fact]
        }
        let json = try JSONDecoder().decode(Known.self, from: Data(known(scheme, "--format", "json").output.utf8))
        #expect(json.scheme == scheme)
        #expect(json.known.map(\.kind).sorted() == kinds)
    }

    @Test func listsEveryRow() {
        let lines = known().output.split(separator: "\n")
        #expect(lines.count == Knowledge.builtIn.facts.count + 1)
        #expect(
            lines.first?.split(separator: " ").map(String.init) == [
                "scheme", "kind", "owner", "platforms", "confidence",
            ]
        )
    }

    @Test func escapesWhatItWasAskedFor() {
        #expect(known("a\u{1B}[31m").output == "nothing is known of scheme 'a\\u{1B}[31m'\n")
    }
}
