import LibC
import SchemeModel
import Synchronization

/// The objects of one repository, read through two git processes that are started on demand. Safe to use from any
/// thread.
final class GitObjects: Sendable {
    private let folder: Path
    private let context: Context
    private let state: Mutex<State>

    private struct State {
        var sizes = BatchProcess(["cat-file", "--batch-check"])
        var contents = BatchProcess(["cat-file", "--batch"])
        /// The time that git may still take.
        var timeLeft: Duration
    }

    /// A process that answers one request after another.
    private struct BatchProcess {
        let words: [String]
        var state = BatchState.unasked

        init(_ words: [String]) { self.words = words }
    }

    private enum BatchState {
        case unasked
        case asked(GitProcess)
        /// The process failed once, so its output can't be matched to requests.
        case failed
    }

    /// Creates a reader for the objects of the repository that is checked out in `folder`.
    ///
    /// - Parameter timeLimit: The total time that git may take.
    init(of folder: Path, timeLimit: Duration, context: Context) {
        self.folder = folder
        self.context = context
        state = Mutex(State(timeLeft: timeLimit))
    }

    /// Returns the content of the object `name`: an id in hexadecimal digits, optionally followed by `^{tree}`.
    ///
    /// The size is requested first, so that an object over the limit isn't unpacked.
    ///
    /// - Throws: ``FileError/notFound`` if the object is missing or has another type; ``FileError/tooLarge(limit:)``,
    ///   ``FileError/tooSlow``, ``FileError/system(code:)``.
    func object(_ name: String, type: String, limit: Int) throws(FileError) -> [UInt8] {
        try state.withLock { state throws(FileError) in
            guard let size = try answer(name, type, \.sizes, &state, read: { _, size in size }) else { throw .notFound }
            guard size <= limit else { throw .tooLarge(limit: limit) }
            let bytes = try answer(name, type, \.contents, &state) { process, size throws(GitError) in
                // Objects don't change, but another object may have been found under the name.
                let bytes = try process.bytes(size, limit: limit)
                _ = try process.bytes(1, limit: 0)
                return bytes
            }
            guard let bytes else { throw .notFound }
            return bytes
        }
    }

    /// Sends a request to one of the processes and returns the result of `read`; `nil` if the object is missing.
    private func answer<Result>(
        _ name: String,
        _ type: String,
        _ process: WritableKeyPath<State, BatchProcess>,
        _ state: inout State,
        read: (GitProcess, Int) throws(GitError) -> Result
    ) throws(FileError) -> Result? {
        guard state.timeLeft > .zero else { throw .tooSlow }
        let start = ContinuousClock.now
        defer { state.timeLeft -= ContinuousClock.now - start }
        do throws(GitError) {
            let git: GitProcess
            switch state[keyPath: process].state {
            case .unasked:
                let words = state[keyPath: process].words.map { Array($0.utf8) }
                git = try GitProcess(words, in: folder, context: context)
            case .asked(let running): git = running
            case .failed: throw .failed(message: "git exited unexpectedly")
            }
            state[keyPath: process].state = .failed
            git.deadline = start + state.timeLeft
            try git.send(Array("\(name)\n".utf8))
            // ID SP TYPE SP SIZE, or NAME SP "missing"
            let words = try git.line().split(separator: UInt8(ascii: " "))
            var result: Result?
            if words.count == 3 {
                guard let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0 else {
                    throw .failed(message: "git returned an unexpected answer")
                }
                result = try read(git, size)
                if !words[1].elementsEqual(type.utf8) { result = nil }
            }
            state[keyPath: process].state = .asked(git)
            return result
        } catch {
            throw error == .tooSlow ? .tooSlow : .system(code: EIO)
        }
    }
}
