internal import SchemeModel

// Directives.
//
// - Source: llvm-project, clang/lib/Lex/PPDirectives.cpp.
extension PreprocessorRun {
    /// Processes the directive that starts with `hash`.
    mutating func follow(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        file.lexer.beginDirective()
        let name = file.lexer.next()
        guard name.kind == .identifier else {
            return followLineMarker(name, hash, in: file)
        }
        switch String(decoding: name.text, as: UTF8.self) {
        case "if": openGroup(condition(in: file), hash, in: file)
        case "ifdef": openGroup(definedness(in: file), hash, in: file)
        case "ifndef": openGroup(definedness(in: file).negated, hash, in: file)
        case "elif", "elifdef", "elifndef", "else": alternate(name, hash, in: file)
        case "endif":
            endLine(name)
            closeGroup(hash, in: file)
        case "define": define(hash, in: file)
        case "undef":
            let name = file.lexer.next()
            if name.kind == .identifier {
                macros.undefine(name.text)
            } else {
                note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            }
            endLine(name)
        case "include", "import", "include_next": include(name.text, hash, in: file)
        case "line":
            let number = lex()
            setLine(number, in: file)
            endLine(number)
        case "error":
            let text = written(hash, in: file)
            endLine(name)
            note(.errorDirective, text, in: file, at: hash.range)
        case "pragma": pragma(hash, in: file)
        case "warning": endLine(name)
        case "ident", "sccs":
            note(.copiedDirective, written(hash, in: file), in: file, at: hash.range)
            endLine(name)
        default:
            note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            endLine(name)
        }
    }

    /// Handles a single `#`, which has no effect, and `# 12 "file"`, a line marker of preprocessed text.
    private mutating func followLineMarker(
        _ number: PreprocessorToken,
        _ hash: PreprocessorToken,
        in file: PreprocessorFile
    ) {
        guard number.kind != .endOfDirective else { return }
        let isNumber = setLine(number, in: file)
        let name = lex(replacing: false)
        let isFile = name.kind == .quotation && name.text.first == .doubleQuote
        if !isNumber || !isFile && name.kind != .endOfDirective {
            note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
        }
        endLine(name)
    }

    /// Skips the rest of a directive after `token`.
    mutating func endLine(_ token: PreprocessorToken) {
        var token = token
        while token.kind != .endOfDirective, token.kind != .end { token = lex(replacing: false) }
    }

    /// Returns the directive as in the source, shortened.
    private func written(_ hash: PreprocessorToken, in file: PreprocessorFile) -> String {
        let line = file.lexer.text[hash.range.lowerBound...].prefix { !$0.endsLine }
        return String(decoding: line.prefix(80), as: UTF8.self)
    }

    /// Sets the line number from `token`.
    ///
    /// - Returns: Whether it is a number.
    @discardableResult
    private mutating func setLine(_ token: PreprocessorToken, in file: PreprocessorFile) -> Bool {
        guard token.kind == .number, let number = Int(String(decoding: token.text, as: UTF8.self)), number < 1 << 30
        else { return false }
        // The directive's line is the one before.
        file.lineOffset = number - (file.lexer.currentLine + 1)
        printer.beginFile(atLine: number)
        return true
    }

    private mutating func pragma(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        let name = file.lexer.next()
        switch String(decoding: name.text, as: UTF8.self) {
        case "once": if !file.isManifest { onceOnly.insert(file.path) }
        case "mark", "region", "endregion", "", "push_macro": break
        case "pop_macro":
            // The earlier definition isn't kept, so it is unknown.
            if let name = poppedName(in: file) { macros.setUndecided(name) }
        default: note(.copiedDirective, written(hash, in: file), in: file, at: hash.range)
        }
        endLine(name)
    }

    /// Returns the name in `("NAME")`.
    private func poppedName(in file: PreprocessorFile) -> ArraySlice<UInt8>? {
        guard file.lexer.next().isPunctuator("("), case let name = file.lexer.next(), name.kind == .quotation else {
            return nil
        }
        return name.text.dropFirst().dropLast()
    }

    // MARK: Definitions

    private mutating func define(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        let name = file.lexer.next()
        guard name.kind == .identifier, !name.text.isText("defined") else {
            note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            return endLine(name)
        }
        guard let macro = definition(in: file) else {
            return note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
        }
        if macro.tokens.contains(where: { $0.text.isText("__VA_OPT__") }) {
            macros.setUndecided(name.text)
        } else {
            macros.define(name.text, macro)
        }
    }

