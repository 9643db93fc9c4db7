import SchemeModel
import SchemeReports
import Synchronization

/// What became of each path that a run came across, for `--verbose`. May be told from any thread.
package final class ReadingLog: Sendable {
    private struct State {
        var entries: [(path: Path, text: String)] = []
        var othersCount = 0
    }

    private let state = Mutex(State())

    /// Nothing happened yet.
    package init() {}

    /// The input, below this root, was looked at.
    func didRead(_ reading: InputReading, below root: Path) {
        let text: String
        switch reading.outcome {
        case .read(_, _, let manifests) where manifests.isEmpty: text = "passed over: no manifest"
        case .read(_, _, let manifests): text = "read: \(TextTerms.count(manifests.count, "manifest"))"
        case .unchanged: text = "not read again: unchanged"
        case .unreadable: text = "not read: see its problem"
        }
        // The code of a folder is no file.
        let isCode = reading.path.lastComponent == Candidate.codeName
        if !isCode { add(root.appending(reading.path), text) }
        for target in reading.code?.targets ?? [] where !target.unread.isEmpty {
            let name = target.facts.target ?? "the target"
            add(root.appending(reading.path), "not read for \(name): \(target.unread.joined(separator: ", "))")
        }
        // Folders count by their stamps alone.
        for input in reading.dependencies where input.digest != nil && !input.isManifest {
            add(root.appending(input.path), "read for \(isCode ? "links" : reading.path.display)")
        }
    }

    /// The file or folder at the absolute `path` was passed over.
    func didPassOver(_ path: Path, why: String) { add(path, "passed over: \(why)") }

    /// So many files were passed over because of their names.
    func didPassOver(others count: Int) { state.withLock { $0.othersCount += count } }

    /// Says all of it on standard error, in order of path.
    func say(in context: Context) {
        let (entries, count) = state.withLock { ($0.entries, $0.othersCount) }
        let ordered = entries.sorted { ($0.path, ByteString($0.text)) < ($1.path, ByteString($1.text)) }
        let paths = PathDisplay(from: context.currentDirectory, sources: [])
        for entry in ordered {
            let place = Place(path: entry.path.relative(to: context.currentDirectory) ?? entry.path)
            context.say("\(paths.text(for: place)): \(entry.text)")
        }
        if count > 0 {
            context.say("\(TextTerms.count(count, "other file")) not opened: nothing in their names says manifest")
        }
    }

    private func add(_ path: Path, _ text: String) { state.withLock { $0.entries.append((path, text)) } }
}
