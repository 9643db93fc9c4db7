internal import SchemeModel

/// One run of the preprocessor over a manifest and its includes.
///
/// It supports what manifests use. At anything else that could change them, it stops, and the manifest is unknown.
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
    var nextFileBuffer = BufferID.files
    var includes = 0
    /// Whether a condition is being read.
    var isInCondition = false
    /// Files that are read only once.
    var onceOnly: Set<Path> = []

    enum Frame {
        case file(PreprocessorFile)
        case expansion(PreprocessorExpansion)
    }

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
        begin(file)
        file.lexer.remembersComments = true
        while case let token = lex(), token.kind != .end, !isExhausted {
            printer.write(token, isUndecided: isUndecided(token))
            if printer.isFull { giveUp() }
        }
        printer.finish()
    }

    /// Starts to read `file`.
    mutating func begin(_ file: PreprocessorFile) {
        printer.breakLine()
        frames.append(.file(file))
        if let range = file.lexer.continuedWord { stop(at: "\\", in: file, range) }
        if !options.knowsComments, let range = file.lexer.trigraph {
            stop(at: String(decoding: file.lexer.text[range], as: UTF8.self), in: file, range)
        }
    }

    /// Returns whether `token` may be an unknown macro, or start a comment.
    private mutating func isUndecided(_ token: PreprocessorToken) -> Bool {
        switch token.kind {
        case .identifier, .number:
            guard !token.isExhausted else { return false }
            guard token.text.contains(where: { $0 >= 0x80 }) else {
                return token.kind == .identifier && macros.mayReplace(token.text)
            }
            // Which characters are letters depends on clang's version, so `—NAME` may contain a macro.
            let parts = token.text.split { $0 >= 0x80 }
            if parts.contains(where: { if case .defined = macros.state(of: $0) { true } else { false } }) {
                let (file, range) = use(of: token)
                let text = String(decoding: token.text.prefix(80), as: UTF8.self)
                note(UnknownMacroReason(.unsupported(text), place: place(range, in: file)))
                return true
            }
            return parts.contains(where: macros.mayReplace)
        case .punctuator:
            // The `//` of a URL may start a comment.
            return !options.knowsComments && token.text.first == UInt8(ascii: "/")
        default: return false
        }
    }

    // MARK: Work

    /// Counts `steps` more steps.
    mutating func charge(_ steps: Int) {
        remaining -= steps
        if remaining <= 0 { giveUp() }
    }

    /// Stops the run at a limit. Its result is unknown.
    mutating func giveUp() { stop(UnknownMacroReason(.tooMuchWork, place: nil)) }

    /// Stops the run at a construct that isn't supported. Its result is unknown.
    mutating func stop(at construct: String, in file: PreprocessorFile, _ range: Range<Int>) {
        stop(UnknownMacroReason(.unsupported(construct), place: place(range, in: file)))
    }

    private mutating func stop(_ reason: UnknownMacroReason) {
        guard !isExhausted else { return }
        isExhausted = true
        gaps.insert(reason, at: 0)
    }

    // MARK: Tokens

    /// Returns the next token after directives and macro expansion; ``PreprocessorToken/Kind/end`` at the end.
    ///
    /// - Parameter replacing: Whether macros are expanded.
    mutating func lex(replacing: Bool = true) -> PreprocessorToken {
        while !isExhausted, let frame = frames.last {
            charge(1)
            var token: PreprocessorToken
            switch frame {
            case .file(let file):
                token = file.lexer.next()
                charge(token.range.count / 64)
                if let range = file.lexer.unsupported {
                    stop(at: String(decoding: file.lexer.text[range], as: UTF8.self), in: file, range)
                    continue
                }
                if token.canBeginDirective, token.kind == .hash {
                    follow(token, in: file)
                    continue
                }
                if token.canBeginDirective, token.isPunctuator("%:") {
                    stop(at: "%:", in: file, token.range)
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
                    macros.endExpanding(expansion.name)
                    frames.removeLast()
                    pass(expansion.isAtStartOfLine, expansion.hasLeadingSpace)
                    continue
                }
                token = expansion.next()
            }
            guard replacing, token.kind == .identifier, case .defined(let macro) = macros.state(of: token.text) else {
                return token
            }
            guard !token.isExhausted, !macros.isExpanding(token.text) else {
                token.isExhausted = true
                return token
            }
            guard !macro.hasParameters || isBeforeParenthesis else { return token }
            if macro.isUnsupported {
                if isInCondition { return token }
                let (file, range) = use(of: token)
                stop(at: String(decoding: token.text, as: UTF8.self), in: file, range)
            } else if macro.tokens.isEmpty {
                pass(token.isAtStartOfLine, token.hasLeadingSpace)
            } else {
                macros.beginExpanding(token.text)
                frames.append(.expansion(PreprocessorExpansion(of: macro, named: token)))
            }
        }
        return PreprocessorToken(
            kind: .end,
            text: [],
            buffer: BufferID.made,
            range: 0..<0,
            origin: PreprocessorOrigin(column: 1, manifestRange: 0..<0)
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

    /// Returns the innermost open file and the range of `token` there.
    func use(of token: PreprocessorToken) -> (file: PreprocessorFile, range: Range<Int>) {
        for case .file(let file) in frames.reversed() {
            if token.buffer == file.lexer.buffer { return (file, token.range) }
            return (file, file.isManifest ? token.origin.manifestRange : file.lexer.index..<file.lexer.index)
        }
        preconditionFailure("a token comes from a file")
    }

    /// Whether the next token from any source is an opening parenthesis.
    var isBeforeParenthesis: Bool {
        for frame in frames.reversed() {
            switch frame {
            case .file(let file): return file.lexer.isBeforeParenthesis ?? false
            case .expansion(let expansion):
                if let answer = expansion.isBeforeParenthesis { return answer }
            }
        }
        return false
    }

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

    /// Records why some values are unknown.
    mutating func note(_ gap: UnknownMacroReason) {
        if gaps.count < 100, !gaps.contains(gap) { gaps.append(gap) }
    }

    func place(_ range: Range<Int>, in file: PreprocessorFile) -> Place { placing(file.path, file.map.range(range)) }
}
