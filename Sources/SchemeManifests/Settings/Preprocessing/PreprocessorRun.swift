internal import SchemeModel

/// One run of the preprocessor over a manifest and what it includes.
struct PreprocessorRun {
    let files: any FileAccess
    let limits: Limits
    let placing: @Sendable (Path, SourceRange?) -> Place
    let isTraditional: Bool
    var macros: PreprocessorMacros
    var result = PreprocessedText()

    /// The files that are being read, each included by the one before.
    private var stack: [Source] = []
    private var branches: [Branch] = []
    /// Text of included files, which takes the place of the manifest's `#include`.
    private var included: [UInt8] = []
    private var includes = 0
    private var isExhausted = false

    /// A file that is read.
    struct Source {
        let path: Path
        let text: [UInt8]
        let map: TextMap

        init(path: Path, text: [UInt8]) {
            self.path = path
            self.text = text
            map = TextMap(text, storage: .utf8(mark: 0))
        }
    }

    /// An `#if` whose `#endif` has not been seen.
    private struct Branch {
        /// Where its `#if` stands.
        var range: Range<Int>
        /// Whether what stands around it is kept.
        var isOuterActive: Bool
        /// Whether the part that is being read is kept.
        var isActive: Bool
        /// Whether some part was kept.
        var wasTaken: Bool
        var hasElse = false
    }

    private var isActive: Bool { branches.last?.isActive ?? true }

    init(
        files: any FileAccess,
        limits: Limits,
        placing: @escaping @Sendable (Path, SourceRange?) -> Place,
        isTraditional: Bool,
        macros: PreprocessorMacros
    ) {
        self.files = files
        self.limits = limits
        self.placing = placing
        self.isTraditional = isTraditional
        self.macros = macros
    }

    mutating func read(_ source: Source, isManifest: Bool) {
        stack.append(source)
        // Conditions do not reach from one file into another.
        let outer = branches
        branches = []
        var index = 0
        while index < source.text.count {
            let end = Self.endOfLine(source.text, from: index)
            let first = source.text[index..<end].firstIndex { !$0.isBlank } ?? end
            if first < end, source.text[first] == UInt8(ascii: "#") {
                let directiveEnd = Self.endOfDirective(source.text, from: first)
                let next = Self.behindLineEnd(source.text, directiveEnd)
                included = isManifest ? [] : included
                directive(source, first..<directiveEnd)
                if isManifest { writeDirective(source, index..<next) }
                index = next
            } else if isActive {
                index = text(source, from: index, isManifest: isManifest)
            } else {
                let next = Self.behindLineEnd(source.text, end)
                if isManifest { result.blank(source.text, index..<next) }
                index = next
            }
        }
        if let open = branches.last { note(.unbalancedDirective, source, open.range) }
        branches = outer
        stack.removeLast()
    }

    private mutating func writeDirective(_ source: Source, _ range: Range<Int>) {
        if included.allSatisfy({ $0.isBlank || $0 == 0x0A || $0 == 0x0D }) {
            result.blank(source.text, range)
        } else {
            result.replace(range, with: included + [0x0A])
        }
    }

    // MARK: Text

    /// Writes the line at `start` with macros replaced and without comments, and gives the beginning of the next one,
    /// which is further down when a comment goes on for lines.
    private mutating func text(_ source: Source, from start: Int, isManifest: Bool) -> Int {
        let bytes = source.text
        var end = Self.endOfLine(bytes, from: start)
        var index = start
        while index < end {
            let (kind, next) = PreprocessorMacros.token(bytes, at: index, end: end)
            let range = index..<next
            index = next
            switch kind {
            case .identifier:
                if let expansion = expansion(of: Array(bytes[range]), source, range) {
                    write(expansion, for: range, isManifest)
                } else {
                    copy(source, range, isManifest)
                }
            case .comment where bytes[range.lowerBound + 1] == UInt8(ascii: "*"):
                let close = PreprocessorMacros.endOfComment(bytes, from: range.lowerBound + 2, end: bytes.count)
                if close == nil { note(.unbalancedDirective, source, range.lowerBound..<range.lowerBound + 2) }
                index = close ?? bytes.count
                end = Self.endOfLine(bytes, from: index)
                write([.space], for: range.lowerBound..<index, isManifest)
            case .comment where !isTraditional:
                write([], for: range, isManifest)
            case .comment:
                // Its slashes are plain text, and the rest of the line is looked at like any other.
                index = range.lowerBound + 2
                copy(source, range.lowerBound..<index, isManifest)
            case .number, .blank, .quotation, .other:
                copy(source, range, isManifest)
            }
        }
        let next = Self.behindLineEnd(bytes, end)
        copy(source, end..<next, isManifest)
        return next
    }

