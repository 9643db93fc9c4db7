import SchemeModel
import TestSupport
import Testing

@testable import SchemeRules

/// Determines which app opens a URL, on each kind of device.
@Suite struct ResolverTests {
    private func answers(_ manifests: [Manifest], _ scheme: String = "acmepay") -> [String] {
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
        let key = SchemeKey(scheme)
        let resolution = Resolver(knowledge: .builtIn).resolution(of: key, among: index.claims(on: key))
        return resolution.answers.map { answer in
            let devices = answer.devices.platforms.map(\.rawValue).joined(separator: "+")
            let apps = answer.claims.map(\.app.id.text.string)
            let variants = answer.areVariants ? ["variants"] : []
            let parts = [devices, answer.handler.rawValue, answer.certainty.rawValue] + variants + apps
            return (parts + [answer.owner].compactMap { $0 }).joined(separator: " ")
        }
    }

    private func app(
        _ identifier: String?,
        _ platforms: PlatformSet = .iOS,
        _ scheme: String = "acmepay",
        kind: ProductKind = .application,
        change: (inout Manifest) -> Void = { _ in }
    ) -> Manifest {
        Manifest.app(
            identifier,
            platforms: platforms,
            kind: kind,
            path: "\(identifier ?? "none")\(platforms.rawValue).plist",
            schemes: [scheme]
        ).with(change)
    }

    @Test func nobody() {
        #expect(answers([]) == ["ios+macos+tvos+watchos+visionos none certain"])
        #expect(answers([app("a.b", kind: .appExtension)]) == ["ios+macos+tvos+watchos+visionos none certain"])
    }

    @Test func oneApp() {
        #expect(answers([app("a.b")]) == ["ios one certain a.b", "macos+visionos one possible a.b"])
        #expect(answers([app("a.b", .macOS)]) == ["macos one certain a.b"])
        #expect(
            answers([app("a.b"), app("A.b", .macOS)])
                == ["ios one certain a.b", "macos one certain a.b", "visionos one possible a.b"]
        )
        let helper = app("a.b.helper") { $0.container = .known("a.b") }
        #expect(answers([app("a.b"), helper]).first == "ios one certain a.b")
    }

    @Test func severalApps() {
        #expect(
            answers([app("a.b"), app("c.d")])
                == ["ios undefined certain a.b c.d", "macos+visionos undefined possible a.b c.d"]
        )
        #expect(
            answers([app("a.b"), app("c.d", .macOS)])
                == ["ios one certain a.b", "macos undefined possible a.b c.d", "visionos one possible a.b"]
        )
        #expect(
            answers([app("a.b", .tvOS), app("c.d", .watchOS)]) == ["tvos one certain a.b", "watchos one certain c.d"]
        )
        #expect(answers([app("a.b", .tvOS), app(nil, .tvOS)]) == ["tvos undefined possible a.b unknown:none4.plist"])
    }

    @Test func copiesOfUnknownIdentityCountOnce() {
        let copies = ["1", "2"].map { name in
            Manifest.app(nil, platforms: .tvOS, path: "\(name).plist", schemes: ["acmepay"]).with { $0.digest = "same" }
        }
        #expect(answers(copies) == ["tvos one certain unknown:1.plist"])
    }

    @Test func variantsOfOneProduct() {
        func variant(_ identifier: String, _ configuration: String) -> Manifest {
            app(identifier, .tvOS) {
                $0.outcome = Manifest.Outcome(
                    project: "App.xcodeproj",
                    target: "App",
                    configurations: [configuration]
                )
            }
        }
        let both = [variant("a.b", "Release"), variant("a.b.debug", "Debug")]
        #expect(answers(both) == ["tvos undefined certain variants a.b.debug a.b"])
        #expect(answers(both + [app("c.d", .tvOS)]) == ["tvos undefined certain a.b.debug a.b c.d"])
    }

    @Test func theSystem() {
        #expect(answers([], "sms").first?.contains(" system certain Messages") == true)
        #expect(answers([app("a.b", .iOS, "sms")], "sms").first?.contains(" system certain a.b Messages") == true)
    }

    @Test func userChoice() {
        #expect(
            answers([app("a.b", .macOS, "magnet"), app("c.d", .macOS, "magnet")], "magnet") == [
                "macos chosen certain a.b c.d"
            ]
        )
        #expect(answers([], "magnet") == ["ios+macos+tvos+watchos+visionos none certain"])
        // The user can't choose an app without the entitlement.
        let lacking = app("a.b", .iOS, "mailto") { $0.entitlements = [] }
        let having = app("c.d", .iOS, "mailto") { $0.entitlements = ["com.apple.developer.mail-client"] }
        let answer = answers([lacking, having], "mailto").first { $0.hasPrefix("ios chosen") }
        #expect(answer?.contains(" c.d") == true)
        #expect(answer?.contains("a.b") == false)
    }

    @Test func userChoiceWithUnknownEntitlements() {
        let having = app("a.b", .iOS, "mailto") { $0.entitlements = ["com.apple.developer.mail-client"] }
        let unknown = app("c.d", .iOS, "mailto")
        // A variant with the entitlement is decisive for its app.
        let beside = app("a.b", .iOS, "mailto") { $0.origin.path = "0.plist" }
        let manifests = [beside, having, unknown]
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
        let key = SchemeKey("mailto")
        let answers = Resolver(knowledge: .builtIn).resolution(of: key, among: index.claims(on: key)).answers
        let claims = answers.first { $0.devices.contains(.iOS) }?.claims ?? []
        #expect(claims.map(\.app.id) == [.known("a.b"), .known("c.d")])
        #expect(claims.map { $0.profile.unsettledOn.contains(.iOS) } == [false, true])
        // macOS requires no entitlement.
        let mac = app("e.f", .macOS, "mailto").claims(with: .builtIn).map(\.profile)
        #expect(mac.map { $0.chosenOn.contains(.macOS) } == [true])
        #expect(mac.map { $0.unsettledOn.contains(.macOS) } == [false])
    }
}
