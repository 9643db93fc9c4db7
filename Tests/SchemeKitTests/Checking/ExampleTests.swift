import Foundation
import SchemeModel
import SchemeRules
import TestSupport
import Testing

@testable import SchemeKit

/// Every example of every rule gives exactly the marked findings of that rule, in every file format.
@Suite struct ExampleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let example: RuleDescription.Example
        /// Its position among the examples of its rule.
        let number: Int
        var testDescription: String { "\(rule): \(example.title)" }
    }

    static let cases = allRules.filter { ExampleRun.readsSwift || $0.description.section != .links }.flatMap { rule in
        rule.description.examples.enumerated().map { number, example in
            Case(rule: rule.description.id, example: example, number: number)
        }
    }

    /// Rules about the text of a file instead of its values, which a rewritten file doesn't have.
    private static let aboutWriting: Set<String> = [
        "malformed-manifest", "duplicate-plist-key", "conditional-manifest",
    ]

    /// Each example is also checked with its property lists in other formats: in short runs, the first of a rule in all,
    /// and each other one in one of them. Their code stays the same, so it is analyzed once.
    @Test(arguments: cases)
    func firesWhereItIsMarked(_ tested: Case) throws {
        let analyzer = RememberingAnalyzer()
        let plain = try ExampleRun.check(tested.example, analyzer: analyzer)
        let found = plain.findings.filter { $0.rule == tested.rule }
        // Apps that share a manifest have findings at the same place, which is marked once.
        #expect(Set(starts(of: found)) == Set(marks(in: tested.example)), "\(found.map(\.message))")
        #expect(Set(found.map(\.fingerprint)).count == found.count)

        // Without a property list, the other formats are the same files.
        let files = tested.example.files + tested.example.earlier
        guard files.contains(where: { Path($0.path).hasExtension("plist") }) else { return }
        let isRewritable = Self.isRewritable(tested)
        func isTested(_ format: Int) -> Bool {
            TestScale.isTorture || tested.number == 0 || (isRewritable ? tested.number % 3 : 0) == format
        }
        if isTested(0) {
            let lines = try ExampleRun.check(tested.example, analyzer: analyzer) {
                Array($0.replacing("\n", with: "\r\n").utf8)
            }
            // The same lines and columns, but other offsets.
            #expect(positions(of: lines, tested.rule) == positions(of: plain, tested.rule), "with CRLF")
        }
        guard isRewritable else { return }
        if isTested(1) {
            let binary = try ExampleRun.check(tested.example, analyzer: analyzer) {
                try rewritten($0, format: .binary)
            }
            #expect(subjects(of: binary, tested.rule) == subjects(of: plain, tested.rule), "in binary files")
            #expect(binary.findings.allSatisfy { $0.place.range?.lines == nil || !$0.place.path.hasExtension("plist") })
        }
        if isTested(2) {
            let shuffled = try ExampleRun.check(tested.example, analyzer: analyzer) { try rewritten($0, format: .xml) }
            #expect(subjects(of: shuffled, tested.rule) == subjects(of: plain, tested.rule), "with shuffled keys")
        }
    }

    /// Whether the example means the same after another program rewrote its files. Foundation doesn't keep everything
    /// in a preprocessor's input.
    private static func isRewritable(_ tested: Case) -> Bool {
        !aboutWriting.contains(tested.rule)
            && !tested.example.files.contains { $0.text.contains("INFOPLIST_PREPROCESS") }
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
