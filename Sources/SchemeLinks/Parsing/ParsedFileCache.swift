#if Links
import SchemeModel
import Synchronization
import Threading

/// The files of all targets. Each is scanned once, and parsed once unless its tree has to make room for others.
final class ParsedFileCache: Sendable {
    let files: [SourceFile]
    /// The scans by index; `nil` for a file that is not Swift or too large. Nothing is found in generated mocks and strings.
    let scans: [FileScan?]
    /// The syntax trees by index.
    private let parsed: [Once<ParsedFile>]
    /// The constants of Objective-C files by index.
    private let constants: [Once<[ObjectiveCConstants.Constant]>]
    /// The trees that exist, unless all fit into memory.
    private let existing = Mutex(ExistingTrees())

    /// Trees that exist, and who uses them.
    private struct ExistingTrees {
        /// The memory that each takes up in bytes, by index, and all together.
        var bytes: [Int: Int] = [:]
        var sum = 0
        /// The number of programs that use each.
        var users: [Int: Int] = [:]

        mutating func set(_ bytes: Int?, of index: Int) {
            sum += (bytes ?? 0) - (self.bytes[index] ?? 0)
            self.bytes[index] = bytes
        }
    }
    let limits: Limits
    private let observer: (any ReadingObserver)?
    /// The memory that all trees take at most, in bytes.
    let mostTreeBytes: Int
    /// The memory that trees may take at the same time, beside the code itself, in bytes.
    let treeLimit: Int

    init(_ files: [SourceFile], limits: Limits, observer: (any ReadingObserver)?) {
        self.files = files
        self.limits = limits
        self.observer = observer
        treeLimit = max(limits.codeTreeBytes / 4, limits.codeTreeBytes - files.reduce(0) { $0 + $1.bytes.count })
        parsed = files.map { _ in Once() }
        constants = files.map { _ in Once() }
        let results = Mutex<[FileScan?]>(Array(repeating: nil, count: files.count))
        let scan = { @Sendable (index: Int) in
            let file = files[index]
            guard file.language == .swift, file.bytes.count <= limits.sourceFileBytes else { return }
            let scan = observer.reading(.file(index)) { FileScan(file.bytes) }
            // A comment doesn't hide code that opens or receives URLs.
            let isRead = scan.isRelevant || file.isMain || !file.hasOnlyGeneratedMocksOrStrings
            let result = isRead ? scan : FileScan([])
            results.withLock { $0[index] = result }
        }
        Threads.perform(files.count, threads: observer.map { _ in 1 }, stack: .small, scan)
        scans = results.withLock { $0 }
        mostTreeBytes = scans.reduce(0) { $0 + ($1.map { Self.mostTreeBytes($0, limits) } ?? 0) }
    }

    /// Whether the trees of all files fit into memory at the same time.
    var fits: Bool { mostTreeBytes <= treeLimit }

    /// Returns the maximum number of steps for each side of each of `count` targets.
    func steps(ofEachOf count: Int) -> Int { min(limits.linkSteps, limits.projectLinkSteps / max(1, count)) }

    /// Returns the memory that the tree of the file with `index` takes at most, in bytes.
    func mostTreeBytes(_ index: Int) -> Int { scans[index].map { Self.mostTreeBytes($0, limits) } ?? 0 }

    /// Tokens beyond the limit are not parsed.
    private static func mostTreeBytes(_ scan: FileScan, _ limits: Limits) -> Int {
        min(scan.treeBytes, limits.sourceFileTokens * TokenBytes.keyword)
    }

    /// Frees all trees. They must not be in use.
    func removeTrees() {
        for file in parsed { file.remove() }
        existing.withLock { $0 = ExistingTrees() }
    }

    /// Notes that a program uses the tree of the file with `index`. If it doesn't fit into memory with all others, frees those
    /// that no program uses.
    func use(_ index: Int) {
        guard !fits else { return }
        existing.withLock { trees in
            trees.users[index, default: 0] += 1
            guard trees.bytes[index] == nil else { return }
            trees.set(mostTreeBytes(index), of: index)
            guard trees.sum > treeLimit else { return }
            for old in trees.bytes.keys where trees.users[old] == nil {
                parsed[old].remove()
                trees.set(nil, of: old)
            }
        }
    }

    /// Notes that a program no longer uses the trees of the files with these indices.
    func release(_ indices: Set<Int>) {
        guard !fits else { return }
        existing.withLock { trees in
            for index in indices {
                let left = (trees.users[index] ?? 0) - 1
                trees.users[index] = left > 0 ? left : nil
            }
        }
    }

    /// Notes the bytes that the tree of the file with `index` takes up, which a program uses.
    func note(_ bytes: Int, of index: Int) {
        guard !fits else { return }
        existing.withLock { $0.set(bytes, of: index) }
    }

    /// Returns the syntax tree of the file with `index`; `nil` if it is not Swift or too large. Must run on a large
    /// stack.
    func file(_ index: Int) -> ParsedFile? {
        guard files.indices.contains(index), scans[index] != nil else { return nil }
        return parsed[index].value { reading(index) { ParsedFile(files[index], index: index, limits: limits) } }
    }

    /// Returns the constants of the Objective-C file with `index`.
    func constants(_ index: Int) -> [ObjectiveCConstants.Constant] {
        constants[index].value {
            reading(index) { ObjectiveCConstants.constants(in: files[index], limits: limits) }
        }
    }

    /// Parses the files at `indices`, on all processors.
    func parse(_ indices: [Int]) {
        // The largest first, so that no processor begins with a large one when the others are done.
        let indices = indices.sorted { files[$0].bytes.count > files[$1].bytes.count }
        Threads.perform(indices.count, threads: observer.map { _ in 1 }, stack: .large) { _ = self.file(indices[$0]) }
    }

    /// Returns the result of `body`, which reads the file with `index`.
    func reading<Result>(_ index: Int, _ body: () -> Result) -> Result { observer.reading(.file(index), body) }
}
#endif