    /// Defines a macro like a `#define` line with `text` after `#define `.
    mutating func define(_ text: String) {
        let file = PreprocessorFile(
            path: ".",
            text: Array(text.utf8),
            buffer: takeFileBuffer(),
            syntax: options.syntax,
            includeRange: 0..<0
        )
        file.lexer.beginDirective()
        let name = file.lexer.next()
        guard name.kind == .identifier, let macro = definition(in: file) else { return }
        macros.define(name.text, macro)
    }

    mutating func takeFileBuffer() -> Int {
        nextFileBuffer += 1
        return nextFileBuffer - 1
    }

    /// Returns the macro that the rest of the line defines, or `nil`, and skips the line, if it is invalid.
    private mutating func definition(in file: PreprocessorFile) -> PreprocessorMacro? {
        file.lexer.keepMacroComments()
        var macro = PreprocessorMacro(tokens: [])
        var parameters: [ArraySlice<UInt8>: Int] = [:]
        var token = file.lexer.next()
        if token.kind != .endOfDirective, token.hasLeadingSpace {
            token.hasLeadingSpace = false
        } else if token.isPunctuator("(") {
            guard let names = self.parameters(&macro, in: file) else { return nil }
            parameters = names
            token = file.lexer.next()
        }
        while token.kind != .endOfDirective {
            charge(1 + token.text.count / 64)
            guard !isExhausted else { return nil }
            if macro.parameterCount != nil {
                if token.kind == .identifier { token.parameter = parameters[token.text] }
                if token.kind == .hash || token.kind == .hashHash, options.syntax.isTraditional { token.kind = .other }
                if token.kind == .hash {
                    let next = file.lexer.next()
                    guard next.kind == .identifier, parameters[next.text] != nil else {
                        endLine(next)
                        return nil
                    }
                    macro.tokens.append(token)
                    token = next
                    continue
                }
            }
            macro.tokens.append(token)
            token = file.lexer.next()
        }
        guard macro.tokens.first?.kind != .hashHash, macro.tokens.last?.kind != .hashHash else { return nil }
        macro.isCut = file.lexer.hasCutDirective
        return macro
    }

    /// Returns the parameters after the opening parenthesis by name, or `nil`, and skips the line, if they are invalid.
    private mutating func parameters(
        _ macro: inout PreprocessorMacro,
        in file: PreprocessorFile
    ) -> [ArraySlice<UInt8>: Int]? {
        var parameters: [ArraySlice<UInt8>: Int] = [:]
        var token = file.lexer.next()
        var isComplete = token.isPunctuator(")")
        while !isComplete {
            var name = token.text
            if token.isPunctuator("...") {
                name = Array("__VA_ARGS__".utf8)[...]
                macro.isVariadic = true
            } else if token.kind != .identifier {
                endLine(token)
                return nil
            }
            guard parameters.updateValue(parameters.count, forKey: name) == nil else {
                endLine(token)
                return nil
            }
            charge(1)
            token = file.lexer.next()
            if !macro.isVariadic, token.isPunctuator("...") {
                macro.isVariadic = true
                token = file.lexer.next()
            }
            isComplete = token.isPunctuator(")")
            guard isComplete || token.isPunctuator(",") && !macro.isVariadic else {
                endLine(token)
                return nil
            }
            if !isComplete { token = file.lexer.next() }
        }
        macro.parameterCount = parameters.count
        return parameters
    }

    // MARK: Includes

    private mutating func include(_ directive: ArraySlice<UInt8>, _ hash: PreprocessorToken, in file: PreprocessorFile)
    {
        let header = file.lexer.takeHeaderName() ?? expandedHeaderName()
        endLine(lex(replacing: false))
        guard let header, !header.name.isEmpty, !isInArguments else {
            return note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
        }
        let path = Path(bytes: header.name)
        let range = hash.range.lowerBound..<file.lexer.index
        // The search for the folder after the one with this file is not supported.
        let isFound =
            !directive.isText("include_next")
            && include(
                path,
                candidates: options.candidates(path, from: header.isQuoted ? file.path.directory : nil),
                isOnce: directive.isText("import"),
                at: file.lexer.includeRange ?? range,
                fromLine: hash.origin.line
            )
        guard !isFound else { return }
        if let prefixes = SystemHeaders.prefixes(ofNamesIn: path) {
            macros.open(prefixes: prefixes)
        } else {
            miss(
                UnknownMacroReason(
                    .missingInclude(path),
                    place: place(hash.range.lowerBound..<range.upperBound, in: file)
                )
            )
        }
    }

