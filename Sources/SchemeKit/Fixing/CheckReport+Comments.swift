import SchemeModel
import SchemeReports
import SchemeRules

extension CheckReport {
    /// Writes a comment above each line of code with findings that nobody accepted, and accepts these findings.
    ///
    /// Files that changed since they were read, or can't be written, are problems of the report. Its places in the other
    /// files are moved to where they are below the comments.
    ///
    /// - Parameters:
    ///   - reason: The reason in the comments.
    ///   - sources: The sources that places are relative to.
    ///   - digest: Returns the digest of a file when it was read.
    /// - Returns: The digests of the files with comments.
    mutating func allowInCode(
        because reason: String,
        sources: [Source],
        in context: Context,
        digest: (Place) throws -> String?
    ) throws -> [Place: String] {
        let roots = Dictionary(sources.map { ($0.name, $0.root) }, uniquingKeysWith: { first, _ in first })
        var files: [Place: [Int]] = [:]
        for (index, finding) in findings.enumerated() where finding.accepted == nil && finding.isInCode {
            files[Place(source: finding.place.source, path: finding.place.path), default: []].append(index)
        }
        var digests: [Place: String] = [:]
        var counts = (comments: 0, files: 0, left: 0)
        for (file, indices) in files.sorted(by: { $0.key < $1.key }) {
            guard let root = file.source.flatMap({ roots[$0] }) else { continue }
            var comments = AllowComments(reason: reason)
            for index in indices { comments.add(findings[index].rule, inLine: findings[index].line ?? 0) }
            let path = root.appending(file.path)
            let wanted = try digest(file)
            do throws(FileError) {
                let bytes = try context.files.contents(of: path, limit: Limits.standard.manifestBytes).bytes
                guard SHA256.hex(of: bytes) == wanted else { throw .changedWhileReading }
                let result = comments.added(to: bytes)
                let lines = result.lines
                let accepted = indices.filter { findings[$0].line.map(lines.contains) ?? false }
                counts.left += indices.count - accepted.count
                guard !lines.isEmpty else { continue }
                try FileReplacement.replace(path, with: result.bytes)
                counts.files += 1
                counts.comments += lines.count
                digests[file] = SHA256.hex(of: result.bytes)
                move(by: InsertedLines(file: file, bytes: result.inserted))
                for index in accepted {
                    // The comment is above the line.
                    let by = "\(file.path.display):\((findings[index].line ?? 0) - 1)"
                    findings[index].accepted = Finding.Acceptance(reason: reason, by: by, isInSource: true)
                }
                if let line = accepted.first { countComments(lines.count, in: findings[line].place) }
            } catch {
                problems.append(Problem(error, of: file.path, in: file.source))
            }
        }
        problems.sort()
        summary.count(findings)
        summary.problems = problems.count
        let comments = TextTerms.count(counts.comments, "comment")
        context.note("\(comments) added to \(TextTerms.count(counts.files, "file"))")
        guard counts.left > 0 else { return digests }
        context.note(
            "no comment can stand above \(TextTerms.count(counts.left, "finding")) in a string or a continued line",
            hint: "accept them in .schemereg.yml"
        )
        return digests
    }

    /// Moves all places in a file to where they are now.
    private mutating func move(by lines: InsertedLines) {
        for index in findings.indices { lines.move(&findings[index]) }
        for index in problems.indices { lines.move(&problems[index].place) }
        for index in summary.policyFiles.indices { lines.move(&summary.policyFiles[index].place) }
        for index in summary.acceptedProblems.indices { lines.move(&summary.acceptedProblems[index].problem.place) }
    }

    /// Counts new comments among those of their source.
    private mutating func countComments(_ count: Int, in place: Place) {
        let files = summary.policyFiles
        if let index = files.firstIndex(where: { $0.kind == .code && $0.place.source == place.source }) {
            summary.policyFiles[index].effects.comments += count
        } else {
            var effects = PolicyFile.Effects()
            effects.comments = count
            summary.policyFiles.append(PolicyFile(.code, at: place, digest: nil, effects: effects))
        }
    }
}

extension Finding {
    /// The line of the finding, from 1.
    fileprivate var line: Int? { place.range?.lines?.start.line }

    /// Whether a comment in code can accept the finding.
    fileprivate var isInCode: Bool {
        guard place.member == nil, line != nil, ["swift", "m", "mm", "h"].contains(where: place.path.hasExtension)
        else {
            return false
        }
        guard let rule = try? RuleNames.rule(rule).description else { return false }
        return rule.section == .links || rule.section == .delivery
    }
}
