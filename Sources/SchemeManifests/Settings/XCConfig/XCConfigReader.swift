package import SchemeModel

/// Reads .xcconfig files and their includes.
package struct XCConfigReader: Sendable {
    /// The result of reading a file and its includes.
    package struct Reading: Sendable {
        /// All assignments in order of application. Those of an included file are at its `#include`.
        package var assignments: [SettingAssignment] = []
        /// All files read, in order of first use, without duplicates.
        package var files: [File] = []
        /// All paths that were tried, those of missing files included.
        package var tried: Set<Path> = []
        /// Unreadable required includes, and the file itself if it is unreadable.
        package var missing: [MissingSettingsFile] = []
        /// Missing optional includes (`#include?`).
        package var absent: [MissingSettingsFile] = []
        /// Files that were found under a name with different capitalization.
        package var respelled: [PathCaseMismatch] = []
        /// The diagnostics for the files, in the order of reading.
        package var diagnostics: [SettingDiagnostic] = []
        /// Unreadable files and exceeded limits.
        package var problems: [Problem] = []

        /// Returns the level with these assignments.
        package func level(_ kind: SettingLevel.Kind) -> SettingLevel {
            SettingLevel(kind, assignments, missing: missing, absent: absent)
        }
    }

    /// A file that was read.
    package struct File: Hashable, Sendable {
        package var path: Path
        package var stamp: FileStamp
    }

    private let files: any FileAccess
    private let limits: Limits
    private let searchFolders: [Path]
    private let template: @Sendable (Path) -> Path?
    private let placing: @Sendable (Path, SourceRange?) -> Place

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - searchFolders: The folders to search for includes after the folders of the including files: the project's
    ///     folder.
    ///   - template: Returns the file that the missing file at a path is copied from.
    ///   - placing: Returns the location of a range in the file opened at a path.
    package init(
        files: any FileAccess,
        limits: Limits = .standard,
        searchFolders: [Path] = [],
        template: @escaping @Sendable (Path) -> Path? = { _ in nil },
        placing: @escaping @Sendable (Path, SourceRange?) -> Place = { Place(path: $0, range: $1) }
    ) {
        self.files = files
        self.limits = limits
        self.searchFolders = searchFolders
        self.template = template
        self.placing = placing
    }

    /// Reads the file at `path` with its includes.
    ///
    /// A file that can't be read is ``Reading/missing``, and its settings are unknown.
    ///
    /// - Parameter place: The line that refers to the file.
    package func read(_ path: Path, wantedAt place: Place? = nil) -> Reading {
        var run = Run(reader: self)
        let actual = files.spelling(of: path)
        if actual != path {
            run.reading.respelled.append(PathCaseMismatch(written: path, actual: actual, place: place))
        }
        switch run.open(actual) {
        case .file(let file): run.read(file)
        case .failure(let error): run.miss(path, error, place: place, lookedFor: [path])
        }
        return run.reading
    }

    /// The state of one run.
    private struct Run {
        let reader: XCConfigReader
        var reading = Reading()
        /// The open files, each included by the previous one.
        var stack: [OpenFile] = []
        /// All opened files by real path.
        var known: [Path: OpenFile] = [:]
        var includes = 0
        /// The bytes of all files, counted each time that a file is included.
        var bytes = 0
        var isOverLimit = false

        struct OpenFile {
            var path: Path
            var realPath: Path
            var text: [UInt8]
            var map: TextMap
            /// Whether the file starts with a byte order mark.
            var hasMark: Bool
        }

        enum OpenResult {
            case file(OpenFile)
            case failure(FileError)
        }

        mutating func open(_ path: Path) -> OpenResult {
            reading.tried.insert(path.normalized)
            do {
                let realPath = try reader.files.realPath(of: path)
                if var file = known[realPath] {
                    file.path = path
                    return .file(file)
                }
                let contents = try reader.files.contents(of: path, limit: reader.limits.settingsFileBytes)
                reading.files.append(File(path: path, stamp: contents.stamp))
                let hasMark = contents.bytes.starts(with: [0xEF, 0xBB, 0xBF])
                let text = hasMark ? Array(contents.bytes.dropFirst(3)) : contents.bytes
                let map = TextMap(text, storage: .utf8(mark: hasMark ? 3 : 0))
                let file = OpenFile(path: path, realPath: realPath, text: text, map: map, hasMark: hasMark)
                known[realPath] = file
                return .file(file)
            } catch {
                return .failure(error)
            }
        }

        mutating func read(_ file: OpenFile) {
            guard !file.text.starts(with: [0xFF, 0xFE]), !file.text.starts(with: [0xFE, 0xFF]) else {
                return note(.notText, nil, file, 0..<0)
            }
            bytes += file.text.count
            guard bytes <= reader.limits.settingsIncludedBytes else {
                return giveUp("bytes with what it includes", reader.limits.settingsIncludedBytes, file)
            }
            stack.append(file)
            defer { stack.removeLast() }
            if !file.text.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) != nil }) {
                note(.notText, nil, file, 0..<0)
            }
            var index = 0
            var isFirst = true
            while index < file.text.count, !isOverLimit {
                let start = index
                let line = XCConfigLine(file.text, at: &index)
                if isFirst, file.hasMark {
                    // Xcode reads the mark as a character of the first line, which invalidates that line.
                    note(.unexpectedCharacter, nil, file, start..<index)
                } else {
                    take(line, of: file)
                }
                isFirst = false
            }
        }

        private mutating func take(_ line: XCConfigLine, of file: OpenFile) {
            switch line {
            case .blank:
                break
            case .assignment(let name, let conditions, let value, let valueRange):
                guard reading.assignments.count < reader.limits.settingAssignments else {
                    return giveUp("setting assignments", reader.limits.settingAssignments, file)
                }
                reading.assignments.append(
                    SettingAssignment(
                        ByteString(String(decoding: file.text[name], as: UTF8.self)),
                        conditions: conditions.map { SettingAssignment.Condition($0.parameter, $0.pattern) },
                        value: value,
                        place: reader.placing(file.path, file.map.range(valueRange ?? name)),
                        nameRange: file.map.range(name)
                    )
                )
            case .include(let path, let isOptional):
                include(Path(bytes: file.text[path]), isOptional: isOptional, from: file, at: path)
            case .error(let kind, let range):
                let text = file.text[range].prefix { $0.continuesName }
                note(kind, kind == .missingEqualsSign ? String(decoding: text, as: UTF8.self) : nil, file, range)
            }
        }

        private mutating func include(_ path: Path, isOptional: Bool, from file: OpenFile, at range: Range<Int>) {
            includes += 1
            guard includes <= reader.limits.settingsIncludes else {
                return giveUp("included files", reader.limits.settingsIncludes, file)
            }
            guard stack.count < reader.limits.settingsIncludeDepth else {
                return giveUp("levels of includes", reader.limits.settingsIncludeDepth, file)
            }
            let place = reader.placing(file.path, file.map.range(range))
            var failure = FileError.notFound
            let candidates = candidates(for: path)
            for candidate in candidates {
                switch open(candidate) {
                case .file(let found): return read(found, includedAs: path, from: file, at: range)
                case .failure(let error):
                    // A folder with that name is not the file.
                    if !error.isAbsence || error == .encrypted, error != .wrongKind(.directory) { failure = error }
                }
            }
            for candidate in candidates where failure == .notFound {
                let actual = reader.files.spelling(of: candidate)
                guard actual != candidate, case .file(let found) = open(actual) else { continue }
                reading.respelled.append(PathCaseMismatch(written: candidate, actual: actual, place: place))
                return read(found, includedAs: path, from: file, at: range)
            }
            if isOptional, failure == .notFound {
                reading.absent.append(MissingSettingsFile(path: path, place: place))
            } else {
                miss(path, failure, place: place, lookedFor: candidates)
            }
        }

        private mutating func read(
            _ found: OpenFile,
            includedAs path: Path,
            from file: OpenFile,
            at range: Range<Int>
        ) {
            guard !stack.contains(where: { $0.realPath == found.realPath }) else {
                return note(.cyclicInclude, path.display, file, range)
            }
            read(found)
        }

        /// Returns the possible paths of the file `path`.
        ///
        /// The search order is next to the open files, innermost first, then in the search folders. At each, the
        /// literal name comes before the one with the extension.
        private func candidates(for path: Path) -> [Path] {
            // The location of Xcode is unknown.
            if path.bytes.starts(with: "<DEVELOPER_DIR>".utf8) { return [] }
            var folders: [Path] = []
            for folder in stack.reversed().map({ $0.path.directory }) + reader.searchFolders
            where !folders.contains(folder) {
                folders.append(folder)
            }
            if path.isAbsolute { folders = ["/"] }
            return folders.flatMap { folder in
                let exact = folder == "." ? path : folder.appending(path)
                return exact.hasExtension("xcconfig") ? [exact] : [exact, Path(bytes: exact.bytes + ".xcconfig".utf8)]
            }
        }

        /// Records a missing file.
        ///
        /// - Parameter candidates: The absolute paths that the file could have.
        mutating func miss(_ path: Path, _ error: FileError, place: Place?, lookedFor candidates: [Path]) {
            let template = error == .encrypted ? nil : candidates.lazy.compactMap(reader.template).first
            reading.missing.append(
                MissingSettingsFile(path: path, place: place, template: template, isEncrypted: error == .encrypted)
            )
            reading.diagnostics.append(SettingDiagnostic(.missingInclude, subject: path.display, place: place))
            guard !error.isAbsence, error != .wrongKind(.directory) else { return }
            reading.problems.append(
                Problem(
                    code: error.problemCode,
                    message: "the settings file '\(path.display)' could not be read",
                    hint: nil,
                    place: place ?? reader.placing(path, nil)
                )
            )
        }

        private mutating func giveUp(_ what: String, _ limit: Int, _ file: OpenFile) {
            guard !isOverLimit else { return }
            isOverLimit = true
            let path = stack.first?.path ?? file.path
            // The unread part might have defined any setting.
            reading.missing.append(MissingSettingsFile(path: path))
            reading.problems.append(
                Problem(
                    code: .overLimit,
                    message: "the settings file has more than \(limit.grouped) \(what); the rest counts as unknown",
                    hint: nil,
                    place: reader.placing(file.path, nil)
                )
            )
        }

        private mutating func note(
            _ kind: SettingDiagnostic.Kind,
            _ subject: String?,
            _ file: OpenFile,
            _ range: Range<Int>
        ) {
            // In a file that doesn't contain settings, every line is an error.
            guard reading.diagnostics.count < 1_000 else { return }
            let place = reader.placing(file.path, file.map.range(range))
            reading.diagnostics.append(SettingDiagnostic(kind, subject: subject, place: place))
        }
    }
}
