internal import SchemeModel

// Directives.
//
// - Source: llvm-project, clang/lib/Lex/PPDirectives.cpp.
extension PreprocessorRun {
    /// Follows the directive that begins with `hash`.
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

    /// Follows `#` alone, which does nothing, and `# 12 "file"`, a line of a text that was preprocessed before.
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

    /// Passes what is left of a directive whose last token was `token`.
    mutating func endLine(_ token: PreprocessorToken) {
        var token = token
        while token.kind != .endOfDirective, token.kind != .end { token = lex(replacing: false) }
    }

    /// The directive as it is written, shortened.
    private func written(_ hash: PreprocessorToken, in file: PreprocessorFile) -> String {
        let line = file.lexer.text[hash.range.lowerBound...].prefix { !$0.endsLine }
        return String(decoding: line.prefix(80), as: UTF8.self)
    }

    /// Counts lines from the number in `token` on.
    ///
    /// - Returns: whether it is one.
    @discardableResult
    private mutating func setLine(_ token: PreprocessorToken, in file: PreprocessorFile) -> Bool {
        guard token.kind == .number, let number = Int(String(decoding: token.text, as: UTF8.self)), number < 1 << 30
        else { return false }
        // The line of the directive is the one before.
        file.lineOffset = number - (file.lexer.currentLine + 1)
        printer.beginFile(atLine: number)
        return true
    }

    private mutating func pragma(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        let name = file.lexer.next()
        switch String(decoding: name.text, as: UTF8.self) {
        case "once": if !file.isManifest { onceOnly.insert(file.path) }
        case "mark", "region", "endregion", "": break
        default: note(.copiedDirective, written(hash, in: file), in: file, at: hash.range)
        }
        endLine(name)
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

    /// Defines a macro as a `#define` line with `text` behind `#define ` would.
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

    /// The macro that the rest of the line defines; `nil`, and the line passed, where it defines none.
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

    /// The parameters behind the opening parenthesis, by name; `nil`, and the line passed, where they are invalid.
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
        // The folder behind the one in which this file was found isn't looked for.
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
                PreprocessorGap(.missingInclude(path), place: place(hash.range.lowerBound..<range.upperBound, in: file))
            )
        }
    }

    /// The name that macros make.
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

    /// It isn't known from here on which macros there are.
    mutating func miss(_ gap: PreprocessorGap) {
        macros.open()
        if gaps.count < 100, !gaps.contains(gap) { gaps.append(gap) }
    }

    /// Begins to read the first of `candidates` that is there.
    ///
    /// - Parameters:
    ///   - range: the bytes of the manifest that the file takes the place of.
    ///   - line: the line that includes it; `nil` for the command line.
    /// - Returns: whether there is one.
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

    /// Ends a file that was read to its end.
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
    /// Where a header is looked for, in order.
    ///
    /// - Parameter folder: the folder of the file that includes it, for a name in quotes.
    func candidates(_ path: Path, from folder: Path?) -> [Path] {
        if path.isAbsolute { return [path] }
        let folders = (folder.map { [$0] + quoteFolders } ?? []) + folders
        return folders.map { ($0 == "." ? path : $0.appending(path)).normalized }
    }
}

/// Headers of the SDK of which it is known how the names of their macros begin.
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
