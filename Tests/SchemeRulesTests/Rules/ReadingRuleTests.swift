import SchemeModel
import Testing

@testable import SchemeRules

/// The rules about the format of a manifest.
@Suite struct ReadingRuleTests {
    @Test func malformedManifestsHaveNoOtherFinding() throws {
        var builder = ManifestBuilder(nil, kind: .framework)
        builder.add(.malformed, at: "", cause: "the root is an array")
        builder.add(.malformed, at: "", cause: "it ends too early")
        builder.add(.duplicateKey, at: "CFBundleURLTypes", subject: "CFBundleURLTypes")
        builder.add(.wrongType, at: "CFBundleURLTypes", expected: "an array of dictionaries", found: "a string")
        builder.add(.suffixedKey, at: "CFBundleURLTypes~ipad", subject: "CFBundleURLTypes~ipad")
        builder.add(.conditional, at: "")
        builder.add(schemes: ["tel", "tel", "a_b", "$(X)"])
        for kind in ProductKind.allCases {
            let manifest = builder.manifest.with { $0.kind = kind }
            let index = MemoryIndex(sources: [], manifests: [manifest], knowledge: .builtIn)
            let findings = try FindingChecker(knowledge: .builtIn).findings(in: index)
            #expect(findings.map(\.rule) == ["malformed-manifest"])
            #expect(findings.map(\.text) == ["error: the manifest cannot be parsed: the root is an array"])
            #expect(findings.map(\.fingerprint.text) == ["v1:malformed-manifest|unknown:Info.plist|manifest|1"])
        }
    }

    @Test(
        arguments: [
            ("App/Info.plist", .error), ("spec/fixtures/Info.plist", .note), ("Examples/Info.plist", .error),
        ] as [(Path, Severity)]
    )
    func malformedManifestsOfTests(path: Path, severity: Severity) {
        var manifest = Manifest(origin: Place(path: path), format: .xml, digest: "", app: .unknown("a"))
        manifest.irregularities = [Irregularity(.malformed, cause: "it ends too early")]
        let rule = MalformedManifestRule()
        #expect(rule.findings(in: manifest, knowledge: .builtIn).map(\.severity) == [severity])
        #expect(rule.findings(in: manifest.distrusted(), knowledge: .builtIn).map(\.severity) == [.error])
    }

