import SchemeModel
import Testing

@Suite struct CauseTests {
    private func finding(
        _ path: Path,
        at offset: Int = 0,
        app: String? = "com.acme.wallet",
        hint: String? = "add a role",
        message: String = "m"
    ) -> Finding {
        Finding(
            rule: "r",
            severity: .note,
            message: message,
            hint: hint,
            app: app.map { App(id: .known(ByteString($0)), bundleIdentifier: $0, name: nil, platforms: .iOS) },
            place: Place(path: path, range: SourceRange(byteOffset: offset, byteLength: 1)),
            subject: "\(offset)"
        )
    }

    @Test func joinsPlacesThatNeedTheSameFixInTheSameApp() {
        let findings = [finding("a", at: 1), finding("b", message: "n"), finding("a", at: 9)]
        let causes = Cause.causes(of: findings)
        #expect(causes.map(\.findings) == [findings])
        #expect(causes.map(\.worst) == [findings[0]])
    }

    @Test func joinsOtherFindingsWithTheAdviceOfACollision() {
        func collision(_ app: String, _ path: Path, _ severity: Severity = .warning) -> Finding {
            var finding = finding(path, app: app)
            finding.rule = "undefined-target"
            finding.severity = severity
            finding.group = .collision(SchemeKey("spotify"))
            return finding
        }
        let collisions = [collision("com.acme.one", "a"), collision("com.acme.two", "b")]
        let same = [finding("a", app: "com.acme.one"), finding("b", app: "com.acme.two")]
        let causes = Cause.causes(of: same + collisions)
        #expect(causes.map(\.findings) == [same + collisions])
        #expect(causes.map(\.worst) == [collisions[0]])
        // Another place, app or advice, a more severe finding, and accepted ones.
        var worse = same[0]
        worse.severity = .error
        var accepted = same[0]
        accepted.accepted = Finding.Acceptance(reason: "r", by: "b")
        for other in [
            finding("c", app: "com.acme.one"), finding("a", app: "com.acme.two"),
            finding("a", app: "com.acme.one", hint: "rename it"), worse, accepted,
        ] {
            #expect(Cause.causes(of: [other] + collisions).map(\.findings) == [[other], collisions])
        }
        var acceptedCollisions = collisions
        for index in collisions.indices { acceptedCollisions[index].accepted = accepted.accepted }
        #expect(Cause.causes(of: same + acceptedCollisions).count == 4)
    }

    @Test func keepsOtherFixesAppsSchemesAndSeveritiesApart() {
        var ofScheme = finding("a", at: 5)
        ofScheme.scheme = SchemeKey("wallet")
        var error = finding("a", at: 6)
        error.severity = .error
        var otherRule = finding("a", at: 7)
        otherRule.rule = "s"
        let findings = [
            finding("a", at: 1), finding("a", at: 2, app: "com.acme.driver"), finding("a", at: 3, app: nil),
            finding("a", at: 4, hint: nil), ofScheme, error, otherRule, finding("a", at: 8, hint: "add a name"),
        ]
        #expect(Cause.causes(of: findings).map(\.findings) == findings.map { [$0] })
    }

    @Test func joinsKeysThatOneDictionaryLacks() {
        func missing(_ rule: String, at offset: Int = 1, app: String = "com.acme.wallet") -> Finding {
            var finding = finding("a", at: offset, app: app, hint: "add \(rule)", message: rule)
            finding.rule = rule
            finding.isOfMissingKey = true
            return finding
        }
        let both = [missing("missing-identifier"), missing("missing-role")]
        #expect(Cause.causes(of: both).map(\.findings) == [both])
        #expect(Cause.causes(of: both).map(\.worst) == [both[0]])
        var (worse, wrong, fixable, wider, accepted) = (both[1], both[1], both[1], both[1], both[1])
        worse.severity = .warning
        wrong.isOfMissingKey = false
        fixable.edits = [Finding.Edit(place: fixable.place, replacement: "")]
        wider.related = [.init(app: nil, place: Place(path: "b"), message: "another")]
        accepted.accepted = Finding.Acceptance(reason: "r", by: "b")
        for other in [
            worse, wrong, fixable, wider, accepted, missing("missing-role", at: 2),
            missing("missing-role", app: "com.acme.driver"),
        ] {
            #expect(Cause.causes(of: [both[0], other]).map(\.findings) == [[both[0]], [other]])
        }
    }

