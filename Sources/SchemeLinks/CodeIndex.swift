package import SchemeModel
internal import Synchronization

/// The code files of a source, from which the links and handlers of each target are read.
///
/// Every file is scanned once and parsed at most once, whatever the number of targets that use it.
package final class CodeIndex: Sendable {
    /// The files in the given order.
    package let files: [SourceFile]

    package let limits: Limits

    private let observer: (any ReadingObserver)?

    #if Links
    private let parsed: ParsedFileCache
    #endif

    /// Scans `files`: on all processors, or with an observer, on one thread.
    package init(files: [SourceFile], limits: Limits = .standard, observer: (any ReadingObserver)? = nil) {
        self.files = files
        self.limits = limits
        self.observer = observer
        #if Links
        parsed = ParsedFileCache(files, limits: limits, observer: observer)
        #endif
    }

    /// The version of the reader, which changes whenever the same files produce different facts.
    package static var version: Int { readsSwift ? 39 : 0 }

    /// Whether Swift code can be read, which the package trait `Links` enables.
    package static var readsSwift: Bool {
        #if Links
        true
        #else
        false
        #endif
    }

    /// Returns the facts about links in the code of each target, in order. Reads several targets concurrently, unless
    /// there is an observer.
    ///
    /// If the trees of all files don't fit into memory together, it reads one target after another, and discards the trees
    /// of earlier ones when memory runs out.
    package func facts(of targets: [LinkTarget]) -> [LinkFacts] {
        #if Links
        TreeMemory.shared.reserving(parsed.mostTreeBytes, of: limits.codeTreeBytes) {
            defer { parsed.removeTrees() }
            let steps = parsed.steps(ofEachOf: targets.count)
            guard !parsed.fits || observer != nil else {
                return concurrently(targets, steps: steps)
            }
            return targets.indices.map { index in
                observer.reading(.target(index)) { facts(of: targets[index], steps: steps) }
            }
        }
        #else
        concurrently(targets, steps: 0)
        #endif
    }

    /// Reads the targets on several threads, or on this one if there is no memory for others.
    private func concurrently(_ targets: [LinkTarget], steps: Int) -> [LinkFacts] {
        let found = Mutex<[Int: LinkFacts]>([:])
        let read = { @Sendable (index: Int) in
            let facts = self.facts(of: targets[index], steps: steps)
            found.withLock { $0[index] = facts }
        }
        if !Threads.perform(targets.count, stackSize: Threads.smallStack, read) { targets.indices.forEach(read) }
        let all = found.withLock { $0 }
        return targets.indices.map { all[$0] ?? LinkFacts(target: targets[$0].name) }
    }

    /// Returns the facts about links in the code of `target`.
    ///
    /// Parses the relevant files, and those that declare names used there. The result only depends on the files and
    /// their order.
    package func facts(of target: LinkTarget) -> LinkFacts { facts(of: [target])[0] }

    private func facts(of target: LinkTarget, steps: Int) -> LinkFacts {
        var facts: LinkFacts
        #if Links
        let parsed = parsed
        facts =
            Threads.run { TargetReader(parsed, target: target, steps: steps).read() }
            ?? LinkFacts(withoutMemoryFor: target, in: files)
        #else
        facts = LinkFacts(target: target.name)
        facts.isLeftOut = target.files.contains { files.indices.contains($0) && files[$0].language == .swift }
        let finder = ObjectiveCHandlers(target: target.name)
        for index in Set(target.files).sorted() where files.indices.contains(index) {
            if files[index].language == .objectiveC { facts.handlers += finder.handlers(in: files[index]) }
        }
        #endif
        facts.handlers.sort()
        return facts
    }
}