    /// Returns the header name that macros produce.
    private mutating func expandedHeaderName() -> (name: ArraySlice<UInt8>, isQuoted: Bool)? {
        let first = lex()
        if first.kind == .quotation, first.text.first == .doubleQuote {
            return (first.text.dropFirst().dropLast(), true)
        }
        guard first.isPunctuator("<") else { return nil }
        var name: [UInt8] = []
        while case let token = lex(), token.kind != .endOfDirective, token.kind != .end {
            if token.isPunctuator(">") { return (name[...], false) }
            if token.hasLeadingSpace { name.append(.space) }
            name += token.text
        }
        return nil
    }

    /// Records that some macros are unknown from here on.
    mutating func miss(_ gap: UnknownMacroReason) {
        macros.open()
        if gaps.count < 100, !gaps.contains(gap) { gaps.append(gap) }
    }

    /// Starts to read the first existing file in `candidates`.
    ///
    /// - Parameters:
    ///   - range: The bytes of the manifest that the file replaces.
    ///   - line: The line that includes it; `nil` for the command line.
    /// - Returns: Whether a file exists.
    mutating func include(
        _ path: Path,
        candidates: [Path],
        isOnce: Bool = false,
        at range: Range<Int>,
        fromLine line: Int?
    ) -> Bool {
        includes += 1
        guard includes <= limits.settingsIncludes, frames.count < limits.settingsIncludeDepth else {
            giveUp()
            return true
        }
        for candidate in candidates {
            if onceOnly.contains(candidate) { return true }
            guard let contents = try? files.contents(of: candidate, limit: limits.settingsFileBytes) else { continue }
            let stamped = XCConfigReader.File(path: candidate, stamp: contents.stamp)
            if !includedFiles.contains(stamped) { includedFiles.append(stamped) }
            if isOnce { onceOnly.insert(candidate) }
            charge(contents.bytes.count / 64)
            if let line { printer.moveToInclude(atLine: line) }
            printer.beginFile(atLine: 1)
            frames.append(
                .file(
                    PreprocessorFile(
                        path: candidate,
                        text: contents.bytes,
                        buffer: takeFileBuffer(),
                        syntax: options.syntax,
                        includeRange: range
                    )
                )
            )
            return true
        }
        return false
    }

    /// Closes a file after its end.
    mutating func close(_ file: PreprocessorFile) {
        if let range = file.lexer.unterminated {
            note(.unbalancedDirective, String(decoding: file.lexer.text[range], as: UTF8.self), in: file, at: range)
        }
        while let group = file.groups.last {
            if !group.isUndecided {
                let text = String(decoding: file.lexer.text[group.range].prefix(80), as: UTF8.self)
                note(.unbalancedDirective, text, in: file, at: group.range)
            }
            file.groups.removeLast()
            end(group, in: file, at: group.range)
        }
        for case .file(let includer) in frames.dropLast().reversed() {
            printer.beginFile(atLine: includer.line)
            return
        }
    }
}

extension PreprocessorOptions {
    /// Returns the search paths of a header, in order.
    ///
    /// - Parameter folder: The folder of the including file, for a name in quotes.
    func candidates(_ path: Path, from folder: Path?) -> [Path] {
        if path.isAbsolute { return [path] }
        let folders = (folder.map { [$0] + quoteFolders } ?? []) + folders
        return folders.map { ($0 == "." ? path : $0.appending(path)).normalized }
    }
}

/// SDK headers whose macro names have known prefixes.
enum SystemHeaders {
    /// - Source: the SDK's usr/include/TargetConditionals.h, Availability.h, AvailabilityMacros.h and
    ///   AvailabilityVersions.h.
    static func prefixes(ofNamesIn header: Path) -> [String]? {
        switch header.display {
        case "TargetConditionals.h": ["TARGET_", "__TARGET"]
        case "Availability.h", "AvailabilityMacros.h", "AvailabilityVersions.h", "AvailabilityInternal.h",
            "os/availability.h":
            [
                "__", "AVAILABLE_", "AVAILABILITY_", "DEPRECATED_", "WEAK_IMPORT_", "UNAVAILABLE_", "MAC_OS_", "API_",
                "SPI_",
            ]
        default: nil
        }
    }
}