    @Test func joinsSchemesOfOneListThatNeedTheSameFix() {
        func finding(_ scheme: String, at keyPath: String) -> Finding {
            var finding = self.finding("a", at: 1, message: scheme)
            finding.scheme = SchemeKey(scheme)
            finding.place.keyPath = keyPath
            return finding
        }
        let list = "CFBundleURLTypes[0].CFBundleURLSchemes"
        let findings = [finding("pay", at: list + "[1]"), finding("bank", at: list + "[2]")]
        let other = finding("map", at: "CFBundleURLTypes[1].CFBundleURLSchemes[0]")
        #expect(Cause.causes(of: findings + [other]).map(\.findings) == [findings, [other]])
    }

    /// Two variants make something of each of two lines: one cause if the fix and the apps are the same.
    @Test func joinsLinesThatTheSameVariantsMake() {
        func variants(at offset: Int, _ names: String...) -> [Finding] {
            names.map { name in
                var finding = finding("a", at: offset, app: "com.acme.\(name)")
                finding.variant = name
                return finding
            }
        }
        let both = variants(at: 1, "debug", "release") + variants(at: 2, "debug", "release")
        #expect(Cause.causes(of: both).map(\.findings) == [both])
        let one = variants(at: 1, "debug", "release") + variants(at: 2, "debug")
        #expect(Cause.causes(of: one).count == 2)
    }

    /// The same apps on several schemes are one cause, whatever the severities, unless one scheme has another app.
    @Test func joinsCollisionsOfTheSameApps() {
        func collision(_ scheme: String, _ names: [String], others: [String], _ severity: Severity = .note) -> [Finding]
        {
            names.map { name in
                var finding = finding("a", at: 1, app: name, hint: "use another scheme than \(scheme)", message: scheme)
                finding.group = .collision(SchemeKey(scheme))
                finding.scheme = SchemeKey(scheme)
                finding.severity = severity
                finding.related = (names + others).filter { $0 != name }.map { other in
                    let app = App(id: .known(ByteString(other)), bundleIdentifier: other, name: nil, platforms: .iOS)
                    return .init(app: app, place: Place(path: "b"), message: other)
                }
                finding.relatedCount = finding.related.count
                return finding
            }
        }
        let same = collision("clash", ["x", "y"], others: []) + collision("wallet", ["x", "y"], others: [])
        #expect(Cause.causes(of: same).map(\.findings) == [same])
        #expect(Cause.causes(of: same + collision("pay", ["x", "y"], others: ["z"])).count == 2)
        let severe = same + collision("pay", ["x", "y"], others: [], .error)
        #expect(Cause.causes(of: severe).map(\.findings) == [severe])
        #expect(Cause.causes(of: severe).map(\.worst.severity) == [.error])
        #expect(Cause.causes(of: same + collision("pay", ["x"], others: ["y"])).count == 2)
        var many = collision("pay", ["x", "y"], others: [])
        many[0].relatedCount = 50
        #expect(Cause.causes(of: same + many).count == 2)
    }

    /// Two extensions of an app compile one file, and a question and a call name one URL.
    @Test func joinsCodeThatNeedsTheSameFix() {
        let extensions = ["a share extension", "an action extension"].map { finding("a", at: 1, message: $0) }
        #expect(Cause.causes(of: extensions).map(\.findings) == [extensions])
        var calls = [finding("b", at: 1), finding("b", at: 2)]
        for index in calls.indices { calls[index].scheme = SchemeKey("prefs") }
        #expect(Cause.causes(of: calls).map(\.findings) == [calls])
    }

    /// Archives are named one by one, as unknown apps.
    @Test func joinsEmptyArchivesOfOneSource() {
        func archive(_ path: Path, source: String? = "s", length: Int = 0, message: String = "no archive") -> Finding {
            var finding = finding(path, app: path.display, message: message)
            finding.rule = "malformed-archive"
            finding.severity = .error
            finding.place = Place(source: source, path: path, range: SourceRange(byteOffset: 0, byteLength: length))
            return finding
        }
        let empty = [archive("1.0/A.ipa"), archive("1.1/A.ipa"), archive("2.0/B.ipa")]
        let others = [
            archive("A.ipa", source: "t"), archive("C.ipa", message: "truncated"), archive("D.ipa", length: 4),
        ]
        let causes = Cause.causes(of: empty + others)
        #expect(causes.map(\.findings) == [empty] + others.map { [$0] })
        #expect(causes.map(\.severity) == [.error, .error, .error, .error])
    }

    @Test func keepsAcceptedFindingsApart() {
        var accepted = finding("a", at: 1)
        accepted.accepted = Finding.Acceptance(reason: "known", by: "baseline")
        let findings = [finding("a", at: 0), accepted, finding("a", at: 2)]
        #expect(Cause.causes(of: findings).map(\.findings) == [[findings[0], findings[2]], [accepted]])
    }
}
