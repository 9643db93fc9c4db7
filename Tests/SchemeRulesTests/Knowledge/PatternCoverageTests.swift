import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeRules

/// Checks that SDK patterns match schemes in use, but no common words.
@Suite struct PatternCoverageTests {
    private static let patterns = Knowledge.builtIn.sdkSchemes.map(\.pattern)

    /// Returns `pattern scheme` for every pattern that matches one of `schemes`.
    private static func taken(of schemes: some Sequence<String>) -> [String] {
        patterns.flatMap { pattern in
            schemes.filter { pattern.matches(SchemeKey($0)) }.map { "\(pattern.text) \($0)" }
        }.sorted { ByteString($0) < ByteString($1) }
    }

    @Test func matchKnownSchemesOfTheirMakers() {
        let schemes = Set(Knowledge.builtIn.knownSchemes.map(\.scheme.text.string))
        #expect(
            Self.taken(of: schemes) == [
                "com.google.sso.<digits> com.google.sso.263492796725", "fb-messenger-api fb-messenger-api",
                "fb-messenger-share-api fb-messenger-share-api", "fbapi fbapi", "fbapi<digits:8> fbapi20130214",
                "fbapi<digits:8> fbapi20130410", "fbapi<digits:8> fbapi20130702", "fbapi<digits:8> fbapi20131010",
                "fbapi<digits:8> fbapi20131219", "fbapi<digits:8> fbapi20140116", "fbapi<digits:8> fbapi20140410",
                "fbapi<digits:8> fbapi20150313", "fbapi<digits:8> fbapi20150629", "fbapi<digits:8> fbapi20160328",
                "fbauth fbauth", "fbauth2 fbauth2", "fbshareextension fbshareextension",
            ]
        )
    }

    @Test(.needsShared)
    func matchRealSchemesOfSDKs() throws {
        struct Row: Decodable {
            struct URLType: Decodable { var schemes: [String]? }
            var url_types: [URLType]?
            var queries_schemes: [String]?
        }
        var schemes = Set<String>()
        for line in try String(contentsOf: ProjectFolder.corpus.appending(path: "oracle.jsonl"), encoding: .utf8).split(
            separator: "\n"
        ) {
            let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
            schemes.formUnion((row.url_types ?? []).flatMap { $0.schemes ?? [] })
            schemes.formUnion(row.queries_schemes ?? [])
        }
        #expect(schemes.count > 100)
        let taken = Self.taken(of: schemes).compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(
            Dictionary(grouping: taken, by: { $0 }).mapValues(\.count) == [
                "com.googleusercontent.apps.<digits>-<alnum>": 1, "kakao<alnum:32>": 2,
                "msal<hex:8>-<hex:4>-<hex:4>-<hex:4>-<hex:12>": 4,
                "msauth.<bundle-id>": 6, "x-msauth-<bundle-id>": 1,
            ]
        )
    }

    @Test func matchNoWords() {
        let words = Self.words
        #expect(Set(words).count > 10_000)
        #expect(Self.taken(of: words) == [])
        let knowledge = Knowledge.builtIn
        let manifest = Manifest.app(schemes: [])
        let left = words.filter { PlaceholderUse($0, in: manifest, knowledge: knowledge) != nil }
        #expect(left == ["myapp"])
    }

    /// Checks English words and Swift identifiers from the package's own documents and sources.
    @Test func matchNoWordsOfTheProject() throws {
        var words = Set<String>()
        var files = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map {
            ProjectFolder.root.appendingPathComponent($0)
        }
        for folder in ["docs", "Sources", "Tests"] {
            let root = ProjectFolder.root.appendingPathComponent(folder)
            let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
            files += found.compactMap { $0 as? URL }.filter { ["md", "swift"].contains($0.pathExtension) }
        }
        for file in files {
            // Only words without digits. Others may be examples of the patterns.
            let text = try Data(contentsOf: file)
            let runs = text.split { !(0x41...0x5A).contains($0) && !(0x61...0x7A).contains($0) }
            words.formUnion(runs.map { String(decoding: $0, as: UTF8.self).asciiLowercased })
        }
        #expect(words.count > 5_000)
        #expect(
            Self.taken(of: words) == [
                "exp exp", "fbapi fbapi", "fbauth fbauth", "fbshareextension fbshareextension", "sharemedia sharemedia",
            ]
        )
    }

    /// Words with English letter patterns, and words that resemble the prefixes of patterns.
    private static let words: [String] = {
        let stems = """
            act add age aim air app arm art ask bag bank bar base bat bay beach bear bed bell bike bird blog blue board boat \
            body bolt bond book boot boss box brain brand bread bridge bright brush build bus cab cake call camp car card care \
            cart case cash cat chain chat check chef city class clean clear click clock cloud club coach coat code coin color \
            cook cool cord corn cost crew crop cross crown cup cycle dance dash data date day deal deck deep desk dish dive dog \
            door draw dream dress drink drive drop drum duck ear earth east easy edge egg eye face fact fair farm fast feed fit \
            wallet mastodon todoist yourmoney photo tencent weibo alipay dropbox kakao line pinterest linked vibe expo exposition
            """.split(whereSeparator: \.isWhitespace).map(String.init)
        let heads = ["", "un", "re", "over", "my", "the", "go", "fb", "vk", "wb", "li", "wx", "qq", "db", "ap", "pin"]
        let tails = ["", "s", "er", "ing", "ly", "ness", "able"]
        return stems.flatMap { stem in heads.flatMap { head in tails.map { head + stem + $0 } } }
    }()
}
