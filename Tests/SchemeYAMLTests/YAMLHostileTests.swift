import SchemeModel
import SchemeYAML
import Testing

/// Texts that make much of little.
struct YAMLHostileTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        /// What there is too much of.
        var excess: String?

        init(_ name: String, excess: String?, _ text: String) {
            testDescription = name
            self.text = text
            self.excess = excess
        }
    }

    private static func laughs(_ level: (Int) -> String) -> String {
        "a0: &a0 [lol, lol]\n" + (1...60).map { "a\($0): &a\($0) \(level($0 - 1))\n" }.joined()
    }

    private static let attacks = [
        Attack("a billion laughs", excess: "values", laughs { "[*a\($0), *a\($0)]" }),
        Attack("a billion laughs in keys", excess: "values", laughs { "{x: *a\($0), y: *a\($0)}" }),
        Attack(
            "merges that double",
            excess: "values",
            "a0: &a0 {k: v}\n" + (1...60).map { "a\($0): &a\($0) {<<: [*a\($0 - 1), *a\($0 - 1)]}\n" }.joined()
        ),
        Attack(
            "one long text a thousand times",
            excess: "bytes of text",
            "a: &a \(String(repeating: "x", count: 100_000))\nb: [\(String(repeating: "*a, ", count: 1_000))1]\n"
        ),
        Attack("lists in lists", excess: "levels of nesting", String(repeating: "[", count: 4_000_000)),
        Attack("lists in lists without brackets", excess: "levels of nesting", String(repeating: "- ", count: 10_000)),
        Attack(
            "mappings in mappings",
            excess: "levels of nesting",
            (0..<2_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        ),
        Attack(
            "depth by aliases",
            excess: "levels of nesting",
            "a0: &a0 []\n"
                + (1...9).map {
                    let (open, close) = (String(repeating: "[", count: 99), String(repeating: "]", count: 99))
                    return "a\($0): &a\($0) \(open)*a\($0 - 1)\(close)\n"
                }.joined()
        ),
        Attack("many values", excess: "values", String(repeating: "- x\n", count: 200_000)),
        Attack("many doubled keys", excess: nil, String(repeating: "a: b\n", count: 40_000)),
        Attack("too many bytes", excess: "bytes", String(repeating: "#", count: 5_000_000)),
        Attack("a text of megabytes", excess: nil, "a: \"\(String(repeating: "x", count: 4_000_000))\""),
    ]

    @Test(arguments: attacks) func workIsBounded(attack: Attack) {
        var failure: YAMLError?
        do throws(YAMLError) { _ = try YAMLReader.read(Array(attack.text.utf8)) } catch { failure = error }
        switch (failure, attack.excess) {
        case (.overLimit(let what, _), let excess?): #expect(what.contains(excess))
        case (nil, nil): break
        default: Issue.record("\(String(describing: failure))")
        }
    }
}
