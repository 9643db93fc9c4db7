#if Links
import SchemeModel

extension LinkFacts {
    /// Creates facts from those about both sides of `target`, which are `nil` if there was no memory for one.
    init(
        _ receiving: TargetReader.Result?,
        _ sending: TargetReader.Result?,
        of target: LinkTarget,
        in files: [SourceFile]
    ) {
        guard let receiving, let sending else {
            self.init(withoutMemoryFor: target, in: files)
            return
        }
        self = receiving.facts
        links = sending.facts.links.sorted()
        widgets = sending.facts.widgets.sorted { $0.place < $1.place }
        widgetURLConflicts = sending.facts.widgetURLConflicts
        problems += sending.facts.problems.filter { !problems.contains($0) }
        let refused = receiving.refused.union(sending.refused)
        if let first = refused.min() {
            let what =
                refused.count == 1
                ? "this file was" : "this file and \(refused.count - 1) more of \(receiving.visible) were"
            problems.append(
                Problem(
                    code: .overLimit,
                    message:
                        "\(what) not read for links, because the parsed code of the target would take too much memory",
                    hint:
                        "use --exclude for files that neither open nor receive URLs, so that these fit, or check parts of the "
                        + "project separately",
                    place: files[first].place
                )
            )
        }
        problems.sort()
        parsedFiles = receiving.parsed.union(sending.parsed).count
    }

    /// Creates facts of a target that wasn't read, because there is no memory for the stack that this takes.
    private init(withoutMemoryFor target: LinkTarget, in files: [SourceFile]) {
        self.init(target: target.name)
        guard let file = target.files.first(where: files.indices.contains) else { return }
        problems = [
            Problem(
                code: .readerFailed,
                message:
                    "there is not enough memory to read the code of \(target.name.map { "target '\($0)'" } ?? "the tree")",
                hint: "allow the process 1 GiB of address space",
                place: files[file].place
            )
        ]
    }
}

extension TargetReader {
    func noteTooLarge() {
        for index in program.own {
            let file = sources.files[index]
            guard file.language == .swift, file.bytes.count > sources.limits.sourceFileBytes else { continue }
            facts.problems.append(
                Problem(
                    code: .overLimit,
                    message:
                        "the file has \(file.bytes.count.grouped) bytes, but the limit for Swift files is \(sources.limits.sourceFileBytes.grouped)",
                    hint: "split it, or skip it with --exclude",
                    place: file.place
                )
            )
        }
    }

    func noteCut(of file: ParsedFile) {
        guard let cut = file.cut else { return }
        facts.problems.append(
            Problem(
                code: .overLimit,
                message: cut.isTooLong
                    ? "the file has more than \(sources.limits.sourceFileTokens.grouped) tokens; the rest was skipped"
                    : "brackets are nested too deeply here; the rest of the file was skipped",
                hint: cut.isTooLong
                    ? "split it, or skip it with --exclude"
                    : "split the expression, or skip the file with --exclude",
                place: file.place(from: cut.end, to: cut.end + 1)
            )
        )
    }

    func noteExhaustion(_ files: [ParsedFile]) {
        guard evaluator.isExhausted, let file = files.first else { return }
        var place = file.place(from: 0, to: 0)
        place.range = nil
        facts.problems.append(
            Problem(
                code: .overLimit,
                message:
                    "the code of \(target.name.map { "target '\($0)'" } ?? "the tree") is too much to analyze; some "
                    + "links may be missing or incomplete",
                hint: "skip generated or third-party code with --exclude",
                place: place
            )
        )
    }
}
#endif
