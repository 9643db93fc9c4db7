import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Bounds of build settings")
struct SettingBoundsTests {
    @Test func manyLevelsCostNoStack() {
        let count = TestScale.pick(20_000, torture: 100_000)
        var lines = [SettingAssignment("S0", value: "root")]
        for index in 1..<count {
            lines.append(SettingAssignment(ByteString("S\(index)"), value: "$(S\(index - 1))"))
        }
        let scope = SettingScope(levels: [SettingLevel(.project, lines)])
        #expect(scope.evaluate("S\(count - 1)").value == "root")
    }

    @Test func namesInNamesCostNoStack() {
        let depth = TestScale.pick(20_000, torture: 100_000)
        let text = String(repeating: "$(", count: depth) + "A" + String(repeating: ")", count: depth)
        #expect(settings(["A": "A"]).evaluate(SettingExpression(text)).value == "A")
        let unclosed = SettingExpression(String(repeating: "$(A:default=", count: depth))
        #expect(unclosed.diagnostics.count == 1)
        #expect(settings(["A": "a"]).evaluate(unclosed).value == "a")
    }

    static func doubling(_ levels: Int, of seed: String) -> SettingScope {
        var lines = [SettingAssignment("D0", value: seed)]
        for index in 1...levels {
            lines.append(SettingAssignment(ByteString("D\(index)"), value: "$(D\(index - 1))$(D\(index - 1))"))
        }
        return SettingScope(levels: [SettingLevel(.project, lines)], limits: fewSteps)
    }

    /// Enough to see that work ends, and soon.
    static var fewSteps: Limits {
        var limits = Limits.standard
        limits.settingSteps = 100_000
        return limits
    }

    @Test func whatDoublesIsGivenUp() {
        #expect(Self.doubling(10, of: "x").evaluate("D10").value.count == 1024)
        for (levels, seed) in [(40, "x"), (4_000, "x"), (4_000, "")] {
            let result = Self.doubling(levels, of: seed).evaluate("D\(levels)")
            #expect(result.state == .unknown)
            #expect(result.value == "")
            #expect(result.unknown.last?.cause == .overLimit)
            #expect(result.diagnostics.map(\.kind) == [.overLimit])
        }
        // Nothing doubled forty times is still nothing, and found at once.
        #expect(Self.doubling(40, of: "").evaluate("D40").state == .defined)
    }

    @Test func cyclesOfManySettingsAreGivenUp() {
        // Each setting refers to all of them, so that the ways through the cycle are as many as 30 factorial.
        let names = (0..<30).map { "C\($0)" }
        let all = names.map { "$(\($0))" }.joined()
        let lines = names.map { SettingAssignment(ByteString($0), value: all) }
        let scope = SettingScope(levels: [SettingLevel(.project, lines)], limits: Self.fewSteps)
        #expect(scope.evaluate("C0").state == .unknown)
    }

    @Test func aProjectHasOneBudget() {
        var limits = Limits.standard
        limits.projectSettingSteps = 10_000
        let budget = SettingBudget(limits: limits)
        let level = SettingLevel(.project, [SettingAssignment("A", value: String(repeating: "$(B)", count: 200))])
        let results = (0..<5).map { _ in
            SettingScope(levels: [level], limits: limits, budget: budget).evaluate("A").state
        }
        #expect(results.first == .defined)
        #expect(results.last == .unknown)
        #expect(budget.remaining == 0)
    }

    // MARK: Properties

    /// Fact 8 of Apple's engine, as it is said: a reference continues below the value in use, if there is one.
    struct Oracle {
        let chains: [String: [String]]
        var steps = 0

        mutating func value(of name: String, uses: [String: Int] = [:]) -> String {
            steps += 1
            let position = uses[name].map { $0 + 1 } ?? 0
            guard let chain = chains[name], position < chain.count, steps < 20_000 else { return "" }
            var uses = uses
            uses[name] = position
            var result = ""
            for part in chain[position].split(separator: " ") {
                switch part.first {
                case "^": result += value(of: name, uses: uses)
                case "@": result += value(of: String(part.dropFirst()), uses: uses)
                default: result += part
                }
            }
            return result
        }
    }

    @Test(arguments: 0..<200)
    func everySettingHasTheDefinedValue(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = ["A", "B", "C", "D", "E"].prefix(Int.random(in: 1...5, using: &random))
        var chains: [String: [String]] = [:]
        var levels: [[SettingAssignment]] = Array(repeating: [], count: 3)
        for level in levels.indices.reversed() {
            for name in names where Bool.random(using: &random) {
                let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ -> String in
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: "^"
                    case 1, 2: "@" + (names.randomElement(using: &random) ?? "A")
                    default: String(Int.random(in: 0...9, using: &random))
                    }
                }
                chains[name, default: []].append(parts.joined(separator: " "))
                let text = parts.map { $0 == "^" ? "$(inherited)" : $0.hasPrefix("@") ? "$(\($0.dropFirst()))" : $0 }
                levels[level].append(SettingAssignment(ByteString(name), value: text.joined()))
            }
        }
        let scope = SettingScope(levels: levels.map { SettingLevel(.project, $0) })
        // In any order, twice: what is remembered must not depend on what was asked before.
        for name in Array(names).shuffled(using: &random) + names {
            var oracle = Oracle(chains: chains)
            let value = oracle.value(of: name)
            if oracle.steps < 20_000 { #expect(scope.evaluate(name).value == value, "\(name) in \(levels)") }
        }
    }

    @Test(arguments: 0..<300)
    func anyTextIsEvaluatedAndAlwaysAlike(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "$", "$(", "${", "$[", ")", "}", "]", ":", "=", "A", "B", "é", "\u{301}", "\\", "'", "\"", " ", "\n", "dir",
            "default=", "upper", "c99extidentifier", "relativeto=", "/", "..", ".", "inherited", "\u{1F389}", "_", "1",
            "base=", "suffix=", "standardizepath", "truncatedversion", "quote", "0",
        ]
        let text = { (random: inout SeededGenerator) in
            (0..<Int.random(in: 0...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
        }
        let level = SettingLevel(
            .project,
            ["A", "B", "A"].map { SettingAssignment(ByteString($0), value: text(&random)) }
        )
        let expression = text(&random)
        for grammar in [SettingExpression.Grammar.string, .listText, .list] {
            let results = (0..<2).map { _ in
                SettingScope(levels: [level]).evaluateList(SettingExpression(expression, grammar: grammar))
            }
            #expect(results[0] == results[1])
        }
        _ = XCConfigReader(files: SettingsFileSystem(["/f": text(&random) + "\n" + text(&random)])).read("/f")
    }

    /// Each attempt of a pattern once searched for the end of a `[`.
    @Test func longConditionsAreGivenUp() {
        for (length, state) in [(8_000, SettingState.defined), (1_000_000, .unknown)] {
            let (name, pattern) = (String(repeating: "a", count: length), "*[" + String(repeating: "b", count: length))
            let level = SettingLevel(.project, buildSettings: [("V", "v", nil), ("V[config=\(pattern)]", "", nil)])
            let scope = SettingScope(levels: [level], bindings: SettingBindings(["config": [name]]))
            let result = scope.evaluate("V")
            #expect(result.state == state)
            #expect(result.unknown.map(\.cause) == (state == .unknown ? [.overLimit] : []))
        }
    }
}
