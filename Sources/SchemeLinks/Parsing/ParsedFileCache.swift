#if Links
import Foundation
import SchemeModel

/// The files of all targets. Each is scanned once and parsed at most once.
final class ParsedFileCache: @unchecked Sendable {
    let files: [SourceFile]
    /// The scans by index; `nil` for a file that is not Swift or too large.
    let scans: [FileScan?]
    /// The syntax trees by index.
    private let slots: [Slot]
    let limits: Limits
    private let observer: (any ReadingObserver)?
    /// The approximate memory usage of all trees, in bytes.
    let treeBytes: Int

    init(_ files: [SourceFile], limits: Limits, observer: (any ReadingObserver)?) {
        self.files = files
        self.limits = limits
        self.observer = observer
        slots = files.map { _ in Slot() }
        let results = Results(count: files.count)
        let scan = { @Sendable (index: Int) in
            let file = files[index]
            guard file.language == .swift, file.bytes.count <= limits.sourceFileBytes else { return }
            results.set(index, observer.reading(.file(index)) { FileScan(file.bytes) })
        }
        // A scan needs no large stack.
        if !Threads.perform(files.count, threads: observer.map { _ in 1 }, scan) { files.indices.forEach(scan) }
        scans = results.values
        treeBytes = scans.reduce(0) { $0 + ($1.map { Self.treeBytes($0, limits) } ?? 0) }
    }

    /// Whether the trees of all files fit into memory at the same time.
    var fits: Bool { treeBytes <= limits.codeTreeBytes }

    /// Returns the maximum number of steps for each of `count` targets.
    func steps(ofEachOf count: Int) -> Int { min(limits.linkSteps, limits.projectLinkSteps / max(1, count)) }

    /// Returns the approximate memory usage of the tree of the file with `index`, in bytes.
    func treeBytes(_ index: Int) -> Int { scans[index].map { Self.treeBytes($0, limits) } ?? 0 }

    /// Returns the approximate memory usage of a tree in bytes, based on 290 to 510 bytes for each token.
    ///
    /// Tokens beyond the limit are not parsed. That limit counts only two of the four tokens of an interpolation.
    private static func treeBytes(_ scan: FileScan, _ limits: Limits) -> Int {
        min(scan.tokens, 2 * limits.sourceFileTokens) * 512
    }

    /// Frees all trees. They must not be in use.
    func removeTrees() {
        for slot in slots { slot.remove() }
    }

    /// Returns the syntax tree of the file with `index`; `nil` if it is not Swift or too large. Must run on a large
    /// stack.
    func file(_ index: Int) -> ParsedFile? {
        guard files.indices.contains(index), scans[index] != nil else { return nil }
        return slots[index].tree { reading(index) { ParsedFile(files[index], index: index, limits: limits) } }
    }

    /// Parses the files at `indices`, on all processors.
    func parse(_ indices: [Int]) {
        // The largest first, so that no processor begins with a large one when the others are done.
        let indices = indices.sorted { files[$0].bytes.count > files[$1].bytes.count }
        Threads.perform(indices.count, threads: observer.map { _ in 1 }) { _ = self.file(indices[$0]) }
    }

    /// Returns the result of `body`, which reads the file with `index`.
    func reading<Result>(_ index: Int, _ body: () -> Result) -> Result { observer.reading(.file(index), body) }

    /// The syntax tree of one file. Concurrent requests wait for the first.
    private final class Slot: @unchecked Sendable {
        private let lock = NSLock()
        private var made: ParsedFile?

        func tree(_ make: () -> ParsedFile) -> ParsedFile {
            lock.withLock {
                if let made { return made }
                let tree = make()
                made = tree
                return tree
            }
        }

        func remove() { lock.withLock { made = nil } }
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
