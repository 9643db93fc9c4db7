import SchemeModel
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The objects of one repository, read through one process that is started for the first of them. May be asked from any
/// thread.
final class GitObjects: Sendable {
    private let folder: Path
    private let context: Context
    private let state = Mutex(State.unasked)

    private enum State {
        case unasked
        case asked(GitProcess)
        /// It failed once, and what it would say next is the answer to who knows what.
        case failed
    }

    /// The objects of the repository that is checked out in `folder`.
    init(of folder: Path, context: Context) {
        self.folder = folder
        self.context = context
    }

    /// The contents of the object with this id.
    ///
    /// - Throws: ``FileError/notFound`` when the repository does not have it, ``FileError/tooLarge(limit:)``,
    ///   ``FileError/system(code:)``.
    func object(_ id: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
        var answer: (size: Int, bytes: [UInt8])?
        do throws(GitError) {
            answer = try state.withLock { state throws(GitError) in
                let process: GitProcess
                switch state {
                case .unasked: process = try GitProcess(Self.batch, in: folder, context: context)
                case .asked(let running): process = running
                case .failed: throw .failed(message: "git ended")
                }
                state = .failed
                let answer = try Self.ask(process, id, limit: limit)
                state = .asked(process)
                return answer
            }
        } catch {
            throw .system(code: EIO)
        }
        guard let answer else { throw .notFound }
        guard answer.size <= limit else { throw .tooLarge(limit: limit) }
        return answer.bytes
    }

    private static let batch = ["cat-file", "--batch"].map { Array($0.utf8) }

    /// The size and the first bytes of an object; `nil` where the repository does not have it.
    private static func ask(
        _ process: GitProcess,
        _ id: [UInt8],
        limit: Int
    ) throws(GitError) -> (size: Int, bytes: [UInt8])? {
        try process.send(id + [UInt8(ascii: "\n")])
        // ID SP TYPE SP SIZE, or ID SP "missing"
        let words = try process.line().split(separator: UInt8(ascii: " "))
        guard words.count == 3 else { return nil }
        guard let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0 else {
            throw .failed(message: "git does not answer as it should")
        }
        let bytes = try process.bytes(size, limit: limit)
        _ = try process.bytes(1, limit: 0)
        return (size, bytes)
    }
}
