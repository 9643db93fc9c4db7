internal import SchemeModel

/// One run of the preprocessor over a manifest and its includes.
///
/// - Source: llvm-project, clang/lib/Lex/Preprocessor.cpp, PPLexerChange.cpp and PPMacroExpansion.cpp.
struct PreprocessorRun {
    let options: PreprocessorOptions
    let files: any FileAccess
    let limits: Limits
    let placing: @Sendable (Path, SourceRange?) -> Place

    var macros: PreprocessorMacros
    var printer: PreprocessorPrinter
    var diagnostics: [SettingDiagnostic] = []
    var gaps: [UnknownMacroReason] = []
    /// The included files in order of first use, without duplicates.
    var includedFiles: [XCConfigReader.File] = []
    /// The remaining steps.
    private(set) var remaining: Int
    private(set) var isExhausted = false

    /// The open files and expansions, each included or named by the previous one.
    var frames: [Frame] = []
    /// The number of frames that are not read now: those around an argument.
    var floor = 0
    /// The nesting depth of arguments.
    var argumentDepth = 0
    var nextMadeBuffer = 1
    var nextFileBuffer = BufferID.files
    var includes = 0
    /// Files that are read only once.
    var onceOnly: Set<Path> = []
    private var isCollecting = false
    /// The end of a line or text inside a macro's arguments.
    private var lostEnd: PreprocessorToken?

    enum Frame {
        case file(PreprocessorFile)
        case expansion(PreprocessorExpansion)
    }

    /// The maximum nesting depth of arguments. Each level uses the call stack.
    static let deepestArgument = 32

    init(
        options: PreprocessorOptions,
        files: any FileAccess,
        limits: Limits,
        steps: Int,
        placing: @escaping @Sendable (Path, SourceRange?) -> Place
    ) {
        self.options = options
        self.files = files
        self.limits = limits
        self.placing = placing
        remaining = steps
        macros = PreprocessorMacros(predefined: options.predefined)
        printer = PreprocessorPrinter(syntax: options.syntax, limit: limits.manifestBytes)
    }

    /// Reads `text` to its end, and writes the result.
    mutating func preprocess(_ file: PreprocessorFile) {
        frames.append(.file(file))
        file.lexer.remembersComments = true
        printer.beginFile(atLine: 1)
        while case let token = lex(), token.kind != .end, !isExhausted {
            let isUndecided =
                token.kind == .identifier
                ? !token.isExhausted && macros.mayReplace(token.text)
                // The `//` of a URL may start a comment.
                : !options.knowsComments && token.isPunctuator("/")
            printer.write(token, isUndecided: isUndecided)
            if printer.isFull { giveUp() }
        }
        printer.finish()
    }

    // MARK: Work

    /// Counts `steps` more steps.
    mutating func charge(_ steps: Int) {
        remaining -= steps
        if remaining <= 0 { giveUp() }
    }

    /// Stops the run. Its result is unknown.
    mutating func giveUp() {
        guard !isExhausted else { return }
        isExhausted = true
        gaps.append(UnknownMacroReason(.tooMuchWork, place: nil))
    }

    // MARK: Tokens

    /// Returns the next token after directives and macro expansion; ``PreprocessorToken/Kind/end`` at the end.
    ///
    /// - Parameter replacing: Whether macros are expanded.
    mutating func lex(replacing: Bool = true) -> PreprocessorToken {
        while frames.count > floor, !isExhausted, let frame = frames.last {
            charge(1)
            var token: PreprocessorToken
            switch frame {
            case .file(let file):
                token = file.lexer.next()
                token.origin.line += file.lineOffset
                charge(token.range.count / 64)
                if token.kind == .hash, token.canBeginDirective {
                    follow(token, in: file)
                    continue
                }
                if token.kind == .end {
                    close(file)
                    frames.removeLast()
                    pass(token.isAtStartOfLine, token.hasLeadingSpace)
                    continue
                }
            case .expansion(let expansion):
                guard !expansion.isAtEnd else {
                    if let name = expansion.name { macros.endExpanding(name) }
                    frames.removeLast()
                    let rest = expansion.rest
                    if expansion.name != nil { pass(rest.isAtStartOfLine, rest.hasLeadingSpace) }
                    continue
                }
                token = expansion.next { join($0, $1) }
            }
            guard replacing, token.kind == .identifier, case .defined(let macro) = macros.state(of: token.text) else {
                return token
            }
            guard !token.isExhausted, !macros.isExpanding(token.text) else {
                token.isExhausted = true
                return token
            }
            guard macro.parameterCount == nil || isBeforeParenthesis else { return token }
            if replace(token, by: macro) { continue }
            defer { lostEnd = nil }
            return lostEnd ?? token
        }
        return PreprocessorToken(
            kind: .end,
            text: [],
            buffer: BufferID.made,
            range: 0..<0,
            origin: PreprocessorOrigin(line: 0, column: 0, manifestRange: 0..<0)
        )
    }

    /// Gives the next token the whitespace of an omitted one before it.
    private func pass(_ isAtStartOfLine: Bool, _ hasLeadingSpace: Bool) {
        switch frames.last {
        case .file(let file): file.lexer.inherit(isAtStartOfLine: isAtStartOfLine, hasLeadingSpace: hasLeadingSpace)
        case .expansion(let expansion):
            expansion.inherit(isAtStartOfLine: isAtStartOfLine, hasLeadingSpace: hasLeadingSpace)
        case nil: break
        }
    }

