package import SchemeModel

/// Reads the references of a `.xcworkspace` to projects.
package struct WorkspaceReader: Sendable {
    /// The references of a workspace.
    package struct Reading: Sendable, Codable {
        /// The absolute paths of its projects, in its order, without duplicates.
        package var projects: [Path] = []
        /// The places of ``projects`` in the file.
        package var projectRanges: [SourceRange] = []
        /// The absolute paths of its other references, in its order, without duplicates.
        ///
        /// These are package folders and other files.
        package var folders: [Path] = []
        /// The places of ``folders`` in the file.
        package var ranges: [SourceRange] = []
        /// The workspace file; `nil` if it is unreadable.
        package var input: ProjectReading.Input?
        /// The reason why the workspace file can't be parsed; empty for one that can.
        package var irregularities: [InputIrregularity] = []
        package var problems: [Problem] = []
    }

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Reads the workspace at `path`, which is absolute or below the root of `origin`.
    package func read(workspaceAt path: Path, of origin: ProjectOrigin, files: any FileAccess) -> Reading {
        let workspace = origin.root.appending(path).normalized
        let file = workspace.appending("contents.xcworkspacedata")
        let files = ProjectFileSystem(files, of: origin, limit: limits.manifestBytes)
        var reading = Reading()
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try files.contents(of: file, limit: limits.manifestBytes).bytes
        } catch {
            reading.problems.append(Problem(error, reading: "the workspace", at: origin.place(file, nil)))
            return reading
        }
        reading.input = files.inputs.first { $0.path == file }
        var scanner = WorkspaceScanner(bytes, folder: workspace.directory, limits)
        do throws(WorkspaceScanner.SyntaxError) {
            let found = try scanner.locations()
            if scanner.isOverLimit {
                reading.problems.append(
                    Problem(
                        code: .overLimit,
                        message: "the workspace has more than \(limits.workspaceReferences.grouped) references; "
                            + "the rest was not read",
                        hint: "name the projects to check instead of the workspace",
                        place: origin.place(file, nil)
                    )
                )
            }
            var seen: Set<Path> = []
            let map = TextMap(bytes, storage: .utf8(mark: 0))
            for (path, location) in found where seen.insert(path).inserted {
                if path.hasExtension("xcodeproj") {
                    reading.projects.append(path)
                    reading.projectRanges.append(map.range(location))
                } else {
                    reading.folders.append(path)
                    reading.ranges.append(map.range(location))
                }
            }
        } catch {
            let range = TextMap(bytes, storage: .utf8(mark: 0)).range(error.offset..<error.offset)
            let malformed = Irregularity(
                .malformedProject,
                span: ValueSpan(keyPath: "", element: range),
                cause: error.cause
            )
            reading.irregularities = [InputIrregularity(malformed, of: origin.place(file, nil))]
        }
        return reading
    }
}

/// Finds the `location` of every `FileRef`, relative to its `Group`s.
///
/// The format only has these two elements and one attribute, so the scanner only supports tags, attributes and
/// comments.
private struct WorkspaceScanner {
    struct SyntaxError: Error {
        var cause: String
        var offset: Int
    }

    private let bytes: [UInt8]
    private let folder: Path
    private let limits: Limits
    private var offset = 0
    /// Whether it has more than ``Limits/workspaceReferences``.
    private(set) var isOverLimit = false

    init(_ bytes: [UInt8], folder: Path, _ limits: Limits) {
        self.bytes = bytes
        self.folder = folder
        self.limits = limits
    }

    private struct Tag {
        var name: String
        var isEnd = false
        var isEmpty = false
        var location: String?
        /// The bytes of the location.
        var range = 0..<0
    }

