import SchemeModel
import Testing

@testable import SchemeRules

/// What `--strict` doesn't believe.
@Suite struct StrictTests {
    /// Two apps of which the second says something that lowers or silences a finding.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var manifests: [Manifest]
        var rule = "undefined-target"
        /// The worst severity of the rule's findings without `--strict`; `nil` without a finding.
        var usual: Severity?
        /// The same with `--strict`.
        var strict: Severity
    }

    private static let wallet = Manifest.app("com.acme.wallet", path: "Wallet/Info.plist", schemes: ["wallet"])

    private static func other(
        _ identifier: String? = "com.other.wallet",
        platforms: PlatformSet = .iOS,
        path: String = "Other/Info.plist",
        role: String? = nil,
        schemes: [String] = ["wallet"],
        _ change: (inout Manifest) -> Void = { _ in }
    ) -> Manifest {
        var builder = ManifestBuilder(identifier, platforms: platforms, path: path)
        builder.add(role: role, schemes: schemes)
        var manifest = builder.manifest
        change(&manifest)
        return manifest
    }

    private static func ofTarget(_ identifier: String, _ target: String, path: String) -> Manifest {
        other(identifier, path: path) { $0.outcome = .init(project: "A.xcodeproj", target: target) }
    }

    static let cases = [
        Case(
            testDescription: "a folder for samples",
            manifests: [wallet, other(path: "demo/Info.plist")],
            usual: .note,
            strict: .error
        ),
        Case(
            testDescription: "two folders for samples and tests",
            manifests: [other("com.acme.wallet", path: "Examples/Info.plist"), other(path: "UITests/Info.plist")],
            usual: nil,
            strict: .error
        ),
        Case(
            testDescription: "the identifier of an example",
            manifests: [wallet, other("com.example.wallet")],
            usual: .note,
            strict: .error
        ),
        Case(
            testDescription: "the role Viewer",
            manifests: [wallet, other(role: "Viewer")],
            usual: .warning,
            strict: .error
        ),
        Case(
            testDescription: "an extension without an app",
            manifests: [wallet, other { $0.kind = .appExtension }],
            usual: nil,
            strict: .error
        ),
        Case(
            testDescription: "a bundle without an app",
            manifests: [wallet, other { $0.kind = .bundle }],
            usual: nil,
            strict: .error
        ),
        Case(
            testDescription: "no platform, or several that contradict each other",
            manifests: [wallet, other(platforms: [])],
            usual: .warning,
            strict: .error
        ),
        Case(
            testDescription: "an unknown bundle identifier",
            manifests: [wallet, other(nil)],
            usual: .warning,
            strict: .error
        ),
        Case(
            testDescription: "a word for variants in the identifier",
            manifests: [
                ofTarget("com.acme.wallet", "Wallet", path: "Wallet/Info.plist"),
                ofTarget("com.acme.wallet.beta", "Other", path: "Other/Info.plist"),
            ],
            usual: nil,
            strict: .error
        ),
        Case(
            testDescription: "an identifier that begins like those of Apple",
            manifests: [other("com.apple.wallet", schemes: ["facetime"])],
            rule: "reserved-scheme",
            usual: nil,
            strict: .error
        ),
        Case(
            testDescription: "a system scheme and no platform",
            manifests: [other(platforms: [], schemes: ["facetime"])],
            rule: "reserved-scheme",
            usual: .warning,
            strict: .error
        ),
        Case(
            testDescription: "a word that anyone would pick, in sample code",
            manifests: [other(path: "demo/Info.plist", schemes: ["login"])],
            rule: "generic-scheme",
            usual: nil,
            strict: .warning
        ),
    ]

    @Test(arguments: cases)
    func believesNoNames(_ test: Case) throws {
        func worst(_ isStrict: Bool) throws -> Severity? {
            let manifests = isStrict ? test.manifests.map { $0.distrusted() } : test.manifests
            let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
            return try FindingChecker(knowledge: .builtIn, policies: TeamPolicies(isStrict: isStrict))
                .findings(in: index).filter { $0.rule == test.rule }.map(\.severity).max()
        }
        #expect(try worst(false) == test.usual)
        #expect(try worst(true) == test.strict)
    }

    @Test func keepsWhatAnotherPartyDecides() throws {
        // An extension in an app, and the kind of a project's target.
        let embedded = Self.other { manifest in
            manifest.kind = .appExtension
            manifest.container = Self.wallet.app
        }
        let target = Self.other { manifest in
            manifest.kind = .appExtension
            manifest.outcome = .init(project: "A.xcodeproj", target: "Share")
        }
        #expect(embedded.distrusted().kind == .appExtension && target.distrusted().kind == .appExtension)
    }
}
