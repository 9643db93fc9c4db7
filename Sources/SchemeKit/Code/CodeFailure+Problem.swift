import SchemeLinks
import SchemeModel

extension Problem {
    /// Creates the problem for a part of `code` that could not be analyzed.
    init(_ failure: CodeFailure, in code: CodeToAnalyze) {
        let files = code.files
        let nowhere = Place(path: "")
        let (what, place): (String, Place)
        switch failure.part {
        case .file(let index): (what, place) = ("this file", files[index].place)
        case .target(let index):
            let target = code.targets[index]
            what = target.name.map { "the code of target '\($0)'" } ?? "the code of this folder"
            place = target.files.min().map { files[$0].place } ?? nowhere
        case nil: (what, place) = ("the code of this project", files.first?.place ?? nowhere)
        }
        let event =
            switch failure.cause {
            case .signal(let number): "the reader ended unexpectedly while it read \(what) (signal \(number))"
            case .exit: "the reader ended unexpectedly while it read \(what)"
            case .tooSlow, .silent: "reading \(what) took too long"
            case .skipped: "\(what) was skipped, because other code ended its reader too often"
            case .invalidAnswer: "the reader gave an invalid answer about \(what)"
            case .interrupted: "reading \(what) was interrupted"
            }
        self.init(
            code: .readerFailed,
            message: "\(event), so its links are unknown",
            hint: failure.cause == .skipped
                ? "use --exclude to skip the files that make it fail, and report them as a bug"
                : "skip it with --exclude, and report this as a bug",
            place: place
        )
    }
}

extension [CodeFailure] {
    /// Returns the files of all parts that could not be analyzed.
    func unreadFiles(of code: CodeToAnalyze) -> Set<Int> {
        var unread: Set<Int> = []
        for failure in self {
            switch failure.part {
            case .file(let index): unread.insert(index)
            case .target(let index): unread.formUnion(code.targets[index].files)
            case nil: unread.formUnion(code.files.indices)
            }
        }
        return unread
    }
}
