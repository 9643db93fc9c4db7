package import SchemeModel

/// The work that all evaluations of one project may cost together; handed to each of its scopes.
package final class SettingBudget {
    fileprivate(set) var remaining: Int

    package init(limits: Limits = .standard) {
        remaining = limits.projectSettingSteps
    }
}

/// The settings of one target in one configuration for one SDK: levels, from low to high, and what conditions mean.
///
/// References are bound late, so a value of a low level sees what a higher one assigns. Inside the value of a setting
/// `$(inherited)`, `$(value)` and the setting itself mean the next lower value that applies, and so does a setting that
/// is being evaluated further out; cycles end by that. Values are remembered, so asking again costs nothing.
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

    /// A scope of `levels`, from low to high.
    ///
    /// - Parameters:
    ///   - types: the types of settings that ``XcodeSettings`` does not know. Any other is a list, as in Xcode.
    ///   - budget: shared by the scopes of one project.
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

    /// The same scope with another level above all others.
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

    /// The value of the setting `name` as one text; a path is standardized.
    package func evaluate(_ name: String) -> SettingResult<String> {
        let key = ByteString(name)
        if let known = results[key] { return known }
        let output = run(SettingExpression(referringTo: name, grammar: .string), named: name)
        var result = output.result(value: output.text, state: state(of: key, output))
        if type(of: key) == .path, result.state == .defined { result.value = SettingPath.standardized(result.value) }
        // A hostile project must not fill the memory with what it makes of little text.
        if result.value.utf8.count <= 4096, result.from.count <= 256 { results[key] = result }
        return result
    }

    /// The elements of the setting `name`, whose text is read as a list when its type is list.
    package func evaluateList(_ name: String) -> SettingResult<[String]> {
        let output = run(SettingExpression(referringTo: name, grammar: .list), named: name)
        return output.result(value: output.elements, state: state(of: ByteString(name), output))
    }

    /// The value of a text with references.
    package func evaluate(_ expression: SettingExpression) -> SettingResult<String> {
        let output = run(expression, named: expression.text)
        return output.result(value: output.text, state: output.isKnown ? .defined : .unknown)
    }

    /// The value of a text with references, which is not looked at when it is longer than a value may be.
    package func evaluate(text: String) -> SettingResult<String> {
        guard text.utf8.count > limits.settingBytes else { return evaluate(SettingExpression(text)) }
        let name = String(text.prefix(200))
        var result = SettingResult(value: "", state: .unknown)
        result.unknown = [UnknownSetting(name: name, cause: .overLimit)]
        result.diagnostics = [SettingDiagnostic(.overLimit, subject: name)]
        return result
    }

    /// The elements of a text with references that was read as a list.
    package func evaluateList(_ expression: SettingExpression) -> SettingResult<[String]> {
        let output = run(expression, named: expression.text)
        return output.result(value: output.elements, state: output.isKnown ? .defined : .unknown)
    }

    /// Whether the setting `name` is the text `YES`, which is what Xcode takes for true.
    package func isYes(_ name: String) -> Bool { evaluate(name).value == "YES" }

    /// Whether anything that applies assigns `name`, perhaps an empty value.
    package func isAssigned(_ name: String) -> Bool { !chain(of: identifier(of: ByteString(name))).isEmpty }

    /// The names that any level other than the built-in one assigns, whatever the conditions, in order of bytes.
    package var assignedNames: [String] {
        let assigned = levels.lazy.filter { $0.kind != .builtIn }.flatMap(\.names)
        return Set(assigned).sorted().map(\.string)
    }

    // MARK: Evaluating

    private func run(_ expression: SettingExpression, named name: String) -> SettingEvaluation.Output {
        var evaluation = SettingEvaluation(scope: self, steps: min(limits.settingSteps, budget.remaining))
        let output = evaluation.run(expression, named: name)
        budget.remaining = max(0, budget.remaining - evaluation.stepsTaken)
        return output
    }

    private func state(of name: ByteString, _ output: SettingEvaluation.Output) -> SettingState {
        if !output.isKnown { return .unknown }
        return chain(of: identifier(of: name)).isEmpty ? .undefined : .defined
    }

    // MARK: Names

    /// A setting that was asked for or referred to.
    struct Name {
        let text: ByteString
        let type: SettingType
        /// The assignments that apply, highest first; `nil` before anyone asked.
        var chain: [Link]?
        /// Whether Xcode or some level knows the name, even if nothing that applies assigns it.
        var isDeclared: Bool
        var memo: SettingEvaluation.Memo?
    }

    /// An assignment that applies, with its text made ready.
    final class Link {
        let level: Int
        let kind: SettingLevel.Kind
        let assignment: SettingAssignment
        private var textForm: SettingExpression?
        private var listForm: SettingExpression?

        init(level: Int, kind: SettingLevel.Kind, assignment: SettingAssignment) {
            self.level = level
            self.kind = kind
            self.assignment = assignment
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

    func chain(of identifier: Int) -> [Link] {
        if let known = names[identifier].chain { return known }
        let name = names[identifier].text
        var chain: [Link] = []
        for (index, level) in levels.enumerated().reversed() {
            guard !levels[(index + 1)...].contains(where: { $0.hides(name, from: level.kind) }) else { continue }
            for position in bindings.matching(level.positions(of: name), in: level.assignments) {
                chain.append(Link(level: index, kind: level.kind, assignment: level.assignments[position]))
            }
        }
        names[identifier].chain = chain
        return chain
    }

    func remember(_ memo: SettingEvaluation.Memo, for identifier: Int) { names[identifier].memo = memo }

    /// Why the value of `name` is not known at `level` and below, where nothing assigns it; `nil` when it is known to be
    /// undefined.
    func cause(ofAbsence name: ByteString, atOrBelow level: Int) -> UnknownSetting.Cause? {
        if let cause = XcodeSettings.causeOfAbsence(name) { return cause }
        if levels.prefix(level + 1).contains(where: { $0.undecided.contains(name) }) { return .undecided }
        if levels.prefix(level + 1).contains(where: { $0.hides(name, from: .project) }) { return .undecided }
        let missing = levels.prefix(level + 1).flatMap(\.missing)
        guard missing.isEmpty else { return .missingFiles(missing) }
        return levels.prefix(level + 1).contains(where: \.isOpen) ? .undecided : nil
    }

    private func type(of name: ByteString) -> SettingType {
        types[name] ?? XcodeSettings.type(of: name) ?? .list
    }
}
