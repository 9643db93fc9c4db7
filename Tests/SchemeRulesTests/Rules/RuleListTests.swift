import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeRules

/// The requirements for every rule.
@Suite struct RuleListTests {
    static let descriptions = allRules.map(\.description)

    @Test func idsAreUnique() {
        #expect(Set(Self.descriptions.map(\.id)).count == allRules.count)
    }

    @Test func idFollowsFromTypeAndFile() throws {
        let rules = ProjectFolder.root.appending(path: "Sources/SchemeRules/Rules")
        let files = try FileManager.default.subpathsOfDirectory(atPath: rules.path)
        for rule in allRules {
            let letters = rule.description.id.filter { $0 != "-" }
            let type = "\(type(of: rule))"
            #expect(type.lowercased() == letters + "rule")
            #expect(files.contains { $0.hasSuffix("/\(type).swift") }, "no file is named after \(type)")
        }
    }

    @Test(arguments: descriptions.map(\.id))
    func idIsKebabCase(id: String) {
        #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
    }

    @Test(arguments: descriptions.map(\.id))
    func describesItself(id: String) throws {
        let description = try #require(Self.descriptions.first { $0.id == id })
        for text in [description.summary, description.why, description.reportedWhen, description.fix] {
            #expect(!text.isEmpty)
            #expect(!text.contains("\n#"), "no headings")
        }
        #expect(!description.summary.hasSuffix("."), "completes a sentence")
        #expect(!description.sources.isEmpty)
        for source in description.sources {
            #expect(source.url.hasPrefix("https://"))
            #expect(source.seen.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil)
        }
    }

    /// `explain` indents code by six of a terminal's 80 columns.
    @Test(arguments: [
        "dropped-launch-url", "invalid-session-scheme", "missing-expo-scenes", "missing-scene-delegate",
        "missing-scene-lifecycle", "retired-open-call", "retired-query-call", "retired-url-receiver",
        "unreachable-url-handler",
    ])
    func showsTheFixAsCode(id: String) throws {
        let description = try #require(Self.descriptions.first { $0.id == id })
        let blocks = description.fix.matches(of: /```(swift|objc|xml|json)\n(?<code>(.|\n)*?)\n```/)
        #expect(!blocks.isEmpty)
        for line in blocks.flatMap({ $0.code.split(separator: "\n") }) { #expect(line.count <= 74, "\(line)") }
    }

    @Test(arguments: descriptions.map(\.id))
    func hasExamples(id: String) throws {
        let description = try #require(Self.descriptions.first { $0.id == id })
        #expect(description.examples.filter(\.fires).count >= 2)
        #expect(description.examples.filter { !$0.fires }.count >= 2)
        #expect(Set(description.examples.map(\.title)).count == description.examples.count)
        for file in description.examples.flatMap(\.files) where file.path.hasSuffix(".plist") {
            #expect(file.text.hasPrefix("<plist version=\"1.0\">\n"))
            #expect(file.text.hasSuffix("</plist>\n"))
        }
    }

    @Test(arguments: RuleGroup.allCases)
    func groupsHaveRulesThatAreOn(group: RuleGroup) {
        let rules = Self.descriptions.filter { $0.groups.contains(group) }
        #expect(rules.count > 1 && rules.allSatisfy(\.isOn))
    }

    @Test func rulesHaveAShape() {
        for rule in allRules {
            let shapes = [
                rule is any ManifestRule, rule is any IrregularityRule, rule is any SchemeRule,
                rule is any DomainRule, rule is any TargetRule, rule is any SourceRule, rule is any RunRule,
            ]
            #expect(shapes.filter { $0 }.count == 1, "\(rule.description.id)")
        }
    }
}