    @Test(arguments: [
        ("CFBundleURLTypes", Severity.error), ("CFBundleURLTypes[0].CFBundleURLSchemes", .error),
        ("LSApplicationQueriesSchemes", .error), ("CFBundleName", .note), ("CFBundleURLTypesOfAcme", .note),
        ("CFBundleURLTypes~ipad", .note), ("Acme.CFBundleURLTypes", .note),
    ])
    func duplicateKeys(keyPath: String, severity: Severity) {
        let findings = DuplicatePlistKeyRule().findings { $0.add(.duplicateKey, at: keyPath, subject: "Key") }
        #expect(
            findings.map(\.text) == [
                "\(severity.rawValue): key 'Key' appears twice in the same dictionary; parsers silently drop one of the "
                    + "values"
            ]
        )
        #expect(findings.map(\.place.range?.byteLength) == [5], "the key is underlined")
        #expect(findings.map(\.relatedCount) == [1])
    }

    @Test func duplicateKeysWithTheSameValue() {
        let findings = DuplicatePlistKeyRule().findings {
            $0.add(.duplicateKey, at: "CFBundleURLTypes", subject: "CFBundleURLTypes", found: "the same value")
        }
        #expect(
            findings.map(\.text) == [
                "note: key 'CFBundleURLTypes' appears twice in the same dictionary, with the same value"
            ]
        )
    }

    @Test func malformedURLTypes() {
        let findings = MalformedURLTypesRule().findings(kind: .framework) {
            $0.add(.emptyText, at: "CFBundleURLTypes[0].CFBundleURLSchemes[1]")
            $0.add(.wrongType, at: "CFBundleURLTypes[1].CFBundleTypeRole", expected: "a string", found: "a number")
            $0.add(.wrongType, at: "CFBundleURLTypes", expected: "an array of dictionaries", found: "a dictionary")
            // Reported by other rules.
            $0.add(.emptyText, at: "CFBundleURLTypes[0].CFBundleURLName")
            $0.add(.wrongType, at: "LSApplicationQueriesSchemes", expected: "an array of strings", found: "a string")
            $0.add(.wrongType, at: "CFBundleURLTypes~ipad", expected: "an array of dictionaries", found: "a string")
            $0.add(.duplicateKey, at: "CFBundleURLTypes", subject: "CFBundleURLTypes")
        }
        #expect(
            findings.map(\.text) == [
                "error: CFBundleURLTypes[0].CFBundleURLSchemes[1] is empty, which is not a valid scheme",
                "error: CFBundleURLTypes[1].CFBundleTypeRole is a number, but must be a string",
                "error: CFBundleURLTypes is a dictionary, but must be an array of dictionaries",
            ]
        )
        #expect(findings.map(\.edits.count) == [0, 0, 0], "nothing says what else is in the URL type")
    }

    @Test func removesAnEmptySchemeNextToAnother() {
        func edits(_ schemes: [[String]]) -> [Int] {
            MalformedURLTypesRule().findings { builder in
                for (type, schemes) in schemes.enumerated() {
                    builder.add(schemes: schemes)
                    for (index, scheme) in schemes.enumerated() where scheme.isEmpty {
                        builder.add(.emptyText, at: "CFBundleURLTypes[\(type)].CFBundleURLSchemes[\(index)]")
                    }
                }
            }.map(\.edits.count)
        }
        #expect(edits([["wallet", ""]]) == [1])
        #expect(edits([["wallet"], [""], ["", "myapp"], ["", ""]]) == [0, 0, 0, 0])
    }

    @Test func suffixedURLTypes() {
        let findings = SuffixedURLTypesRule().findings {
            $0.add(.suffixedKey, at: "CFBundleURLTypes~ipad", subject: "CFBundleURLTypes~ipad")
            $0.add(.suffixedKey, at: "CFBundleURLTypes-iphoneos", subject: "CFBundleURLTypes-iphoneos")
        }
        #expect(
            findings.map(\.text) == [
                "note: Apple does not document whether the system registers schemes under 'CFBundleURLTypes~ipad'",
                "note: Apple does not document whether the system registers schemes under 'CFBundleURLTypes-iphoneos'",
            ]
        )
    }

    @Test func conditionalManifest() {
        let findings = ConditionalManifestRule().findings {
            $0.add(.conditional, at: "CFBundleURLTypes[0]")
            $0.add(.conditional, at: "CFBundleURLTypes[1]")
        }
        #expect(
            findings.map(\.text) == [
                "note: the manifest contains unresolved preprocessor conditionals; all branches were read"
            ]
        )
        #expect(findings.map(\.keyPath) == ["CFBundleURLTypes[0]"])
        #expect(ConditionalManifestRule().findings { $0.add(schemes: ["wallet"]) } == [])
    }

    @Test(
        arguments: [
            ("$(APP_SCHEME)", "$(APP_SCHEME)", "the scheme contains $(APP_SCHEME), so its value is unknown"),
            ("app-${ENV}", "app-${ENV}", "the scheme contains ${ENV}, so its value is unknown"),
            ("{{scheme}}", "{{scheme}}", "the scheme contains {{scheme}}, so its value is unknown"),
            ("$(A)$(B)", "wallet$(B)", "the scheme contains $(B), so its value is unknown"),
            ("$(A)", nil, "the scheme '$(A)' is unknown: a file that defines it is missing"),
            ("$(A)", "wallet", nil), ("wallet", "wallet", nil), ("", "", nil), ("my_app", "my_app", nil),
            ("$BARE", "$BARE", nil),
        ] as [(String, String?, String?)]
    )
    func unresolvedSchemes(raw: String, resolved: String?, message: String?) {
        let findings = UnresolvedVariableRule().findings { $0.add(schemes: [raw], resolved: [raw: resolved]) }
        #expect(findings.map(\.text) == (message.map { ["warning: \($0)"] } ?? []))
        #expect(findings.allSatisfy { $0.fingerprint.subject == raw })
    }

    /// Public sources leave out secrets, so that a setting without a value says little.
    @Test func distinguishesSettingsWithoutAValueFromUndefinedOnes() {
        let empty = UnresolvedVariableRule().findings { $0.add(schemes: ["$(A)"], resolved: ["$(A)": ""]) }
        #expect(empty.map(\.text) == ["note: the build leaves the scheme '$(A)' empty: the setting has no value"])
        var builder = ManifestBuilder()
        builder.add(schemes: ["$(A)"], resolved: ["$(A)": ""])
        var manifest = builder.manifest
        let span = manifest.urlTypes[0].schemes[0].span
        manifest.irregularities.append(Irregularity(.undefinedSetting, span: span, subject: "A"))
        let undefined = UnresolvedVariableRule().findings(in: manifest, knowledge: .builtIn)
        #expect(undefined.map(\.text) == ["warning: the build leaves the scheme '$(A)' empty: A is undefined"])
    }

    @Test func oneFixIsOneFinding() {
        let findings = UnresolvedVariableRule().findings {
            $0.add(identifier: "$(ID)", schemes: ["$(A)", "$(B)"])
            $0.add(schemes: ["c-$(C)"])
        }
        #expect(
            findings.map(\.text) == ["warning: the identifier contains $(ID); 3 other values have the same problem"]
        )
        #expect(findings[0].related.map(\.message) == Array(repeating: "another value with the same problem", count: 3))
        #expect(findings[0].relatedCount == 3)
    }

    @Test func unknownIdentifiersAreANote() {
        let findings = UnresolvedVariableRule().findings { $0.add(identifier: "$(ID)", schemes: ["wallet"]) }
        #expect(findings.map(\.text) == ["note: the identifier contains $(ID)"])
    }

    @Test func unresolvedInAProduct() {
        var builder = ManifestBuilder()
        builder.add(role: "$(ROLE)", identifier: "$(ID).pay", schemes: ["$(A)", "wallet", "b-$(A)"])
        let findings = UnresolvedVariableRule()
            .findings(in: builder.manifest.with { $0.isBuilt = true }, knowledge: .builtIn)
        #expect(
            findings.map(\.text) == [
                "error: the identifier contains $(ID), which was not replaced in the build",
                "error: the scheme contains $(A), which was not replaced in the build; 1 other value has the same problem",
            ]
        )
    }
}
