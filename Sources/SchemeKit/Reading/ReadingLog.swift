import SchemeModel
import SchemeReports
import SchemeRules
import Synchronization

/// A log of what happened to each path, for `--verbose`. Safe to use from any thread.
package final class ReadingLog: Sendable {
    private struct State {
        var entries: [(path: Path, text: String)] = []
        var othersCount = 0
    }

    private let state = Mutex(State())

    /// Creates an empty log.
    package init() {}

    /// Records that an input below `root` was read.
    func didRead(_ reading: InputReading, below root: Path) {
        let text: String
        switch reading.status {
        case .read where reading.association != nil:
            let hosts = reading.association?.contents.hosts ?? []
            text = "read: association file of \(hosts.isEmpty ? "an unknown domain" : hosts.joined(separator: ", "))"
        case .read(_, _, let manifests) where manifests.isEmpty && reading.irregularities.isEmpty:
            text = "skipped: not a manifest"
        case .read(_, _, let manifests): text = "read: \(TextTerms.count(manifests.count, "manifest"))"
        case .unchanged: text = "unchanged since the last import"
        case .unreadable: text = "not read because of a problem"
        }
        // The code of a folder is not a file.
        let isCode = reading.path.lastComponent == Candidate.codeName
        if !isCode { add(root.appending(reading.path), text) }
        for target in reading.code?.targets ?? [] where !target.unread.isEmpty {
            let name = target.facts.target ?? "the target"
            add(root.appending(reading.path), "not read for \(name): \(target.unread.joined(separator: ", "))")
        }
        if case .read(_, _, let manifests) = reading.status {
            for (path, gaps) in Dictionary(grouping: manifests.filter { !$0.isMalformed }, by: \.origin.path) {
                for gap in Set(gaps.compactMap(\.identityGap)) { add(root.appending(path), "identity unknown: \(gap)") }
            }
        }
        // Folders have no digest.
        for input in reading.dependencies where input.digest != nil && !input.isManifest {
            add(root.appending(input.path), "read for \(isCode ? "links" : reading.path.display)")
        }
    }

    /// Records for which apps it can't be checked whether URLs reach them, and why.
    func didRead(_ targets: [TargetFacts], of sources: [Source]) {
        for target in targets {
            guard let obstacle = DeliveryObstacle.found(in: target),
                let place = obstacle.place ?? target.appManifests.first?.origin,
                let source = sources.first(where: { $0.name == place.source })
            else { continue }
            let app = target.name.map { "'\($0)'" } ?? "the app"
            add(source.root.appending(place.path), "whether URLs reach \(app) is not checked: \(obstacle.reason)")
        }
    }

    /// Records that the file or folder at the absolute `path` was skipped.
    func didPassOver(_ path: Path, why: String) { add(path, "skipped: \(why)") }

    /// Records that the manifest at the absolute `path` was read through the project that uses it.
    func didReadInProject(_ path: Path) { add(path, "read as part of its project") }

    /// Records that `count` files were skipped because of their names.
    func didPassOver(others count: Int) { state.withLock { $0.othersCount += count } }

    /// Prints the log on standard error, ordered by path.
    func say(in context: Context) {
        let (entries, count) = state.withLock { ($0.entries, $0.othersCount) }
        let ordered = entries.sorted { ($0.path, ByteString($0.text)) < ($1.path, ByteString($1.text)) }
        let paths = PathDisplay(from: context.currentDirectory, sources: [])
        for entry in ordered {
            let place = Place(path: entry.path.relative(to: context.currentDirectory) ?? entry.path)
            context.say("\(paths.text(for: place)): \(entry.text)")
        }
        if count > 0 {
            let names = count == 1 ? "its name" : "their names"
            context.say("\(TextTerms.count(count, "other file")) skipped because of \(names)")
        }
    }

    private func add(_ path: Path, _ text: String) { state.withLock { $0.entries.append((path, text)) } }
}
