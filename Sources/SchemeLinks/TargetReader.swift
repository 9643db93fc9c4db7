#if Links
import SchemeModel
import SwiftSyntax

/// Finds the facts about one side of the links in the code of one target.
///
/// The sides need the same files, but none of each other's results, so that two threads can read them.
final class TargetReader {
    /// What the code does with URLs.
    enum Side: CaseIterable {
        case receiving, sending
    }

    /// The facts about one side.
    struct Result: Sendable {
        var facts: LinkFacts
        /// The files that were parsed, and those that were not, to save memory.
        var parsed: Set<Int>
        var refused: Set<Int>
        /// The number of files that the target can use.
        var visible: Int
        /// Whether something would be read if there were more memory.
        var lacksMemory: Bool
    }

    let sources: ParsedFileCache
    let target: LinkTarget
    let program: Program
    let evaluator: Evaluator
    let senders: SenderFinder
    private(set) var wrappers = WidgetURLModifiers(in: [])
    /// What was found so far.
    var facts: LinkFacts
    /// What was found so far about how the app starts.
    var cycle = LifeCycleFacts()

    /// - Parameters:
    ///   - steps: The steps that the analysis of one side may take.
    ///   - mostTreeBytes: The memory that the trees of its files may take, in bytes.
    init(_ sources: ParsedFileCache, target: LinkTarget, steps: Int, mostTreeBytes: Int) {
        self.sources = sources
        self.target = target
        program = Program(sources, target: target, mostTreeBytes: mostTreeBytes)
        evaluator = Evaluator(program, steps: steps)
        senders = SenderFinder(evaluator: evaluator)
        facts = LinkFacts(target: target.name)
    }

    /// Returns the facts about one side. Must run on a large stack.
    func read(_ side: Side) -> Result {
        let files = relevantFiles()
        if !program.isFutile { read(side, in: files) }
        let refused = program.refused
        // These silence notes, or make a warning of one, so they get what is left of the memory and the steps, and the user
        // isn't told what is missing.
        if side == .receiving, !program.isFutile { noteComparedURLs() }
        return Result(
            facts: facts,
            parsed: program.parsed,
            refused: refused,
            visible: program.visible.count,
            lacksMemory: program.lacksMemory
        )
    }

    private func read(_ side: Side, in files: [ParsedFile]) {
        switch side {
        case .receiving: readReceivers(in: files)
        case .sending:
            let walks = configurations(in: files) + views(in: files)
            links(in: files, walks)
            facts.widgetURLConflicts = widgetURLConflicts(walks)
        }
        noteExhaustion(files)
    }

    private func readReceivers(in files: [ParsedFile]) {
        noteTooLarge()
        let handlers = HandlerFinder(evaluator: evaluator, target: target.name)
        for file in files { facts.handlers += sources.reading(file.index) { handlers.handlers(in: file) } }
        facts.uncalledReceivers = files.flatMap(handlers.uncalledReceivers).sorted()
        readObjectiveC()
        noteComparisons()
        for file in files {
            sources.reading(file.index) { noteTypes(in: file) }
            noteCut(of: file)
        }
        facts.startsActivities = startsActivities
        noteStart(in: files)
        noteLifeCycle(in: files, program.objectiveC.lifeCycleFiles(of: target.sceneDelegates))
        facts.activityAttributes.sort { $0.place < $1.place }
        facts.delegates.sort { $0.place < $1.place }
    }

    private func noteComparedURLs() {
        facts.comparedHosts = texts(of: comparisons(with: "host"))
        let ofURLs = comparisons(with: "absoluteString")
        facts.comparedURLs = texts(of: ofURLs)
        let ofSchemes = facts.schemeComparisons + ofURLs.compactMap(\.asSchemeComparison)
        facts.schemeComparisons = Array(ofSchemes.prefix(Self.comparisons)).sorted { $0.place < $1.place }
        let url = FileScan.hash("URL")
        let swift = program.own.filter { sources.scans[$0]?.canContain(url) == true }
        facts.bareURLSchemes = Set(swift.flatMap { sources.files[$0].bareURLSchemes }).sorted {
            ByteString($0) < ByteString($1)
        }
    }

