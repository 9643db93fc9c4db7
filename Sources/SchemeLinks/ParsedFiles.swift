#if Links
import Foundation
import SchemeModel

/// The files of all targets: each is scanned once and parsed at most once.
final class ParsedFiles: @unchecked Sendable {
    let files: [SourceFile]
    /// By index; `nil` for a file that is not Swift or too large.
    let scans: [FileScan?]
    private let lock = NSLock()
    private var parsed: [Int: ParsedFile] = [:]

    let limits: Limits

    init(_ files: [SourceFile], limits: Limits) {
        self.files = files
        self.limits = limits
        let results = Results(count: files.count)
        LargeStack.perform(files.count) { index in
            let file = files[index]
            guard file.language == .swift, file.bytes.count <= limits.sourceFileBytes else { return }
            results.set(index, FileScan(file.bytes))
        }
        scans = results.values
    }

    /// The tree of the file with `index`; `nil` when it is not Swift or too large. Must run on a large stack.
    func file(_ index: Int) -> ParsedFile? {
        if let known = lock.withLock({ parsed[index] }) { return known }
        guard files.indices.contains(index), scans[index] != nil else { return nil }
        let file = ParsedFile(files[index], index: index)
        return lock.withLock {
            // Another thread may have been faster: nodes are compared by identity, so the first tree stays.
            if let first = parsed[index] { return first }
            parsed[index] = file
            return file
        }
    }

    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: [FileScan?]

        init(count: Int) { stored = Array(repeating: nil, count: count) }

        var values: [FileScan?] { lock.withLock { stored } }

        func set(_ index: Int, _ scan: FileScan) { lock.withLock { stored[index] = scan } }
    }
}
#endif
