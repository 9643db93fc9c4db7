import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

/// Apple's own cases of Info.plist processing, as far as this tool does it.
@Suite(
    "Apple's cases of Info.plist processing",
    .needsShared
)
struct InfoPlistCorpusTests {
    /// What cases are about that say nothing of URL types, identifiers or keys that rules need.
    static let leftOut: [(prefix: String, reason: String)] = [
        ("process-05", "LSMinimumSystemVersion is set from the deployment target"),
        ("process-06", "the PkgInfo file"),
        ("merge-", "merging of plists that other tools of the build write"),
        ("contents-", "INFOPLIST_FILE_CONTENTS"),
        ("min-version-", "checks of minimum versions"),
        ("bundle-id-", "warnings about identifiers, without expansion"),
        ("pkginfo-02", "warnings about four-character codes, without expansion"),
        ("documents-", "warnings about document types"),
    ]

    static let cases = SettingsCorpus.cases("infoplist.jsonl").filter { test in
        !leftOut.contains { test.id.hasPrefix($0.prefix) }
    }

    @Test func everyCaseIsEitherRunOrLeftOutForAReason() {
        #expect(Self.cases.count == 15)
        #expect(SettingsCorpus.cases("infoplist.jsonl").count == 41)
    }

    @Test(arguments: cases)
    func processing(_ test: CorpusCase) throws {
        var root = node(of: try value(of: try #require(test.object["plist"])))
        let scope = test.scope
        if scope.isTrue("GENERATE_INFOPLIST_FILE") {
            root = GeneratedInfoPlist(scope: scope).merged(into: root, at: root.element)
        }
        let expansion = InfoPlistExpansion(scope: scope, bundleIdentifier: root.value["CFBundleIdentifier"]?.string)
        let expanded = expansion.expand(root).node.value
        for (key, wanted) in try #require(test.object["expected"] as? [String: Any]) {
            #expect(try Self.sorted(expanded[ByteString(key)]) == Self.sorted(value(of: wanted)), "\(key)")
        }
        for key in test.object["expected_absent"] as? [String] ?? [] {
            #expect(expanded[ByteString(key)] == nil)
        }
    }

    private func value(of object: Any) throws -> PropertyValue {
        switch object {
        case let text as String: return .string(text)
        case let number as NSNumber:
            return String(cString: number.objCType) == "c"
                ? .boolean(number.boolValue) : .integer(number.int64Value)
        case let elements as [Any]: return .array(try elements.map(value(of:)))
        case let members as [String: Any]:
            if let hexadecimal = members["$data"] as? String { return .data(count: hexadecimal.count / 2) }
            return .dictionary(
                try members.map { PropertyValue.Entry(key: ByteString($0.key), value: try value(of: $0.value)) }
            )
        default: throw CocoaError(.propertyListReadCorrupt)
        }
    }

    private func node(of value: PropertyValue) -> PropertyNode {
        let nowhere = SourceRange(byteOffset: 0, byteLength: 0)
        switch value {
        case .array(let elements):
            return PropertyNode(.array(elements.map(node(of:))), element: nowhere)
        case .dictionary(let entries):
            return PropertyNode(
                .dictionary(
                    entries.map { PropertyNode.Member(key: $0.key, keyRange: nowhere, value: node(of: $0.value)) }
                ),
                element: nowhere
            )
        default:
            return PropertyNode(.scalar(value), element: nowhere)
        }
    }

    /// `value` with the keys of all dictionaries in order.
    private static func sorted(_ value: PropertyValue?) -> PropertyValue? {
        switch value {
        case .array(let elements): .array(elements.compactMap(sorted))
        case .dictionary(let entries):
            .dictionary(
                entries.sorted { $0.key < $1.key }.compactMap { entry in
                    sorted(entry.value).map { PropertyValue.Entry(key: entry.key, value: $0) }
                }
            )
        default: value
        }
    }
}
