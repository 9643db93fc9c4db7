internal import SchemeModel

/// One evaluation in a scope: a machine with its own stacks, so that deep references don't use the call stack.
struct SettingEvaluation {
    private let scope: SettingScope
    private let steps: Int
    /// Whether the expression is the name of a setting, and no text that refers to one.
    private let isRequest: Bool
    private(set) var stepsTaken = 0

    private var frames: [Frame] = []
    private var outputs: [Buffer] = []
    private var values: [OperatedValue] = []
    /// The innermost use of each setting being evaluated.
    private var uses: [Int: Use] = [:]
    private var trace = Trace()
    private var isExhausted = false

    init(scope: SettingScope, steps: Int, isRequest: Bool) {
        self.scope = scope
        self.steps = steps
        self.isRequest = isRequest
    }

    /// Evaluates `expression`. Diagnostics about the work name it `name`.
    mutating func run(_ expression: SettingExpression, named name: String) -> Output {
        outputs = [Buffer(isList: expression.grammar == .list)]
        frames = [Frame(expression: expression, output: 1)]
        trace.diagnostics += expression.diagnostics
        while !isExhausted, let innermost = frames.indices.last {
            let (text, position) = (frames[innermost].expression, frames[innermost].position)
            if position < text.instructions.count {
                frames[innermost].position += 1
                perform(text.instructions[position])
            } else {
                finish(frames.removeLast())
            }
        }
        if isExhausted {
            trace.unknown.append(UnknownSetting(name: name, cause: .overLimit))
            trace.diagnostics.append(SettingDiagnostic(.overLimit, subject: String(name.prefix(200))))
            return Output(buffer: Buffer(isList: expression.grammar == .list), trace: trace)
        }
        return Output(buffer: outputs[0], trace: trace)
    }

    // MARK: Instructions

    private mutating func perform(_ instruction: SettingExpression.Instruction) {
        spend(1)
        switch instruction {
        case .literal(let range):
            let expression = frames[frames.count - 1].expression
            write(expression.bytes[range])
        case .element:
            write([])
        case .elementBreak:
            // Blanks before the first and after the last element don't separate elements.
            if frames[frames.count - 1].hasContent { outputs[outputs.count - 1].isBreakPending = true }
        case .open:
            outputs.append(Buffer(isList: false, mark: trace.mark))
        case .reference(let reference):
            refer(reference)
        case .retrieve(let operation):
            retrieve(operation)
        case .replace(let operation):
            replace(operation)
        case .close:
            close()
        }
    }

    private mutating func write(_ bytes: some Collection<UInt8>) {
        spend(bytes.count / 64)
        let innermost = outputs.count - 1
        outputs[innermost].append(bytes)
        if outputs[innermost].bytes.count > scope.limits.settingBytes { isExhausted = true }
        if outputs[innermost].isList, frames[frames.count - 1].output == outputs.count {
            frames[frames.count - 1].hasContent = true
        }
    }

    private mutating func spend(_ count: Int) {
        stepsTaken += count
        if stepsTaken > steps { isExhausted = true }
    }

    // MARK: References

    private mutating func refer(_ reference: SettingExpression.Reference) {
        guard let nameBuffer = outputs.popLast() else { return }
        let isNameKnown = trace.unknown.count == nameBuffer.mark.unknown
        let name = String(decoding: nameBuffer.bytes, as: UTF8.self)
        let isList = outputs[outputs.count - 1].isList && !reference.isText
        if reference.hasOperators {
            outputs.append(Buffer(isList: isList))
            values.append(OperatedValue(source: reference.source, mark: nameBuffer.mark))
        }
        if !isNameKnown {
            writeSource(reference)
        } else if name == "inherited" || name == "value" {
            guard let current = frames[frames.count - 1].name else { return }
            look(up: current, reference, isList: isList)
        } else if name.isEmpty {
            markAbsent(reference)
        } else {
            look(up: scope.identifier(of: ByteString(name)), reference, isList: isList)
        }
    }

    private mutating func look(up name: Int, _ reference: SettingExpression.Reference, isList: Bool) {
        let use = uses[name]
        let innermost = frames.count - 1
        frames[innermost].dependencies.insert(name)
        if let use { frames[innermost].lowest = min(frames[innermost].lowest, use.frame) }
        let chain = scope.chain(of: name)
        guard !scope.isExhausted else {
            isExhausted = true
            return
        }
        let position = use.map { $0.position + 1 } ?? 0
        guard position < chain.count else {
            let isBottom = !chain.isEmpty
            let level = use.map { chain[$0.position].level } ?? scope.levels.count - 1
            return miss(name, reference, below: level, isBottom: isBottom)
        }
        let isElements = isList && scope.names[name].type == .list
        if use == nil, !isElements, let memo = scope.names[name].memo,
            memo.dependencies.allSatisfy({ uses[$0] == nil })
        {
            return recall(memo)
        }
        let link = chain[position]
        guard !link.dependsOnVersion else {
            trace.links.append(link)
            trace.unknown.append(UnknownSetting(name: scope.names[name].text.string, cause: .buildMachine))
            spend(Trace.entryCost)
            return writeSource(reference)
        }
        guard link.assignment.value.utf8.count <= scope.limits.settingBytes else {
            isExhausted = true
            return
        }
        let grammar: SettingExpression.Grammar =
            scope.names[name].type != .list ? .string : isElements ? .list : .listText
        let expression = link.expression(grammar)
        if expression.isPlain, !isElements {
            trace.links.append(link)
            if !expression.bytes.isEmpty { write(expression.bytes) }
            return
        }
        var frame = Frame(expression: expression, output: outputs.count)
        frame.name = name
        frame.outerUse = use
        frame.lowest = frames.count
        frame.canBeRemembered = use == nil && !isElements && !outputs[outputs.count - 1].isList
        frame.mark = trace.mark
        frame.outputStart = outputs[outputs.count - 1].bytes.count
        trace.links.append(link)
        if !expression.diagnostics.isEmpty {
            let placed = expression.diagnostics.map {
                SettingDiagnostic($0.kind, subject: $0.subject, place: link.assignment.place)
            }
            spend(placed.count * Trace.entryCost)
            trace.diagnostics += placed
        }
        uses[name] = Use(frame: frames.count, position: position)
        frames.append(frame)
    }

