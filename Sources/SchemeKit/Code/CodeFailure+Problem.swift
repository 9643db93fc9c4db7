import SchemeLinks
import SchemeModel

extension [CodeFailure] {
    /// Returns a problem for each file whose code could not be analyzed, in the order of the failures.
    func problems(in code: CodeToAnalyze) -> [Problem] {
        var seen: Set<Int> = []
        return flatMap { failure in
            failure.files(of: code).filter { !code.files[$0].bytes.isEmpty && seen.insert($0).inserted }.map {
                Problem(failure, in: code, at: code.files[$0].place)
            }
        }
    }

    /// Returns the files of all parts that could not be analyzed.
    func unreadFiles(of code: CodeToAnalyze) -> Set<Int> { Set(flatMap { $0.files(of: code) }) }
}

extension CodeFailure {
    fileprivate func files(of code: CodeToAnalyze) -> [Int] {
        switch part {
        case .file(let index): [index]
        case .target(let index): code.targets[index].files
        case nil: Array(code.files.indices)
        }
    }
}

extension Problem {
    /// Creates the problem for the file at `place`, whose part of `code` could not be analyzed.
    fileprivate init(_ failure: CodeFailure, in code: CodeToAnalyze, at place: Place) {
        let what =
            switch failure.part {
            case .file: "this file"
            case .target(let index):
                code.targets[index].name.map { "the code of target '\($0)'" } ?? "the code of this folder"
            case nil: failure.cause == .skipped ? "this file" : "the code of this project"
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
