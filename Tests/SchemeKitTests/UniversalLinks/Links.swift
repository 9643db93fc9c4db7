import SchemeManifests
import SchemeModel
import SchemeRules
import Testing

/// Association files for tests of matching.
enum Links {
    private static let app = "K9QX2M7RT4.com.acme.wallet"

    /// A file, a URL, and the result for the app `com.acme.wallet`.
    struct Case: CustomTestStringConvertible, Sendable {
        var links: String
        var url: String
        var expected: String

        var testDescription: String { "\(links) \(url)" }
    }

    /// Returns the verdict about the app, with the 1-based number of the entry that decides.
    static func verdict(
        _ applinks: String,
        _ url: String,
        app: String = "com.acme.wallet",
        prefix: String? = nil
    ) throws -> String {
        let json = "{\"applinks\": \(applinks)}"
        let origin = Place(path: "apple-app-site-association")
        let reading = AssociationFileReader().read(Array(json.utf8), origin: origin, hosts: ["acme.com"])
        let file = try #require(reading.file)
        let entries = file.contents.details.flatMap { $0.entries ?? [] }
        func number(_ entry: AssociationEntry?) -> String {
            entry.flatMap { entries.firstIndex(of: $0) }.map { " \($0 + 1)" } ?? ""
        }
        var matcher = AssociationMatcher(try #require(WebAddress(url)))
        let identity = try #require(AppID(bundleIdentifier: app))
        return switch matcher.result(of: file, for: identity, prefix: prefix) {
        case .matched(let entry, _): "matched" + number(entry)
        case .excluded(let entry, _): "excluded" + number(entry)
        case .unmatched: "unmatched"
        case .unlisted: "unlisted"
        case .unknown(let entry): "unknown" + number(entry)
        }
    }

    /// Returns a file whose only element of `details` lists the app and has `components`.
    static func components(_ components: String, more: String = "") -> String {
        "{\"details\": [{\"appIDs\": [\"\(app)\"], \"components\": [\(components)]}]\(more)}"
    }

    static func paths(_ paths: String) -> String {
        "{\"details\": [{\"appID\": \"\(app)\", \"paths\": [\(paths)]}]}"
    }

    static func cases(_ list: [(String, String, String)]) -> [Case] {
        list.map { Case(links: $0.0, url: $0.1, expected: $0.2) }
    }

    static let variables = """
        , "substitutionVariables": {"food": ["burrito", "pizza"], "a b-*é": ["1"], "wild": ["a?c*"], \
        "nested": ["$(food)"]}
        """

}
