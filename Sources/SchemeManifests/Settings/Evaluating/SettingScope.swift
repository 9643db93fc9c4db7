package import SchemeModel

/// The work that all evaluations of one project may take together, shared by its scopes.
package final class SettingBudget {
    fileprivate(set) var remaining: Int

    package init(limits: Limits = .standard) {
        remaining = limits.projectSettingSteps
    }
}

/// The settings of one target in one configuration for one SDK: levels from low to high, and bindings for conditions.
///
/// References are bound late, so a value of a low level sees the assignments of a higher one. Inside the value of a
/// setting, `$(inherited)`, `$(value)` and the setting itself mean the next lower value that applies. So does a setting
/// that is being evaluated in an outer value, which ends cycles. Values are cached.
///
/// - Note: It is not safe for concurrent use.
package final class SettingScope {
    package let levels: [SettingLevel]
    package let bindings: SettingBindings
    package let limits: Limits
    private let types: [ByteString: SettingType]
    private let budget: SettingBudget

    private var identifiers: [ByteString: Int] = [:]
    private(set) var names: [Name] = []
    private var results: [ByteString: SettingResult<String>] = [:]

    /// Creates a scope of `levels`, from low to high.
    ///
    /// - Parameters:
    ///   - types: The types of settings that ``XcodeSettings`` doesn't know. Any other is a list, as in Xcode.
    ///   - budget: Shared by the scopes of one project.
    package init(
        levels: [SettingLevel],
        bindings: SettingBindings = SettingBindings(),
        types: [String: SettingType] = [:],
        limits: Limits = .standard,
        budget: SettingBudget? = nil
    ) {
        self.levels = levels
        self.bindings = bindings
        self.types = Dictionary(types.map { (ByteString($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        self.limits = limits
        self.budget = budget ?? SettingBudget(limits: limits)
    }

    /// Returns the same scope with another level on top.
    package func adding(_ level: SettingLevel, types added: [String: SettingType] = [:]) -> SettingScope {
        let known = Dictionary(types.map { ($0.key.string, $0.value) }, uniquingKeysWith: { first, _ in first })
        return SettingScope(
            levels: levels + [level],
            bindings: bindings,
            types: known.merging(added) { _, new in new },
            limits: limits,
            budget: budget
        )
    }

    /// Returns the value of the setting `name` as one text. A path is standardized.
    package func evaluate(_ name: String) -> SettingResult<String> {
        let key = ByteString(name)
        if let known = results[key] { return known }
        let output = run(SettingExpression(referringTo: name, grammar: .string), named: name, isRequest: true)
        var result = output.result(value: output.text, state: state(of: key, output))
        if type(of: key) == .path, result.state == .defined { result.value = PathOperators.standardized(result.value) }
        // A hostile project must not fill the memory by expanding a short text.
        if result.value.utf8.count <= 4096, result.from.count <= 256 { results[key] = result }
        return result
    }

    /// Returns the elements of the setting `name`. Its text is read as a list if its type is list.
    package func evaluateList(_ name: String) -> SettingResult<[String]> {
        let output = run(SettingExpression(referringTo: name, grammar: .list), named: name, isRequest: true)
        return output.result(value: output.elements, state: state(of: ByteString(name), output))
    }

    /// Returns the value of a text with references.
    package func evaluate(_ expression: SettingExpression) -> SettingResult<String> {
        let output = run(expression, named: expression.text)
        return output.result(value: output.text, state: output.isKnown ? .defined : .unknown)
    }

    /// Returns the value of a text with references. A text that is longer than a value may be is not evaluated.
    package func evaluate(text: String) -> SettingResult<String> {
        guard text.utf8.count > limits.settingBytes else { return evaluate(SettingExpression(text)) }
        let name = String(text.prefix(200))
        var result = SettingResult(value: "", state: .unknown)
        result.unknown = [UnknownSetting(name: name, cause: .overLimit)]
        result.diagnostics = [SettingDiagnostic(.overLimit, subject: name)]
        return result
    }

    /// Returns the elements of a text with references that was parsed as a list.
    package func evaluateList(_ expression: SettingExpression) -> SettingResult<[String]> {
        let output = run(expression, named: expression.text)
        return output.result(value: output.elements, state: output.isKnown ? .defined : .unknown)
    }

    /// Returns whether the Boolean setting `name` is true.
    ///
    /// - Parameter fallback: Whether it is true if it is undefined or unknown.
    package func isTrue(_ name: String, otherwise fallback: Bool = false) -> Bool {
        let result = evaluate(name)
        return result.state == .defined ? result.isTrue : fallback
    }

    /// Returns whether any assignment of `name` applies, even an empty one.
    package func isAssigned(_ name: String) -> Bool { !chain(of: identifier(of: ByteString(name))).isEmpty }

    /// The names that any level except the built-in one assigns, whatever the conditions, in byte order.
    package var assignedNames: [String] {
        let assigned = levels.lazy.filter { $0.kind != .builtIn }.flatMap(\.names)
        return Set(assigned).sorted().map(\.string)
    }

    // MARK: Evaluating

    private func run(
        _ expression: SettingExpression,
        named name: String,
        isRequest: Bool = false
    ) -> SettingEvaluation.Output {
        let steps = min(limits.settingSteps, budget.remaining)
        var evaluation = SettingEvaluation(scope: self, steps: steps, isRequest: isRequest)
        let output = evaluation.run(expression, named: name)
        budget.remaining = max(0, budget.remaining - evaluation.stepsTaken)
        return output
    }

    private func state(of name: ByteString, _ output: SettingEvaluation.Output) -> SettingState {
        if !output.isKnown { return .unknown }
        return chain(of: identifier(of: name)).isEmpty ? .undefined : .defined
    }

    // MARK: Names

    /// A requested or referenced setting.
    struct Name {
        let text: ByteString
        let type: SettingType
        /// The assignments that apply, highest first; `nil` before the first use.
        var chain: [AppliedAssignment]?
        /// Whether Xcode or some level knows the name, even if no assignment applies.
        var isDeclared: Bool
        var memo: SettingEvaluation.Memo?
    }

    /// An assignment that applies, with its compiled text.
    final class AppliedAssignment {
        let level: Int
        let kind: SettingLevel.Kind
        let assignment: SettingAssignment
        /// Whether it only applies with some versions of the SDK.
        let dependsOnVersion: Bool
        private var textForm: SettingExpression?
        private var listForm: SettingExpression?

        init(level: Int, kind: SettingLevel.Kind, assignment: SettingAssignment, dependsOnVersion: Bool) {
            self.level = level
            self.kind = kind
            self.assignment = assignment
            self.dependsOnVersion = dependsOnVersion
        }

        func expression(_ grammar: SettingExpression.Grammar) -> SettingExpression {
            if let ready = grammar == .list ? listForm : textForm { return ready }
            let made = SettingExpression(assignment.value, grammar: grammar)
            if grammar == .list { listForm = made } else { textForm = made }
            return made
        }
    }

    func identifier(of name: ByteString) -> Int {
        if let known = identifiers[name] { return known }
        let isAssigned = levels.contains { !$0.positions(of: name).isEmpty }
        let isDeclared = isAssigned || types[name] != nil || XcodeSettings.knows(name)
        names.append(Name(text: name, type: type(of: name), isDeclared: isDeclared))
        identifiers[name] = names.count - 1
        return names.count - 1
    }

    func chain(of identifier: Int) -> [AppliedAssignment] {
        if let known = names[identifier].chain { return known }
        let name = names[identifier].text
        var chain: [AppliedAssignment] = []
        for (index, level) in levels.enumerated().reversed() {
            guard !levels[(index + 1)...].contains(where: { $0.hides(name, from: level.kind) }) else { continue }
            let candidates = level.positions(of: name)
            let cost = bindings.cost(ofMatching: candidates, in: level.assignments) / Self.comparisonsPerStep
            guard cost <= budget.remaining else {
                budget.remaining = 0
                break
            }
            budget.remaining -= cost
            chain += bindings.matching(candidates, in: level.assignments).map { match in
                AppliedAssignment(
                    level: index,
                    kind: level.kind,
                    assignment: level.assignments[match.position],
                    dependsOnVersion: match.dependsOnVersion
                )
            }
        }
        names[identifier].chain = chain
        return chain
    }

    /// The number of characters that conditions compare in one step.
    private static let comparisonsPerStep = 64

    /// Whether no work is left for evaluations.
    var isExhausted: Bool { budget.remaining == 0 }

    func remember(_ memo: SettingEvaluation.Memo, for identifier: Int) { names[identifier].memo = memo }

    /// Returns the reason why the unassigned `name` is unknown at `level` and below, or `nil` if it is undefined.
    ///
    /// - Parameter isReferredTo: Whether a value refers to it, and nothing assigns it.
    func cause(
        ofAbsence name: ByteString,
        atOrBelow level: Int,
        isReferredTo: Bool
    ) -> UnknownSetting.Cause? {
        if let cause = XcodeSettings.causeOfAbsence(name) { return cause }
        let levels = levels.prefix(level + 1)
        if levels.contains(where: { $0.undecided.contains(name) }) { return .undecided }
        if levels.contains(where: { $0.hides(name, from: .project) }) { return .undecided }
        let missing = Self.files(levels.flatMap(\.missing), defining: name)
        guard missing.isEmpty else { return .missingFiles(missing) }
        if levels.contains(where: \.isOpen) { return .undecided }
        // Where a suffix isn't defined, there is none.
        guard isReferredTo, !name.string.hasSuffix("SUFFIX") else { return nil }
        let absent = Self.files(levels.flatMap(\.absent), defining: name)
        return absent.isEmpty ? nil : .missingFiles(absent)
    }

    /// Returns those of `files` that may define `name`, each once: the project and a target often use the same file.
    private static func files(_ files: [MissingSettingsFile], defining name: ByteString) -> [MissingSettingsFile] {
        var seen: Set<Path> = []
        return files.filter { $0.mayDefine(name) && seen.insert($0.path).inserted }
    }

    private func type(of name: ByteString) -> SettingType {
        types[name] ?? XcodeSettings.type(of: name) ?? .list
    }
}