    /// The maximum number of calls from Objective-C to Swift to follow for one target.
    private static let crossings = 64

    private func readObjectiveC() {
        var crossings = 0
        func elsewhere(
            _ selector: String,
            _ parts: [ObjectiveCRoutes.Part?],
            _ place: Place
        ) -> RouteAlternatives? {
            crossings += 1
            guard crossings <= Self.crossings else { return nil }
            if let found = RouteFinder.routes(ofSelector: selector, parts: parts, place: place, evaluator) {
                return found
            }
            let files = program.objectiveC.files(withMethod: selector)
            guard files.count == 1, let file = files.first, let method = file.method(selector) else { return nil }
            let routes = ObjectiveCRoutes(file, texts: program.objectiveC.text, elsewhere: elsewhere)
            routes.read(method, parts: parts, place: place)
            return routes.routes.map(\.conditions).filter { !$0.isEmpty }
        }
        let finder = ObjectiveCHandlers(target: target.name, texts: program.objectiveC.text, elsewhere: elsewhere)
        for index in program.own where sources.files[index].language == .objectiveC {
            facts.handlers += sources.reading(index) { finder.handlers(in: sources.files[index]) }
        }
    }

    /// The maximum number of scheme comparisons of one target.
    private static let comparisons = 1_000

    private func noteComparisons() {
        let finder = SchemeComparisonFinder(evaluator: evaluator)
        var found: [SchemeComparison] = []
        for file in program.ownFiles(mentioning: SchemeComparisonFinder.scheme) {
            guard found.count < Self.comparisons else { break }
            found += sources.reading(file.index) { finder.comparisons(in: file) }
        }
        for index in program.own where sources.files[index].language == .objectiveC {
            guard found.count < Self.comparisons else { break }
            found += sources.reading(index) {
                ObjectiveCComparisons.comparisons(
                    in: sources.files[index],
                    texts: program.objectiveC.text,
                    urls: program.objectiveC.urls
                )
            }
        }
        facts.schemeComparisons = Array(found.prefix(Self.comparisons)).sorted { $0.place < $1.place }
    }

    /// Returns the comparisons of the member `name` of a URL with strings.
    private func comparisons(with name: String) -> [SchemeComparison] {
        let finder = SchemeComparisonFinder(evaluator: evaluator, member: name)
        var found: [SchemeComparison] = []
        var texts: Set<String> = []
        for file in program.ownFiles(comparing: name) {
            guard texts.count < Self.comparisons else { break }
            let comparisons = sources.reading(file.index) { finder.comparisons(in: file) }
            found += comparisons
            texts.formUnion(comparisons.flatMap(\.schemes))
        }
        return found
    }

    /// Returns the strings in `comparisons`, sorted.
    private func texts(of comparisons: [SchemeComparison]) -> [String] {
        Set(comparisons.flatMap(\.schemes)).sorted { ByteString($0) < ByteString($1) }
    }

    /// Returns the target's own files that can contain a sender, a handler or a widget, or a call of a modifier that
    /// wraps one, in order.
    private func relevantFiles() -> [ParsedFile] {
        var chosen = Set(
            program.own.filter { sources.scans[$0]?.isRelevant ?? false || sources.files[$0].isMain }
        )
        let first = chosen.sorted()
        program.parse(first)
        wrappers = WidgetURLModifiers(in: first.compactMap { program.file($0) })
        let names = wrappers.names.map { (text: $0, hash: FileScan.hash($0)) }
        for index in program.own where !chosen.contains(index) {
            guard let scan = sources.scans[index] else { continue }
            if names.contains(where: { scan.canContain($0.hash) && sources.files[index].contains(word: $0.text) }) {
                chosen.insert(index)
            }
        }
        return chosen.sorted().compactMap { program.file($0) }
    }

    // MARK: Links