    /// Handles the absence of (further) assignments of `name` at `level` and below.
    private mutating func miss(
        _ name: Int,
        _ reference: SettingExpression.Reference,
        below level: Int,
        isBottom: Bool
    ) {
        let text = scope.names[name].text
        spend(Trace.entryCost)
        // A value with operators may have a standard one: `$(NAME:default=a)`.
        let isReferredTo = !scope.names[name].isDeclared && !reference.hasOperators && !(isRequest && frames.count == 1)
        if let cause = scope.cause(ofAbsence: text, atOrBelow: level, isReferredTo: isReferredTo) {
            trace.unknown.append(UnknownSetting(name: text.string, cause: cause))
            writeSource(reference)
        } else if !isBottom {
            trace.undefined.append(text.string)
            guard !scope.names[name].isDeclared else { return }
            if reference.isBare {
                write("$".utf8)
                write(text.string.utf8)
            } else {
                markAbsent(reference)
            }
        }
    }

    private mutating func markAbsent(_ reference: SettingExpression.Reference) {
        if reference.hasOperators { values[values.count - 1].isAbsent = true }
    }

    /// Writes a reference as in the source, for an unknown value.
    private mutating func writeSource(_ reference: SettingExpression.Reference) {
        write(frames[frames.count - 1].expression.bytes[reference.source])
    }

    // MARK: The end of a value

    private mutating func finish(_ frame: Frame) {
        guard let name = frame.name, !frames.isEmpty else { return }
        uses[name] = frame.outerUse
        let innermost = frames.count - 1
        if frame.hasContent {
            // A blank after the last element of a value doesn't separate it from what follows the reference.
            outputs[outputs.count - 1].isBreakPending = false
            if frames[innermost].output == outputs.count { frames[innermost].hasContent = true }
        }
        frames[innermost].lowest = min(frames[innermost].lowest, frame.lowest)
        frames[innermost].dependencies.formUnion(frame.dependencies)
        // A value is only the same everywhere if it doesn't depend on the settings of outer frames.
        if frame.canBeRemembered, frame.lowest >= frames.count, !frame.dependencies.isOverflowing {
            remember(frame, name)
        }
    }

    private func remember(_ frame: Frame, _ name: Int) {
        let bytes = outputs[outputs.count - 1].bytes[frame.outputStart...]
        guard bytes.count <= Memo.byteLimit, trace.cost(since: frame.mark) <= 16 * Memo.traceLimit else { return }
        let part = trace.part(since: frame.mark)
        guard part.cost <= Memo.traceLimit else { return }
        let memo = Memo(bytes: Array(bytes), dependencies: frame.dependencies.names, trace: part)
        scope.remember(memo, for: name)
    }

    private mutating func recall(_ memo: Memo) {
        spend(memo.trace.cost)
        trace.append(memo.trace)
        frames[frames.count - 1].dependencies.formUnion(memo.dependencies)
        if !memo.bytes.isEmpty { write(memo.bytes) }
    }

    // MARK: Operators

    private mutating func retrieve(_ operation: RetrievalOperator) {
        guard let value = values.last, !value.isAbsent, !isUnknown(value) else { return }
        transform { operation.apply(to: $0) }
    }

    private mutating func replace(_ operation: ReplacementOperator) {
        guard let operandBuffer = outputs.popLast(), let value = values.last else { return }
        let innermost = outputs.count - 1
        let operand = String(decoding: operandBuffer.bytes, as: UTF8.self)
        if operation == .default {
            guard outputs[innermost].isEmpty, !isUnknown(value, at: operandBuffer.mark) else {
                return trace.truncate(to: operandBuffer.mark)
            }
            // The undefined value is replaced, so it isn't reported.
            trace.undefined.removeSubrange(value.mark.undefined..<operandBuffer.mark.undefined)
            values[values.count - 1].isAbsent = false
            outputs[innermost] = Buffer(isList: outputs[innermost].isList)
            outputs[innermost].append(operandBuffer.bytes)
        } else if !value.isAbsent, !isUnknown(value) {
            transform { operation.apply(to: $0, operand: operand) }
        }
    }

    private mutating func transform(_ apply: (String) -> String) {
        let innermost = outputs.count - 1
        spend(outputs[innermost].bytes.count / 4)
        outputs[innermost].transform(apply)
        if outputs[innermost].bytes.count > scope.limits.settingBytes { isExhausted = true }
    }

    private mutating func close() {
        guard let buffer = outputs.popLast(), let value = values.popLast() else { return }
        if isUnknown(value) {
            return write(frames[frames.count - 1].expression.bytes[value.source])
        }
        guard buffer.isList else { return buffer.bytes.isEmpty ? () : write(buffer.bytes) }
        for (index, element) in buffer.elements.enumerated() {
            if index > 0 { outputs[outputs.count - 1].isBreakPending = true }
            write(element)
        }
    }

    private func isUnknown(_ value: OperatedValue) -> Bool { trace.unknown.count > value.mark.unknown }

    private func isUnknown(_ value: OperatedValue, at mark: Trace.Counts) -> Bool { mark.unknown > value.mark.unknown }
}
