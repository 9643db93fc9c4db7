internal import SchemeModel

// Directives.
//
// - Source: llvm-project, clang/lib/Lex/PPDirectives.cpp.
extension PreprocessorRun {
    /// Processes the directive that starts with `hash`.
    mutating func follow(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        file.lexer.beginDirective()
        let name = file.lexer.next()
        guard name.kind != .endOfDirective else { return }
        switch String(decoding: name.text, as: UTF8.self) {
        case "if": openGroup(condition(in: file), hash, in: file)
        case "ifdef": openGroup(definedness(in: file), hash, in: file)
        case "ifndef": openGroup(definedness(in: file).negated, hash, in: file)
        case "elif", "else": alternate(name, hash, in: file)
        case "endif":
            endLine(name, in: file)
            closeGroup(hash, in: file)
        case "define": define(hash, in: file)
        case "undef":
            let name = file.lexer.next()
            if name.kind == .identifier {
                macros.undefine(name.text)
            } else {
                note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            }
            endLine(name, in: file)
        case "include": include(hash, in: file)
        case "error":
            endLine(name, in: file)
            note(.errorDirective, written(hash, in: file), in: file, at: hash.range)
        case "pragma": pragma(hash, in: file)
        case "warning", "line": endLine(name, in: file)
        case "import", "include_next", "embed", "elifdef", "elifndef", "ident", "sccs":
            stop(at: "#" + String(decoding: name.text, as: UTF8.self), in: file, hash.range)
        // A line marker of preprocessed text.
        case let digits where digits.allSatisfy(\.isNumber): endLine(name, in: file)
        default:
            note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            endLine(name, in: file)
        }
    }

    /// Skips the rest of a directive after `token`.
    mutating func endLine(_ token: PreprocessorToken, in file: PreprocessorFile) {
        var token = token
        while token.kind != .endOfDirective, token.kind != .end {
            token = file.lexer.next()
            charge(1 + token.range.count / 64)
        }
    }

    /// Returns the directive as in the source, shortened.
    private func written(_ hash: PreprocessorToken, in file: PreprocessorFile) -> String {
        let line = file.lexer.text[hash.range.lowerBound...].prefix { !$0.endsLine }
        return String(decoding: line.prefix(80), as: UTF8.self)
    }

    /// Follows a pragma. The preprocessor copies most of them, which would break the property list.
    private mutating func pragma(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        let name = file.lexer.next()
        switch String(decoding: name.text, as: UTF8.self) {
        case "once": if !file.isManifest { onceOnly.insert(file.path) }
        case "mark", "region", "endregion", "": break
        default: stop(at: written(hash, in: file), in: file, hash.range)
        }
        endLine(name, in: file)
    }

    // MARK: Definitions

    private mutating func define(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        let name = file.lexer.next()
        guard name.kind == .identifier, !name.text.isText("defined") else {
            note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            return endLine(name, in: file)
        }
        let macro = definition(in: file)
        let isInvalid = [macro.tokens.first, macro.tokens.last].contains { $0?.isPunctuator("##") ?? false }
        if isInvalid { return note(.invalidDirective, written(hash, in: file), in: file, at: hash.range) }
        macros.define(name.text, macro)
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
        guard name.kind == .identifier else { return }
        macros.define(name.text, definition(in: file))
    }

    mutating func takeFileBuffer() -> Int {
        nextFileBuffer += 1
        return nextFileBuffer - 1
    }

    /// Returns the macro that the rest of the line defines.
    private mutating func definition(in file: PreprocessorFile) -> PreprocessorMacro {
        var macro = PreprocessorMacro()
        var token = file.lexer.next()
        if token.kind != .endOfDirective, token.hasLeadingSpace {
            token.hasLeadingSpace = false
        } else if token.isPunctuator("(") {
            macro.hasParameters = true
            macro.isUnsupported = true
        }
        while token.kind != .endOfDirective, token.kind != .end, !isExhausted {
            charge(1 + token.text.count / 64)
            if token.isPunctuator("##") || token.isPunctuator("%:") { macro.isUnsupported = true }
            macro.tokens.append(token)
            token = file.lexer.next()
        }
        macro.isCut = file.lexer.hasCutDirective
        if options.syntax.keepsCommentsInMacros, file.lexer.hasDirectiveComment || file.lexer.unterminated != nil {
            macro.isUnsupported = true
        }
        return macro
    }

    // MARK: Includes

    private mutating func include(_ hash: PreprocessorToken, in file: PreprocessorFile) {
        guard let header = file.lexer.takeHeaderName() else {
            // A macro may give the name.
            let name = file.lexer.next()
            if name.kind == .identifier { return stop(at: written(hash, in: file), in: file, hash.range) }
            note(.invalidDirective, written(hash, in: file), in: file, at: hash.range)
            return endLine(name, in: file)
        }
        endLine(file.lexer.next(), in: file)
        let path = Path(bytes: header.name)
        let range = hash.range.lowerBound..<file.lexer.index
        let isFound = include(
            path,
            candidates: options.candidates(path, from: header.isQuoted ? file.path.directory : nil),
            at: file.lexer.includeRange ?? range
        )
        guard !isFound else { return }
        if let prefixes = SystemHeaders.prefixes(ofNamesIn: path) {
            macros.open(prefixes: prefixes)
        } else {
            miss(UnknownMacroReason(.missingInclude(path), place: place(range, in: file)))
        }
    }

    /// Records that some macros are unknown from here on.
    mutating func miss(_ gap: UnknownMacroReason) {
        macros.open()
        note(gap)
    }

    /// Starts to read the first existing file in `candidates`.
    ///
    /// - Parameter range: The bytes of the manifest that the file replaces.
    /// - Returns: Whether a file exists.
    mutating func include(_ path: Path, candidates: [Path], at range: Range<Int>) -> Bool {
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
            charge(contents.bytes.count / 64)
            begin(
                PreprocessorFile(
                    path: candidate,
                    text: contents.bytes,
                    buffer: takeFileBuffer(),
                    syntax: options.syntax,
                    includeRange: range
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
        if frames.count > 1 { printer.breakLine() }
    }
}

extension PreprocessorOptions {
    /// Returns the search paths of a header, in order.
    ///
    /// - Parameter folder: The folder of the including file, for a name in quotes.
    func candidates(_ path: Path, from folder: Path?) -> [Path] {
        if path.isAbsolute { return [path] }
        let folders = (folder.map { [$0] } ?? []) + folders
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