    private func links(in files: [ParsedFile], _ walks: [Walk]) {
        var links: [Link] = []
        var numbers: [Place: Int] = [:]
        let occurrences = Dictionary(grouping: walks.flatMap(\.occurrences), by: \.place)
        func add(_ kind: Link.Kind, _ place: Place, _ value: LinkValue, _ traits: Set<Link.Trait> = []) {
            let seen = (occurrences[place] ?? []).filter { $0.kind == kind && $0.context.presentation != nil }
            let families = seen.map(\.context.families)
            let link = Link(
                kind: kind,
                place: place,
                target: target.name,
                presentations: Set(seen.compactMap(\.context.presentation)).sorted(),
                families: families.contains { $0 == nil } ? [] : Set(families.compactMap { $0 }.joined()).sorted(),
                traits: traits,
                value: value
            )
            if let number = numbers[place] {
                links[number] = link
            } else {
                numbers[place] = links.count
                links.append(link)
            }
        }
        let sent = files.map { file in sources.reading(file.index) { senders.senders(in: file) } }
        let modules = program.sendingModuleFiles
        let forwarders = Forwarders(
            of: sent.joined() + modules.flatMap { senders.senders(in: $0) },
            among: files + modules,
            evaluator
        )
        let forwarding = forwarders.forwardingPlaces
        for (file, sent) in zip(files, sent) {
            for sender in sent {
                let place = sender.call.namePlace(in: file)
                let isShown = occurrences[place]?.contains { $0.context.presentation != nil } ?? false
                let value = sources.reading(file.index) { evaluator.link(sender.url, in: Frame(file: file)) }
                // Links to web pages on an app's screens are unrelated to schemes.
                let isInWidget = target.isWidgetExtension || isShown
                if sender.kind == .link, !isInWidget, value.isOnlyWeb { continue }
                add(sender.kind, place, value, sender.traits.union(forwarding.contains(place) ? [.forwarding] : []))
            }
            for wrapped in wrappers.calls(in: file, evaluator) {
                guard let url = wrapped.url, evaluator.noteSender() else { continue }
                let value = sources.reading(file.index) { evaluator.link(url, in: wrapped.frame) }
                add(.widgetURL, wrapped.call.namePlace(in: file), value)
            }
        }
        for forwarded in forwarders.calls {
            let place = forwarded.call.namePlace(in: forwarded.file)
            let isForwarding = forwarding.contains(place)
            let value = sources.reading(forwarded.file.index) {
                evaluator.link(forwarded.url, in: Frame(file: forwarded.file))
            }
            add(forwarded.kind, place, value, isForwarding ? [.forwarded, .forwarding] : [.forwarded])
        }
        // A view of an imported module that the target shows is part of the target's links.
        for occurrence in walks.flatMap(\.occurrences) where numbers[occurrence.place] == nil {
            guard occurrence.context.presentation != nil else { continue }
            add(occurrence.kind, occurrence.place, occurrence.value)
        }
        facts.links = links + retiredObjectiveCCalls
    }

    /// The calls in Objective-C code that open nothing any more. The URLs of such code are not read.
    private var retiredObjectiveCCalls: [Link] {
        let unknown = LinkValue(alternatives: [], isOpen: true, canBeAbsent: true, via: [])
        return program.own.filter { sources.files[$0].language == .objectiveC }.flatMap { index in
            sources.reading(index) { ObjectiveCRetiredCalls.calls(in: sources.files[index]) }
        }.filter { _ in evaluator.noteSender() }.map { call in
            Link(kind: .applicationOpen, place: call.place, target: target.name, traits: call.traits, value: unknown)
        }
    }
}

extension SchemeComparison {
    /// The comparison of the scheme, if this compares a whole URL with the beginnings of URLs: `wallet://`.
    ///
    /// `nil` for web addresses, and if nothing is known.
    fileprivate var asSchemeComparison: SchemeComparison? {
        let spellings = schemes.compactMap { text in
            text.firstIndex(of: ":").map { String(text[..<$0]) }
        }.filter { SchemeGrammar.isScheme($0) && !SchemeKey($0).isWeb }
        guard !spellings.isEmpty else { return nil }
        return SchemeComparison(schemes: spellings, ignoresCase: ignoresCase, place: place)
    }
}
#endif
