import Foundation
import SchemeKit
import SchemeModel
import SchemeRules
import Testing

/// Every example of every rule gives exactly the marked findings of that rule, in every file format.
@Suite struct ExampleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let example: RuleDescription.Example
        var testDescription: String { "\(rule): \(example.title)" }
    }

    static let cases = allRules.filter { ExampleRun.readsSwift || $0.description.section != .links }.flatMap { rule in
        rule.description.examples.map { Case(rule: rule.description.id, example: $0) }
    }

    /// Rules about the text of a file instead of its values, which a rewritten file doesn't have.
    private static let aboutWriting: Set<String> = [
        "malformed-manifest", "duplicate-plist-key", "conditional-manifest",
    ]

    /// Examples whose meaning doesn't change if another program rewrites their files. Foundation doesn't keep
    /// everything in a preprocessor's input.
    static let rewritable = cases.filter { tested in
        !aboutWriting.contains(tested.rule)
            && !tested.example.files.contains { $0.text.contains("INFOPLIST_PREPROCESS") }
    }

    @Test(arguments: cases)
    func firesWhereItIsMarked(_ tested: Case) throws {
        let run = try ExampleRun.check(tested.example)
        let found = run.findings.filter { $0.rule == tested.rule }
        // Apps that share a manifest have findings at the same place, which is marked once.
        #expect(Set(starts(of: found)) == Set(marks(in: tested.example)), "\(found.map(\.message))")
        #expect(Set(found.map(\.fingerprint)).count == found.count)
    }

    @Test(arguments: cases)
    func firesInFilesWithCRLF(_ tested: Case) throws {
        let plain = try ExampleRun.check(tested.example)
        let run = try ExampleRun.check(tested.example) { Array($0.replacing("\n", with: "\r\n").utf8) }
        // The same lines and columns, but other offsets.
        #expect(positions(of: run, tested.rule) == positions(of: plain, tested.rule))
    }

    @Test(arguments: rewritable)
    func firesInBinaryFiles(_ tested: Case) throws {
        let plain = try ExampleRun.check(tested.example)
        let run = try ExampleRun.check(tested.example) { try rewritten($0, format: .binary) }
        #expect(subjects(of: run, tested.rule) == subjects(of: plain, tested.rule))
        #expect(run.findings.allSatisfy { $0.place.range?.lines == nil || !$0.place.path.hasExtension("plist") })
    }

    @Test(arguments: rewritable)
    func firesWithShuffledKeys(_ tested: Case) throws {
        let plain = try ExampleRun.check(tested.example)
        let run = try ExampleRun.check(tested.example) { try rewritten($0, format: .xml) }
        #expect(subjects(of: run, tested.rule) == subjects(of: plain, tested.rule))
    }

    private func starts(of findings: [Finding]) -> [String] {
        findings.map { "\($0.place.path.display):\($0.place.range?.byteOffset ?? -1)" }.sorted()
    }

    private func marks(in example: RuleDescription.Example) -> [String] {
        example.files.flatMap { file in file.marks.map { "\(file.path):\($0)" } }.sorted()
    }

    private func positions(of run: ExampleRun, _ rule: String) -> [String] {
        run.findings.filter { $0.rule == rule }.map { finding in
            let start = finding.place.range?.lines?.start
            return "\(finding.place.path.display):\(start?.line ?? 0):\(start?.column ?? 0) \(finding.severity)"
        }
    }

    private func subjects(of run: ExampleRun, _ rule: String) -> [String] {
        run.findings.filter { $0.rule == rule }.map { finding in
            "\(finding.place.path.display) \(finding.place.keyPath ?? "") \(finding.severity) \(finding.fingerprint.text)"
        }.sorted()
    }

    /// Returns the same values in another format. Foundation writes the keys of XML ordered by name.
    private func rewritten(_ text: String, format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
        let value = try PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
        return Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
    }
}
