internal import SchemeModel

/// Preprocesses an Info.plist as a build does with `INFOPLIST_PREPROCESS`: with clang, as C.
///
/// The text matches clang's output except for empty lines: macros are expanded, comments are removed, and the whitespace
/// between tokens becomes one space. If a header is missing, names may be unknown macros; see
/// ``PreprocessedText/isUndecided(_:)``. What manifests don't use, such as macros with parameters, isn't supported; a
/// manifest with it is unknown (``UnknownMacroReason/Cause/unsupported(_:)``).
struct InfoPlistPreprocessor: Sendable {
    private let options: PreprocessorOptions
    private let files: any FileAccess
    private let limits: Limits
    private let placing: @Sendable (Path, SourceRange?) -> Place

    /// - Parameter placing: Returns the location of a range in the file at a path.
    init(
        _ options: PreprocessorOptions,
        files: any FileAccess,
        limits: Limits = .standard,
        placing: @escaping @Sendable (Path, SourceRange?) -> Place = { Place(path: $0, range: $1) }
    ) {
        self.options = options
        self.files = files
        self.limits = limits
        self.placing = placing
    }

    /// Preprocesses `text`, which is UTF-8 without a byte order mark.
    ///
    /// - Parameters:
    ///   - path: The path of the text. Included files are searched next to it.
    ///   - steps: The maximum work.
    func preprocess(_ text: [UInt8], at path: Path, steps: Int? = nil) -> PreprocessedText {
        let steps = min(steps ?? limits.preprocessorSteps, limits.preprocessorSteps)
        var run = PreprocessorRun(options: options, files: files, limits: limits, steps: steps, placing: placing)
        run.begin()
        let manifest = PreprocessorFile(
            path: path,
            text: text,
            buffer: run.takeFileBuffer(),
            syntax: options.syntax,
            includeRange: nil
        )
        run.preprocess(manifest)
        var result = run.printer.text
        result.diagnostics = run.diagnostics
        result.files = run.includedFiles
        result.gaps = run.gaps
        result.stop = run.isExhausted ? run.gaps.first : nil
        result.removals += manifest.lexer.removedComments.map { range in
            RemovedComments.Removal(kind: text[range].starts(with: "//".utf8) ? .line : .block, range: range)
        }
        result.steps = steps - max(0, run.remaining)
        return result
    }
}

extension PreprocessorRun {
    /// Applies the command line before the manifest is read.
    mutating func begin() {
        if !options.gaps.isEmpty {
            for gap in options.gaps { miss(gap) }
        }
        for step in options.steps {
            switch step {
            case .define(let text): define(text)
            case .undefine(let name): macros.undefine(Array(name.utf8)[...])
            case .undecide(let name): macros.setUndecided(Array(name.utf8)[...])
            }
        }
        for header in options.headers { read(header) }
    }

    private mutating func read(_ header: PreprocessorOptions.Header) {
        guard include(header.path, candidates: options.candidates(header.path, from: options.directory), at: 0..<0)
        else {
            return miss(UnknownMacroReason(.missingHeader(header.path, setting: header.setting), place: header.place))
        }
        while case let token = lex(), token.kind != .end, !isExhausted {
            printer.write(token, isUndecided: false)
        }
    }
}
