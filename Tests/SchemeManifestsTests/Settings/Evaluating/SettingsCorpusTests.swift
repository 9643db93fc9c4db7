import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

/// Apple's own cases, as they stand.
@Suite(
    "Apple's cases of build settings",
    .needsShared
)
struct SettingsCorpusTests {
    /// The names under which Apple's engine reports what is wrong.
    static let kinds: [String: SettingDiagnostic.Kind] = [
        "deprecatedMacroRefSyntax": .deprecatedReference, "missingMacroName": .missingName,
        "unterminatedMacroSubexpression": .unterminatedReference,
        "unknownRetrievalOperator": .unknownRetrievalOperator,
        "unknownReplacementOperator": .unknownReplacementOperator, "missingOperatorName": .missingOperatorName,
        "invalidOperatorCharacter": .invalidOperatorCharacter, "unexpectedCharacter": .unexpectedCharacter,
        "missingEqualsInAssignment": .missingEqualsSign, "missingIncludedFile": .missingInclude,
        "cyclicIncludeFileDirective": .cyclicInclude,
    ]

    @Test(arguments: SettingsCorpus.cases("expressions.jsonl"))
    func expression(_ test: CorpusCase) throws {
        let expected = try #require(test.string("expected"))
        let result = test.scope.evaluate(SettingExpression(try #require(test.string("expression"))))
        let value = test.string("as") == "path" ? PathOperators.standardized(result.value) : result.value
        #expect(ByteString(value) == ByteString(expected))
        if let names = test.object["diagnostics"] as? [String] {
            #expect(try names.map { try #require(Self.kinds[$0]) } == result.diagnostics.map(\.kind))
        }
    }

    @Test(arguments: SettingsCorpus.cases("lists.jsonl"))
    func list(_ test: CorpusCase) throws {
        let expected = try #require(test.object["expected_list"] as? [String])
        let text = try #require(test.string("list_expression"))
        let result = test.scope.evaluateList(SettingExpression(text, grammar: .list))
        #expect(result.value.map { ByteString($0) } == expected.map { ByteString($0) })
    }

    @Test(arguments: SettingsCorpus.cases("conditions.jsonl"))
    func pattern(_ test: CorpusCase) throws {
        let pattern = try #require(test.string("pattern"))
        let expected = try #require(test.object["match"] as? Bool)
        if let value = test.string("value") { #expect(SettingPattern.matches(pattern, value) == expected) }
        // The same through a scope; `]` would end the condition.
        guard !pattern.contains("]") else { return }
        let level = SettingLevel(.project, buildSettings: [("A[sdk=\(pattern)]", "yes", nil)])
        let bindings = SettingBindings(test.string("value").map { ["sdk": [$0]] } ?? [:])
        #expect(SettingScope(levels: [level], bindings: bindings).isAssigned("A") == expected)
    }

    @Test(arguments: SettingsCorpus.cases("xcconfig.jsonl"))
    func file(_ test: CorpusCase) throws {
        let root = "/root"
        let files = try #require(test.object["files"] as? [String: String])
        let absolute = { (path: String) in
            path.contains("@ROOT@") ? path.replacing("@ROOT@", with: root) : root + "/" + path
        }
        let access = SettingsFileSystem(
            Dictionary(
                files.map { (absolute($0.key), $0.value.replacing("@ROOT@", with: root)) },
                uniquingKeysWith: { first, _ in first }
            )
        )
        let entry = absolute(try #require(test.string("entry")))
        let reading = XCConfigReader(files: access).read(Path(entry))

        let assignments = try #require(test.object["assignments"] as? [[Any]])
        try #require(reading.assignments.count == assignments.count)
        for (found, wanted) in zip(reading.assignments, assignments) {
            #expect(found.name == ByteString(try #require(wanted[0] as? String)))
            let conditions = try #require(wanted[1] as? [[String]])
            #expect(found.conditions == conditions.map { SettingAssignment.Condition($0[0], $0[1]) })
            #expect(ByteString(found.value) == ByteString(try #require(wanted[2] as? String)))
        }

        let diagnostics = try #require(test.object["diagnostics"] as? [[String: Any]])
        #expect(reading.diagnostics.count == diagnostics.count)
        for (found, wanted) in zip(reading.diagnostics, diagnostics) {
            #expect(found.kind == Self.kinds[try #require(wanted["kind"] as? String)])
            #expect(found.place?.range?.lines?.start.line == wanted["line"] as? Int)
            #expect(found.place?.path.display == absolute(try #require(wanted["file"] as? String)))
        }

        let levels = test.levels("levels_below") + [reading.level(.targetFile)] + test.levels("levels_above")
        let scope = SettingScope(levels: levels, bindings: test.bindings, types: test.types)
        for (name, value) in try #require(test.object["expected"] as? [String: String]) {
            // A missing include makes the value of what it may define unknown here; Apple's engine says empty.
            let result = scope.evaluate(name)
            if result.state == .unknown {
                #expect(!reading.missing.isEmpty)
            } else {
                #expect(ByteString(result.value) == ByteString(value), "\(name)")
            }
        }
    }
}