    /// The paths, with the bytes of the locations.
    mutating func locations() throws(SyntaxError) -> [(path: Path, location: Range<Int>)] {
        var found: [(path: Path, location: Range<Int>)] = []
        var groups: [(offset: Int, folder: Path)] = []
        var isWorkspace = false
        while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
            offset = start
            guard let tag = try tag() else { continue }
            if tag.name == "Workspace" { isWorkspace = true }
            guard isWorkspace else {
                throw SyntaxError(cause: "expected <Workspace> as the first element", offset: start)
            }
            let around = groups.last?.folder ?? folder
            switch (tag.name, tag.isEnd) {
            case ("Group", true):
                if groups.popLast() == nil { throw SyntaxError(cause: "</Group> has no start tag", offset: start) }
            case ("Group", false) where !tag.isEmpty:
                guard groups.count < limits.depth else {
                    let cause = "groups are nested more than \(limits.depth) levels deep"
                    throw SyntaxError(cause: cause, offset: start)
                }
                groups.append((start, try path(of: tag, below: around) ?? around))
            case ("FileRef", false):
                guard let path = try path(of: tag, below: around) else { continue }
                guard found.count < limits.workspaceReferences else {
                    isOverLimit = true
                    return found
                }
                found.append((path, tag.range))
            default: break
            }
        }
        guard isWorkspace else { throw SyntaxError(cause: "the file has no <Workspace> element", offset: 0) }
        if let group = groups.last { throw SyntaxError(cause: "the group is not closed", offset: group.offset) }
        return found
    }

    /// Reads the tag at the current position. Returns `nil` for a comment, a declaration and the like.
    private mutating func tag() throws(SyntaxError) -> Tag? {
        let start = offset
        if bytes[offset...].starts(with: "<!--".utf8) {
            guard let end = index(of: "-->", from: offset + 4) else {
                throw SyntaxError(cause: "the comment is not closed", offset: start)
            }
            offset = end + 3
            return nil
        }
        guard let end = tagEnd(from: offset + 1) else {
            throw SyntaxError(cause: "the tag is not closed", offset: start)
        }
        var content = bytes[(offset + 1)..<end]
        offset = end + 1
        guard let first = content.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { return nil }
        var tag = Tag(name: "")
        if first == UInt8(ascii: "/") {
            tag.isEnd = true
            content = content.dropFirst()
        }
        if content.last == UInt8(ascii: "/") {
            tag.isEmpty = true
            content = content.dropLast()
        }
        let name = content.prefix { !Self.isBlank($0) }
        guard name.first.map({ $0.isLetter }) ?? false else {
            throw SyntaxError(cause: "`<` does not start a tag; it may be left over from a merge", offset: start)
        }
        tag.name = String(decoding: name, as: UTF8.self)
        if let value = Self.attribute("location", in: content.dropFirst(name.count)) {
            tag.location = Self.unescaped(String(decoding: value, as: UTF8.self))
            tag.range = value.startIndex..<value.endIndex
        }
        return tag
    }

    /// Returns the next `>` outside quotes.
    private func tagEnd(from start: Int) -> Int? {
        var quote: UInt8?
        for index in start..<max(start, bytes.count) {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
        }
        return nil
    }

    private func index(of text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard start <= bytes.count - wanted.count else { return nil }
        return (start...(bytes.count - wanted.count)).first { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    /// Returns the value of an attribute from `name = "value"` pairs.
    private static func attribute(_ wanted: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = text
        while true {
            rest = rest.drop(while: isBlank)
            let name = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "=") }
            guard !name.isEmpty else { return nil }
            rest = rest.dropFirst(name.count).drop(while: isBlank)
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: isBlank)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(value.count + 2)
            if name.elementsEqual(wanted.utf8) { return value }
        }
    }

    private static func unescaped(_ text: String) -> String {
        let entities = [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func path(of tag: Tag, below group: Path) throws(SyntaxError) -> Path? {
        guard let path = tag.location.flatMap({ path($0, below: group) }) else { return nil }
        guard path.bytes.count <= ProjectPaths.longest else {
            let cause = "the path is longer than \(ProjectPaths.longest.grouped) bytes"
            throw SyntaxError(cause: cause, offset: tag.range.lowerBound)
        }
        return path
    }

    /// Returns the path of a location.
    ///
    /// `group:` is relative to the surrounding group, `container:` to the workspace's folder.
    private func path(_ location: String, below group: Path) -> Path? {
        guard let colon = location.firstIndex(of: ":") else { return nil }
        let rest = Path(String(location[location.index(after: colon)...]))
        switch location[..<colon] {
        case "group": return group.appending(rest).normalized
        case "container": return folder.appending(rest).normalized
        case "absolute": return rest.isAbsolute ? rest.normalized : nil
        // A workspace inside a project refers to that project.
        case "self": return folder.hasExtension("xcodeproj") ? folder : folder.appending(rest).normalized
        default: return nil
        }
    }
}
