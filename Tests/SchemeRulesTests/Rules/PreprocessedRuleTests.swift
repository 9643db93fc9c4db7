import SchemeModel
import Testing

@testable import SchemeRules

@Suite("Rules about preprocessed manifests")
struct PreprocessedRuleTests {
    private static let cause = "the header 'DerivedSources/InfoPlist.h' (INFOPLIST_PREFIX_HEADER) is missing"

    /// A manifest in which any word may be a macro, with values that many rules would report.
    private static func manifest(schemes: [String], missing: Bool = true) -> Manifest {
        var builder = ManifestBuilder(nil)
        builder.add(role: "ROLE", identifier: "NAME", schemes: schemes)
        builder.add(role: "OTHER_ROLE", identifier: "NAME", schemes: schemes)
        builder.query(["QUERY", "QUERY", "prefs", "A B"])
        builder.set("GIDClientID", .string("GOOGLE_ID"))
        builder.set("FacebookAppID", .string("FACEBOOK_ID"))
        var manifest = builder.manifest
        manifest.outcome = Manifest.Outcome(project: "App.xcodeproj", target: "App", configurations: ["Release"])
        for type in manifest.urlTypes.indices {
            manifest.urlTypes[type].role?.span.origin = .unknown
            manifest.urlTypes[type].identifier?.span.origin = .unknown
            manifest.urlTypes[type].schemes = manifest.urlTypes[type].schemes.map { scheme in
                var span = scheme.span
                span.origin = .unknown
                return DeclaredScheme(index: scheme.index, raw: scheme.raw, resolved: nil, span: span)
            }
        }
        for index in manifest.queriesSchemes.indices { manifest.queriesSchemes[index].span.origin = .unknown }
        for index in manifest.rootKeys.indices { manifest.rootKeys[index].value.span.origin = .unknown }
        guard missing, let first = manifest.urlTypes[0].role?.span else { return manifest }
        manifest.irregularities = [
            Irregularity(
                .unknownMacros,
                span: first,
                subject: "DerivedSources/InfoPlist.h",
                expected: "INFOPLIST_PREFIX_HEADER",
                cause: Self.cause,
                place: Place(source: "acme", path: "App.xcodeproj/project.pbxproj")
            ),
            Irregularity(.conditional, span: first),
        ]
        return manifest
    }

    private static func findings(in manifests: Manifest...) throws -> [Finding] {
        let source = Source(name: "acme", root: "/acme", kind: .tree, isNamed: false)
        let index = MemoryIndex(sources: [source], manifests: manifests, knowledge: .builtIn)
        return try FindingChecker(knowledge: .builtIn).findings(in: index)
    }

    @Test func oneFindingWithTheHeaderAndTheSetting() throws {
        let findings = try Self.findings(in: Self.manifest(schemes: ["AUTH_SCHEME", "Wallet", "https", "AUTH_SCHEME"]))
        #expect(findings.map(\.rule) == ["unresolved-variable"])
        let finding = try #require(findings.first)
        #expect(finding.message == "the schemes 'AUTH_SCHEME', 'Wallet' and 6 others are unknown: \(Self.cause)")
        #expect(finding.place.keyPath == "CFBundleURLTypes[0].CFBundleURLSchemes[0]")
        #expect(finding.related.map(\.place.path) == ["App.xcodeproj/project.pbxproj"])
        #expect(finding.hint?.contains("--set INFOPLIST_PREFIX_HEADER=PATH") == true)
        #expect(finding.edits.isEmpty)
        let one = try Self.findings(in: Self.manifest(schemes: []))
        #expect(one.map(\.message).first { $0.hasPrefix("values of the manifest are unknown") } != nil)
        // A role and an identifier alone decide nothing.
        var role = Self.manifest(schemes: [])
        role.queriesSchemes = []
        #expect(try Self.findings(in: role).allSatisfy { $0.rule != "unresolved-variable" })
    }

    /// The part before the colon is the scheme, if there is a colon.
    @Test(arguments: [("acme://", "//", ":"), ("acme://pay//", "//", ":"), ("acme/*x*/", "/*", "/*")])
    func keepsOnlyTheScheme(text: String, mark: String, first: String) throws {
        var builder = ManifestBuilder()
        builder.add(role: "Editor", identifier: "com.acme.wallet", schemes: [text])
        var manifest = builder.manifest
        let span = manifest.urlTypes[0].schemes[0].span
        manifest.irregularities = [
            Irregularity(.removedComment, span: span, subject: text, expected: "a value", found: mark)
        ]
        let finding = try #require(try Self.findings(in: manifest).first { $0.rule == "preprocessed-comment" })
        #expect(finding.hint == "remove '\(first)' and everything after it")
    }

    @Test func removedCommentsHaveOneFinding() throws {
        var builder = ManifestBuilder()
        builder.add(role: "Editor", identifier: "com.acme.wallet", schemes: ["acme-wallet", "acme://", "Shop://"])
        var manifest = builder.manifest
        for index in 1...2 {
            let scheme = manifest.urlTypes[0].schemes[index]
            var span = scheme.span
            span.origin = .unknown
            manifest.urlTypes[0].schemes[index] = DeclaredScheme(
                index: index,
                raw: scheme.raw,
                resolved: nil,
                span: span
            )
            manifest.irregularities.append(
                Irregularity(
                    .removedComment,
                    span: span,
                    subject: scheme.raw,
                    expected: "a value",
                    found: "//",
                    cause: "the remaining text is not a property list"
                )
            )
        }
        let findings = try Self.findings(in: manifest)
        #expect(findings.map(\.rule) == ["preprocessed-comment"])
        #expect(
            findings.first?.message
                == "the preprocessor cuts off 2 values at '//', which starts a C comment; "
                + "the build cannot parse the rest"
        )
        #expect(findings.first?.hint == "remove ':' and everything after it")
        #expect(findings.first?.related.count == 1)
    }

    static let hints: [(expected: String, found: String, hint: String)] = [
        ("a value", "//", "add -traditional to INFOPLIST_OTHER_PREPROCESSOR_FLAGS"),
        ("a value", "/*", "add -C to INFOPLIST_OTHER_PREPROCESSOR_FLAGS"),
        ("an XML comment", "//", "add -traditional to INFOPLIST_OTHER_PREPROCESSOR_FLAGS"),
        ("a definition", "//", "add -traditional to INFOPLIST_OTHER_PREPROCESSOR_FLAGS"),
    ]

    @Test(arguments: hints)
    func hint(_ expected: String, _ found: String, _ hint: String) {
        let findings = PreprocessedCommentRule().findings {
            $0.add(.removedComment, at: "AcmeHelp", subject: "x", expected: expected, found: found)
        }
        #expect(findings.map(\.hint) == [hint])
    }

    /// A value with a variable may have the same length as the variable.
    @Test func doesNotEditValuesFromTheBuild() throws {
        var builder = ManifestBuilder()
        builder.add(role: "editor", identifier: "com.acme.wallet", schemes: ["acme"])
        builder.query(["weixin", "weixin"])
        let written = try Self.findings(in: builder.manifest)
        #expect(written.contains { !$0.edits.isEmpty })
        var manifest = builder.manifest
        manifest.urlTypes[0].role?.span.origin = .computed
        for index in manifest.queriesSchemes.indices { manifest.queriesSchemes[index].span.origin = .computed }
        let built = try Self.findings(in: manifest)
        #expect(built.map(\.message) == written.map(\.message))
        #expect(built.flatMap(\.edits).isEmpty)
    }
}