    private mutating func expansion(of name: [UInt8], _ source: Source, _ range: Range<Int>) -> [UInt8]? {
        if macros.macros[name] == .function { note(.unsupportedMacro, source, range) }
        guard !isExhausted, let expansion = macros.expansion(of: name) else {
            if macros.remaining <= 0 { giveUp(source, range) }
            return nil
        }
        let size = result.bytes.count + included.count + expansion.count
        guard size <= limits.manifestBytes else {
            giveUp(source, range)
            return nil
        }
        return expansion
    }

    private mutating func copy(_ source: Source, _ range: Range<Int>, _ isManifest: Bool) {
        if isManifest { result.copy(source.text, range) } else { included += source.text[range] }
    }

    private mutating func write(_ text: [UInt8], for range: Range<Int>, _ isManifest: Bool) {
        if isManifest { result.replace(range, with: text) } else { included += text }
    }

    // MARK: Directives

    /// Follows the directive at `range`, from its `#` to the end of its line.
    private mutating func directive(_ source: Source, _ range: Range<Int>) {
        let bytes = Self.joined(source.text, range)
        var index = 1
        Self.skipBlanks(bytes, &index)
        let start = index
        while index < bytes.count, bytes[index].continuesName { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        Self.skipBlanks(bytes, &index)
        let rest = index..<bytes.count
        switch name {
        case "if": open(source, range, isActive && condition(bytes, rest, source, range))
        case "ifdef": open(source, range, isActive && isDefined(bytes, rest, source, range))
        case "ifndef": open(source, range, isActive && !isDefined(bytes, rest, source, range))
        case "elif", "elifdef", "elifndef", "else": alternate(name, bytes, rest, source, range)
        case "endif":
            if branches.popLast() == nil { note(.unbalancedDirective, source, range) }
        case _ where !isActive: break
        case "define": define(bytes, rest, source, range)
        case "undef": macros.undefine(Self.name(bytes, rest))
        case "include", "import": include(bytes, rest, source, range)
        case "error": note(.errorDirective, source, range, String(decoding: bytes[rest], as: UTF8.self))
        case "warning", "pragma", "line", "ident", "": break
        default: note(.invalidDirective, source, range, "#" + name)
        }
    }

    private mutating func open(_ source: Source, _ range: Range<Int>, _ holds: Bool) {
        guard branches.count < limits.depth else { return giveUp(source, range) }
        branches.append(Branch(range: range, isOuterActive: isActive, isActive: holds, wasTaken: holds))
    }

    private mutating func alternate(
        _ name: String,
        _ bytes: [UInt8],
        _ rest: Range<Int>,
        _ source: Source,
        _ range: Range<Int>
    ) {
        guard var branch = branches.popLast(), !branch.hasElse else {
            return note(.unbalancedDirective, source, range)
        }
        var holds = branch.isOuterActive && !branch.wasTaken
        // The condition of a part that is not reached is not looked at.
        if holds {
            switch name {
            case "elif": holds = condition(bytes, rest, source, range)
            case "elifdef": holds = isDefined(bytes, rest, source, range)
            case "elifndef": holds = !isDefined(bytes, rest, source, range)
            default: break
            }
        }
        branch.hasElse = name == "else"
        branch.isActive = holds
        branch.wasTaken = branch.wasTaken || holds
        branches.append(branch)
    }

    private mutating func condition(
        _ bytes: [UInt8],
        _ rest: Range<Int>,
        _ source: Source,
        _ range: Range<Int>
    ) -> Bool {
        if let value = PreprocessorCondition.evaluate(bytes, rest, &macros) { return value }
        if macros.remaining <= 0 { giveUp(source, range) }
        note(.invalidCondition, source, range, String(decoding: bytes[rest].prefix(200), as: UTF8.self))
        return false
    }

    private mutating func isDefined(
        _ bytes: [UInt8],
        _ rest: Range<Int>,
        _ source: Source,
        _ range: Range<Int>
    ) -> Bool {
        let name = Self.name(bytes, rest)
        if name.isEmpty { note(.invalidCondition, source, range, "") }
        return macros.isDefined(name)
    }

    private mutating func define(_ bytes: [UInt8], _ rest: Range<Int>, _ source: Source, _ range: Range<Int>) {
        let name = Self.name(bytes, rest)
        guard !name.isEmpty else { return note(.invalidDirective, source, range, "#define") }
        var index = rest.lowerBound + name.count
        if index < bytes.count, bytes[index] == .openParenthesis {
            macros.define(name, .function)
            return note(.unsupportedMacro, source, range, String(decoding: name, as: UTF8.self))
        }
        Self.skipBlanks(bytes, &index)
        var body: [UInt8] = []
        while index < bytes.count {
            let (kind, end) = PreprocessorMacros.token(bytes, at: index, end: bytes.count)
            if kind == .comment { body.append(.space) } else { body += bytes[index..<end] }
            index = end
        }
        while body.last?.isBlank == true { body.removeLast() }
        macros.define(name, .text(body))
    }

    // MARK: Includes

    private mutating func include(_ bytes: [UInt8], _ rest: Range<Int>, _ source: Source, _ range: Range<Int>) {
        let text = bytes[rest]
        let closing: UInt8 = text.first == UInt8(ascii: "<") ? UInt8(ascii: ">") : .doubleQuote
        guard let first = text.first, first == .doubleQuote || first == UInt8(ascii: "<"),
            let end = text.dropFirst().firstIndex(of: closing)
        else { return note(.invalidDirective, source, range, "#include") }
        let path = Path(bytes: text[(rest.lowerBound + 1)..<end])
        // Headers of the system belong to an SDK, which is not here.
        if first == UInt8(ascii: "<") { return miss(path, source, range) }
        include(path, from: source, at: range)
    }

    /// Reads the file `path`, which `source` names at `range`.
    mutating func include(_ path: Path, from source: Source?, at range: Range<Int>) {
        includes += 1
        guard includes <= limits.settingsIncludes, stack.count < limits.settingsIncludeDepth, !isExhausted else {
            return giveUp(source, range)
        }
        let folders = stack.reversed().map(\.path.directory)
        let candidates =
            path.isAbsolute || folders.isEmpty ? [path] : folders.map { $0 == "." ? path : $0.appending(path) }
        for candidate in candidates {
            guard case .success(let contents) = contents(of: candidate) else { continue }
            let file = XCConfigReader.File(path: candidate, stamp: contents.stamp)
            if !result.files.contains(file) { result.files.append(file) }
            // A header is read again for each include; what guards against that is its own.
            macros.remaining -= contents.bytes.count / 64
            guard macros.remaining > 0 else { return giveUp(source, range) }
            return read(Source(path: candidate, text: contents.bytes), isManifest: false)
        }
        miss(path, source, range)
    }

    private func contents(of path: Path) -> Result<FileContents, FileError> {
        do {
            return .success(try files.contents(of: path, limit: limits.settingsFileBytes))
        } catch {
            return .failure(error)
        }
    }

    private mutating func miss(_ path: Path, _ source: Source?, _ range: Range<Int>) {
        result.missing.append(MissingSettingsFile(path: path, place: place(source, range)))
        note(.missingInclude, source, range, path.display)
    }

    // MARK: Reports

    private mutating func giveUp(_ source: Source?, _ range: Range<Int>) {
        guard !isExhausted else { return }
        isExhausted = true
        note(.overLimit, source, range, source?.path.lastComponent.display)
    }

    private mutating func note(
        _ kind: SettingDiagnostic.Kind,
        _ source: Source?,
        _ range: Range<Int>,
        _ subject: String? = nil
    ) {
        guard result.diagnostics.count < 200 else { return }
        let quoted = source.map { String(decoding: $0.text[range].prefix(80), as: UTF8.self) }
        result.diagnostics.append(SettingDiagnostic(kind, subject: subject ?? quoted, place: place(source, range)))
    }

    private func place(_ source: Source?, _ range: Range<Int>) -> Place? {
        source.map { placing($0.path, $0.map.range(range)) }
    }

    // MARK: Lines

    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// The end of the directive at `start`: of its line, or of those that a backslash continues it with.
    private static func endOfDirective(_ bytes: [UInt8], from start: Int) -> Int {
        var end = endOfLine(bytes, from: start)
        while end > start, bytes[end - 1] == .backslash, end < bytes.count {
            end = endOfLine(bytes, from: behindLineEnd(bytes, end))
        }
        return end
    }

    private static func behindLineEnd(_ bytes: [UInt8], _ end: Int) -> Int {
        guard end < bytes.count else { return end }
        return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : end + 1
    }

    /// A directive in one line.
    private static func joined(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var line: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let end = min(endOfLine(bytes, from: index), range.upperBound)
            line += end < range.upperBound ? bytes[index..<(end - 1)] : bytes[index..<end]
            index = end < range.upperBound ? behindLineEnd(bytes, end) : end
        }
        return line
    }

    private static func skipBlanks(_ bytes: [UInt8], _ index: inout Int) {
        while index < bytes.count, bytes[index].isBlank { index += 1 }
    }

    /// The identifier at the beginning of `rest`.
    private static func name(_ bytes: [UInt8], _ rest: Range<Int>) -> [UInt8] {
        guard let first = bytes[rest].first, first.beginsIdentifier else { return [] }
        return Array(bytes[rest].prefix { $0.continuesIdentifier })
    }
}
