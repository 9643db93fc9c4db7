package import SchemeModel
internal import Threading

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
    package static var version: Int { readsSwift ? 45 : 0 }

    /// Whether Swift code can be read, which the package trait `Links` enables.
    package static var readsSwift: Bool {
        #if Links
        true
        #else
        false
        #endif
    }

    /// Returns the facts about links in the code of each target, in order. Reads the targets, and both sides of each, on several
    /// threads, unless there is an observer.
    ///
    /// Parses the relevant files, and those that declare names used there. The result only depends on the files and
    /// their order.
    package func facts(of targets: [LinkTarget]) -> [LinkFacts] {
        var facts: [LinkFacts]
        #if Links
        facts = TreeMemory.shared.reserving(parsed.mostTreeBytes, of: parsed.treeLimit) {
            defer { parsed.removeTrees() }
            let results = results(of: targets)
            return targets.indices.map { index in
                LinkFacts(results[2 * index], results[2 * index + 1], of: targets[index], in: files)
            }
        }
        #else
        facts = targets.concurrentMap { self.objectiveCFacts(of: $0) }
        #endif
        for index in facts.indices { facts[index].handlers.sort() }
        return facts
    }

    /// Returns the facts about links in the code of `target`.
    package func facts(of target: LinkTarget) -> LinkFacts { facts(of: [target])[0] }

    #if Links
    /// The number of threads if the trees of all files don't fit into memory together. Each gets a part of it.
    private static let readers = 2

    /// Returns what both sides of each target contain, one after the other; `nil` for those without memory for a stack.
    ///
    /// A side that needs more than its part of the memory for trees, or gets no stack beside others, is read again when it can
    /// have all of the memory. Trees that no side uses are discarded when memory runs out.
    private func results(of targets: [LinkTarget]) -> [TargetReader.Result?] {
        let (parsed, observer, steps) = (parsed, observer, parsed.steps(ofEachOf: targets.count))
        let sides = TargetReader.Side.allCases
        let read = { @Sendable (number: Int, mostTreeBytes: Int) in
            let (index, side) = number.quotientAndRemainder(dividingBy: sides.count)
            let target = targets[index]
            return observer.reading(.target(index)) {
                Threads.run {
                    TargetReader(parsed, target: target, steps: steps, mostTreeBytes: mostTreeBytes).read(sides[side])
                }
            }
        }
        let (count, all) = (targets.count * sides.count, parsed.treeLimit)
        guard observer == nil else { return (0..<count).map { read($0, all) } }
        let part = parsed.fits ? all : all / Self.readers
        var results = (0..<count).concurrentMap(threads: parsed.fits ? nil : Self.readers) { read($0, part) }
        for (number, result) in results.enumerated() {
            let isCut = part < all && result?.lacksMemory == true
            if isCut || result == nil { results[number] = read(number, all) }
        }
        return results
    }

    #else
    /// Returns the facts about the Objective-C code of `target`.
    private func objectiveCFacts(of target: LinkTarget) -> LinkFacts {
        var facts = LinkFacts(target: target.name)
        facts.isLeftOut = target.files.contains { files.indices.contains($0) && files[$0].language == .swift }
        let finder = ObjectiveCHandlers(target: target.name)
        for index in Set(target.files).sorted() where files.indices.contains(index) {
            if files[index].language == .objectiveC { facts.handlers += finder.handlers(in: files[index]) }
        }
        return facts
    }
    #endif
}