    /// Whether the next token from any source is an opening parenthesis.
    var isBeforeParenthesis: Bool {
        for frame in frames.reversed() {
            switch frame {
            case .file(let file): return file.lexer.isBeforeParenthesis ?? false
            case .expansion(let expansion):
                if let answer = expansion.isBeforeParenthesis { return answer }
                if expansion.name == nil { return false }
            }
        }
        return false
    }

    // MARK: Macros

    /// Starts to read the text of `macro` in place of its name.
    ///
    /// - Returns: Whether the name was replaced. A macro without all its arguments is kept.
    private mutating func replace(_ name: PreprocessorToken, by macro: PreprocessorMacro) -> Bool {
        var origin = name.origin
        origin.isCut = origin.isCut || macro.isCut
        var (tokens, leavesSpace) = (macro.tokens, false)
        if macro.parameterCount != nil {
            guard let arguments = arguments(of: macro, named: name) else { return false }
            let end = arguments.end.manifestRange.upperBound
            if end > origin.manifestRange.lowerBound { origin.manifestRange = origin.manifestRange.lowerBound..<end }
            if !tokens.isEmpty { (tokens, leavesSpace) = substitute(arguments, in: macro) }
        }
        guard !macro.tokens.isEmpty else {
            pass(name.isAtStartOfLine, name.hasLeadingSpace)
            return true
        }
        macros.beginExpanding(name.text)
        frames.append(
            .expansion(
                PreprocessorExpansion(named: name, tokens: tokens, leavesSpace: leavesSpace, origin: origin)
            )
        )
        return true
    }

    /// Reads the arguments from the opening parenthesis. Returns `nil` and records it if they don't match `macro`.
    private mutating func arguments(of macro: PreprocessorMacro, named name: PreprocessorToken)
        -> PreprocessorArguments?
    {
        let wasCollecting = isCollecting
        isCollecting = true
        defer { isCollecting = wasCollecting }
        let count = macro.parameterCount ?? 0
        var all: [[PreprocessorToken]] = []
        var fixedLeft = count
        var followsElidedComma = false
        var token = lex(replacing: false)
        collecting: while !token.isPunctuator(")") {
            var argument: [PreprocessorToken] = []
            var depth = 0
            while true {
                token = lex(replacing: false)
                if token.kind == .end || token.kind == .endOfDirective {
                    note(.invalidMacroUse, String(decoding: name.text, as: UTF8.self), at: name.origin)
                    lostEnd = token
                    return nil
                }
                if token.isPunctuator(")") {
                    if depth == 0 {
                        followsElidedComma = (argument.last ?? all.last?.last)?.followsElidedComma ?? false
                        break
                    }
                    depth -= 1
                } else if token.isPunctuator("(") {
                    depth += 1
                } else if token.isPunctuator(","), depth == 0, !macro.isVariadic || fixedLeft > 1 {
                    break
                } else if token.kind == .comment, options.syntax.comments != .keptInMacros {
                    continue
                } else if token.kind == .identifier, macros.isExpanding(token.text) {
                    token.isExhausted = true
                }
                argument.append(token)
            }
            if all.isEmpty, argument.isEmpty, token.isPunctuator(")") { break collecting }
            all.append(argument)
            if fixedLeft > 0 { fixedLeft -= 1 }
        }
        var arguments = PreprocessorArguments(written: all, end: token.origin)
        if all.count < count {
            if all.isEmpty, count == 1 {
                arguments.isVariableElided = macro.isVariadic
            } else if followsElidedComma || macro.isVariadic, all.count + 1 == count || all.isEmpty && count == 2 {
                arguments.isVariableElided = true
            } else {
                note(.invalidMacroUse, String(decoding: name.text, as: UTF8.self), at: name.origin)
                return nil
            }
            while arguments.written.count < count { arguments.written.append([]) }
        } else if all.count > count, !macro.isVariadic {
            note(.invalidMacroUse, String(decoding: name.text, as: UTF8.self), at: name.origin)
            return nil
        }
        return arguments
    }

    /// Whether the arguments of a macro are being read, where no file can be included.
    var isInArguments: Bool { isCollecting }

    // MARK: Notes

    /// Records an error at `range` of `file`.
    mutating func note(
        _ kind: SettingDiagnostic.Kind,
        _ subject: String,
        in file: PreprocessorFile,
        at range: Range<Int>
    ) {
        guard diagnostics.count < 200, macros.undecidedDepth == 0 else { return }
        diagnostics.append(SettingDiagnostic(kind, subject: subject, place: place(range, in: file)))
    }

    /// Records an error in a macro that the manifest uses at `origin`.
    mutating func note(_ kind: SettingDiagnostic.Kind, _ subject: String, at origin: PreprocessorOrigin) {
        for case .file(let file) in frames.reversed() where file.isManifest {
            return note(kind, subject, in: file, at: origin.manifestRange)
        }
        diagnostics.append(SettingDiagnostic(kind, subject: subject))
    }

    func place(_ range: Range<Int>, in file: PreprocessorFile) -> Place { placing(file.path, file.map.range(range)) }
}
