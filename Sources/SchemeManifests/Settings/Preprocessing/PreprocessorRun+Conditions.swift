internal import SchemeModel

/// The outcome of a condition.
enum ConditionValue {
    case holds, fails
    /// It depends on an unknown fact.
    case undecided

    var negated: ConditionValue {
        switch self {
        case .holds: .fails
        case .fails: .holds
        case .undecided: .undecided
        }
    }

    init(_ isTrue: Bool?) {
        self = isTrue.map { $0 ? .holds : .fails } ?? .undecided
    }
}

// Conditional lines.
extension PreprocessorRun {
    // MARK: Groups

    /// Opens the group of an `#if`, and skips the part that is definitely omitted.
    mutating func openGroup(_ value: ConditionValue, _ hash: PreprocessorToken, in file: PreprocessorFile) {
        guard file.groups.count < limits.depth else { return giveUp() }
        let range = hash.range.lowerBound..<endOfLine(hash, in: file)
        file.groups.append(
            PreprocessorFile.Group(range: range, isLeftOut: false, wasTaken: value == .holds)
        )
        switch value {
        case .holds: break
        case .fails: leaveOut(in: file)
        case .undecided: beginUndecided(in: file, at: range)
        }
    }

    private func endOfLine(_ hash: PreprocessorToken, in file: PreprocessorFile) -> Int {
        let start = hash.range.lowerBound
        return file.lexer.text[start...].firstIndex { $0.endsLine } ?? file.lexer.text.count
    }

    private mutating func beginUndecided(in file: PreprocessorFile, at range: Range<Int>) {
        let last = file.groups.count - 1
        let text: StaticString = file.groups[last].isUndecided ? "#elif" : "#if"
        if !file.groups[last].isUndecided {
            file.groups[last].isUndecided = true
            macros.undecidedDepth += 1
            // It is unknown whether they are removed.
            file.lexer.remembersComments = false
        }
        printer.keepLine(text, file.lexer.includeRange ?? range)
    }

    /// Ends `group`, which was already removed from `file`.
    mutating func end(_ group: PreprocessorFile.Group, in file: PreprocessorFile, at range: Range<Int>) {
        guard group.isUndecided else { return }
        macros.undecidedDepth -= 1
        file.lexer.remembersComments = file.isManifest && macros.undecidedDepth == 0
        printer.keepLine("#endif", file.lexer.includeRange ?? range)
    }

    /// Handles `#elif`, `#else` and similar after a part that was or may be kept.
    mutating func alternate(_ name: PreprocessorToken, _ hash: PreprocessorToken, in file: PreprocessorFile) {
        guard let last = file.groups.indices.last else {
            note(.unbalancedDirective, "#" + String(decoding: name.text, as: UTF8.self), in: file, at: hash.range)
            return endLine(name, in: file)
        }
        let isElse = name.text.isText("else")
        if file.groups[last].hasElse {
            note(.unbalancedDirective, "#" + String(decoding: name.text, as: UTF8.self), in: file, at: hash.range)
        }
        guard file.groups[last].isUndecided, !file.groups[last].wasTaken else {
            endLine(name, in: file)
            file.groups[last].wasTaken = true
            file.groups[last].hasElse = file.groups[last].hasElse || isElse
            return leaveOut(in: file)
        }
        let range = hash.range.lowerBound..<endOfLine(hash, in: file)
        switch value(of: name, in: file) {
        case .holds:
            file.groups[last].wasTaken = true
            file.groups[last].hasElse = file.groups[last].hasElse || isElse
            printer.keepLine("#else", file.lexer.includeRange ?? range)
        case .fails: leaveOut(in: file)
        case .undecided: beginUndecided(in: file, at: range)
        }
    }

    mutating func closeGroup(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        guard let group = file.groups.popLast() else {
            return note(.unbalancedDirective, "#endif", in: file, at: hash.range)
        }
        end(group, in: file, at: hash.range.lowerBound..<endOfLine(hash, in: file))
    }

    /// Returns the outcome of an `#elif` or `#else`, and skips its line.
    private mutating func value(of name: PreprocessorToken, in file: PreprocessorFile) -> ConditionValue {
        switch String(decoding: name.text, as: UTF8.self) {
        case "elif": return condition(in: file)
        default:
            endLine(name, in: file)
            return .holds
        }
    }

