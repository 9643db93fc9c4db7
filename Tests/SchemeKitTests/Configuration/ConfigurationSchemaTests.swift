import Foundation
import SchemeModel
import SchemeYAML
import Testing
import TestSupport

@testable import SchemeKit

/// The schema for editors agrees with the reader.
@Suite struct ConfigurationSchemaTests {
    private func faults(of text: String) throws -> [String] {
        let document = try YAMLReader.read(Array(text.utf8))
        let schema = try JSONSchema(Data(ConfigurationSchema.text))
        let json = try JSONSerialization.data(withJSONObject: ["value": Self.value(document.root)])
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        return try schema.faults(of: try #require(object["value"]))
    }

    /// Returns the value as editors read it, by the core schema of YAML 1.2.
    private static func value(_ node: YAMLNode) -> Any {
        switch node.content {
        case .sequence(let elements): return elements.map(value)
        case .mapping(let members):
            return Dictionary(members.map { ($0.key, value($0.value)) }, uniquingKeysWith: { _, last in last })
        case .scalar(let scalar):
            guard scalar.isPlain else { return scalar.text }
            if node.isNull { return NSNull() }
            if ["true", "false"].contains(scalar.text.lowercased()) { return scalar.text.lowercased() == "true" }
            return Double(scalar.text) ?? scalar.text
        }
    }

    @Test(arguments: [
        "", "{}", "accept:\nexclude:\nexamples: ~\nseverities: null\nshared: []",
        "severities:\n  missing-role: off\n  generic-scheme: error",
        """
        accept:
          - rule: undefined-target
            scheme: Wallet
            app: com.Acme.driver
            path: Apps/**/Info.plist
            reason: |
              Two countries.
            until: 2027-01-31
          - { app: "unknown:Old/Info.plist", reason: retired }
          - { path: ./Tests, reason: Fixtures }
          - { problem: reader-failed, path: Sources/Big.swift, reason: Generated }
        """,
        "shared:\n  - scheme: acme-pay\n    apps: [com.acme.wallet, com.acme.driver]\n    reason: both",
        "schemes:\n  acme-login:\n    usage: auth-session", "examples:\n  wallet://pay?to=bob#now: com.acme.wallet",
        "exclude: [Tests, ./a, a/..b, '*.plist', ...]", "generic: [acme, x-y.z+1]", "sdk: 27", "sdk: 27.1",
        "sdk: 26.4.1", "sdk: '27'", "code: off", "code: 'on'",
    ])
    func acceptsWhatTheReaderAccepts(text: String) throws {
        #expect(ConfigurationReader.read(Array(text.utf8), at: Place(path: "c")).mistakes.isEmpty)
        #expect(try faults(of: text) == [])
    }

    /// Parts of messages about mistakes that no schema of this draft can express: dates that don't exist, entries that
    /// contradict each other, and words that are booleans in YAML 1.1.
    private static let beyond = [
        "appears twice", "shared twice", "2026-02-30", "at least two apps", "a boolean, not text",
        "the accepted problem has no", "a problem has no",
    ]

    @Test(arguments: ConfigurationReaderTests.mistakes)
    func rejectsWhatTheReaderRejects(text: String, mistake: String) throws {
        guard (try? YAMLReader.read(Array(text.utf8))) != nil else { return }
        guard !Self.beyond.contains(where: mistake.contains) else { return }
        #expect(try !faults(of: text).isEmpty)
    }

    /// The table of keys is what the reader reads.
    @Test func everyKeyIsKnownToTheReader() throws {
        let entries: [(ConfigurationEntry, (String) -> String)] = [
            (.root, { "\($0): null" }), (.acceptance, { "accept: [{\($0): null}]" }),
            (.sharedScheme, { "shared: [{\($0): null}]" }), (.schemeSettings, { "schemes: {a: {\($0): null}}" }),
        ]
        for (entry, text) in entries {
            #expect(entry.names == entry.names.sorted())
            for name in entry.names + ["other"] {
                let mistakes = ConfigurationReader.read(Array(text(name).utf8), at: Place(path: "c")).mistakes
                let isUnknown = mistakes.contains { $0.message == "unknown key '\(name)'" }
                #expect(isUnknown == (name == "other"), "\(name)")
                #expect(try faults(of: text(name)).contains { $0.hasSuffix("has \(name)") } == isUnknown)
            }
        }
    }

    @Test func limitsAreTheReaders() throws {
        let many = "exclude: [" + (0..<1_001).map { "p\($0)" }.joined(separator: ",") + "]"
        #expect(try faults(of: many) == ["$.exclude: has too many items"])
        let one = "shared:\n  - {scheme: a, apps: [com.a], reason: x}"
        #expect(try faults(of: one) == ["$.shared[0].apps: has too few items"])
    }
}