    /// Skips lines up to one that may be kept, or to the end of the innermost group.
    ///
    /// Quotation marks and comments count as in kept text, so an `#endif` inside a comment has no effect.
    private mutating func leaveOut(in file: PreprocessorFile) {
        file.lexer.isLeftOut = true
        defer { file.lexer.isLeftOut = false }
        while !isExhausted, let last = file.groups.indices.last {
            let hash = file.lexer.next()
            charge(1 + hash.range.count / 64)
            if hash.canBeginDirective, hash.isPunctuator("%:") { return stop(at: "%:", in: file, hash.range) }
            guard hash.kind != .end else { return file.lexer.inherit(isAtStartOfLine: true, hasLeadingSpace: false) }
            guard hash.kind == .hash, hash.isAtStartOfLine else { continue }
            file.lexer.beginDirective()
            let name = file.lexer.next()
            let text = name.kind == .identifier ? String(decoding: name.text, as: UTF8.self) : ""
            switch text {
            case "if", "ifdef", "ifndef":
                endLine(name, in: file)
                guard file.groups.count < limits.depth else { return giveUp() }
                file.groups.append(PreprocessorFile.Group(range: hash.range, isLeftOut: true, wasTaken: false))
            case "endif":
                endLine(name, in: file)
                let group = file.groups.removeLast()
                guard group.isLeftOut else {
                    return end(group, in: file, at: hash.range.lowerBound..<endOfLine(hash, in: file))
                }
            case "elifdef", "elifndef":
                guard file.groups[last].isLeftOut else { return stop(at: "#" + text, in: file, hash.range) }
                endLine(name, in: file)
            case "elif", "else":
                let isElse = text == "else"
                let group = file.groups[last]
                if group.hasElse { note(.unbalancedDirective, "#" + text, in: file, at: hash.range) }
                file.groups[last].hasElse = group.hasElse || isElse
                guard !group.isLeftOut, !group.wasTaken else {
                    endLine(name, in: file)
                    continue
                }
                let range = hash.range.lowerBound..<endOfLine(hash, in: file)
                file.lexer.isLeftOut = false
                switch value(of: name, in: file) {
                case .holds:
                    file.groups[last].wasTaken = true
                    if group.isUndecided { printer.keepLine("#else", file.lexer.includeRange ?? range) }
                    return
                case .fails: file.lexer.isLeftOut = true
                case .undecided: return beginUndecided(in: file, at: range)
                }
            default:
                // The rest of the line is text, which may start a comment.
                if name.kind != .endOfDirective { file.lexer.leaveDirective() }
            }
        }
    }

    // MARK: Conditions

    /// Returns whether the name after `#ifdef` is defined, and skips the line.
    mutating func definedness(in file: PreprocessorFile) -> ConditionValue {
        let name = file.lexer.next()
        endLine(name, in: file)
        guard name.kind == .identifier else {
            note(.invalidCondition, String(decoding: name.text.prefix(80), as: UTF8.self), in: file, at: name.range)
            return .fails
        }
        return ConditionValue(macros.isDefined(name.text))
    }

    /// Returns the outcome of the condition in the rest of the line, and skips the line.
    mutating func condition(in file: PreprocessorFile) -> ConditionValue {
        isInCondition = true
        defer { isInCondition = false }
        let start = file.lexer.index
        let line = start..<(file.lexer.text[start...].firstIndex { $0.endsLine } ?? file.lexer.text.count)
        var terms: [PreprocessorCondition.Term] = []
        var token = lex()
        var isValid = true
        while token.kind != .endOfDirective, token.kind != .end, !isExhausted {
            if let term = term(&token) { terms.append(term) } else { isValid = false }
            if token.kind != .endOfDirective, token.kind != .end { token = lex() }
        }
        switch isValid ? PreprocessorCondition.outcome(of: terms) : .invalid {
        case .value(let number?): return number == 0 ? .fails : .holds
        case .value(nil): return .undecided
        case .overLimit:
            giveUp()
            return .undecided
        case .unsupported(let symbol):
            note(UnknownMacroReason(.unsupported(symbol), place: place(line, in: file)))
            return .undecided
        case .invalid:
            let text = String(decoding: file.lexer.text[line].prefix(200), as: UTF8.self)
            note(.invalidCondition, PreprocessorCondition.trimmed(text), in: file, at: line)
            return .fails
        }
    }

    /// Returns the term of `token` and its following tokens in a condition, or `nil` if it is invalid there.
    private mutating func term(_ token: inout PreprocessorToken) -> PreprocessorCondition.Term? {
        switch token.kind {
        case .number: return PreprocessorCondition.number(token.text)
        case .punctuator, .quotation: return .symbol(String(decoding: token.text, as: UTF8.self))
        case .identifier:
            if token.text.isText("defined") { return definedTerm(&token) }
            switch macros.state(of: token.text) {
            case .undecided where !token.isExhausted: return argumentsTerm(&token)
            case .defined(let macro) where macro.isUnsupported && (!macro.hasParameters || isBeforeParenthesis):
                let (file, range) = use(of: token)
                let name = String(decoding: token.text, as: UTF8.self)
                note(UnknownMacroReason(.unsupported(name), place: place(range, in: file)))
                return argumentsTerm(&token)
            // A name without a meaning is zero.
            default: return .value(0)
            }
        default: return nil
        }
    }

    /// Returns the value of `defined NAME` and `defined(NAME)`.
    private mutating func definedTerm(_ token: inout PreprocessorToken) -> PreprocessorCondition.Term? {
        token = lex(replacing: false)
        let isParenthesized = token.isPunctuator("(")
        if isParenthesized { token = lex(replacing: false) }
        guard token.kind == .identifier else { return nil }
        let isDefined = macros.isDefined(token.text)
        if isParenthesized {
            token = lex(replacing: false)
            guard token.isPunctuator(")") else { return nil }
        }
        return .value(isDefined.map { $0 ? 1 : 0 })
    }

    /// Returns the value of a name that may be a macro, with possible arguments.
    private mutating func argumentsTerm(_ token: inout PreprocessorToken) -> PreprocessorCondition.Term? {
        guard isBeforeParenthesis else { return .value(nil) }
        var depth = 0
        repeat {
            token = lex(replacing: false)
            if token.isPunctuator("(") { depth += 1 }
            if token.isPunctuator(")") { depth -= 1 }
        } while depth > 0 && token.kind != .endOfDirective && token.kind != .end && !isExhausted
        return depth == 0 ? .value(nil) : nil
    }
}
