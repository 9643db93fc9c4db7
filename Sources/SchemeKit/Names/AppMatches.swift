import SchemeModel

/// The apps that a name fits, so that all commands find the same one: by their display name, by a folder of their manifest, or
/// by the start of their bundle identifier or display name, ignoring case.
struct AppMatches {
    /// How a name fits an app, the best way first.
    private enum Fit: CaseIterable {
        case name, folder, start
    }

    private typealias Match = (app: App, isApplication: Bool)

    private let name: String
    /// The name in lower case.
    private let wanted: String
    /// The components of the name in lower case, if it is a path.
    private let folders: [String]
    private var found: [Fit: [AppID: Match]] = [:]

    /// - Parameter name: The display name of an app, the start of a name, or the name or relative path of a folder.
    init(_ name: String) {
        self.name = name
        wanted = name.lowercased()
        folders = Path(wanted).normalized.components.map { Path(bytes: $0).display }
    }

    /// Adds the app if the name fits it.
    ///
    /// - Parameter place: A place in the app's manifest; `nil` if it is unknown.
    mutating func add(_ app: App, at place: Place?, isApplication: Bool) {
        let fit = app.fit(of: wanted)
        if fit == .whole {
            add(app, isApplication, as: .name)
        } else if place?.isInFolder(folders) ?? false {
            add(app, isApplication, as: .folder)
        } else if fit == .start {
            add(app, isApplication, as: .start)
        }
    }

    private mutating func add(_ app: App, _ isApplication: Bool, as fit: Fit) {
        let wasApplication = found[fit]?[app.id]?.isApplication ?? false
        found[fit, default: [:]][app.id] = (app, isApplication || wasApplication)
    }

    /// The apps that the name fits best; apps come before their extensions.
    private var best: [Match] {
        let matches = Fit.allCases.lazy.compactMap { found[$0]?.values }.first.map { Array($0) } ?? []
        return matches.sorted { $0.isApplication != $1.isApplication ? $0.isApplication : $0.app.id < $1.app.id }
    }

    /// The apps of which only one can be meant: an app is preferred to its extensions.
    private var candidates: [Match] {
        let (all, applications) = (best, best.filter(\.isApplication))
        return applications.isEmpty ? all : applications
    }

    /// All apps that the name fits best.
    var selected: [AppID] { best.map(\.app.id) }

    /// The other apps that the name fits.
    var others: [AppID] {
        Set(found.values.flatMap(\.keys)).subtracting(best.map(\.app.id)).sorted()
    }

    /// Whether it is the display name or a folder of exactly one app.
    var isExact: Bool { (found[.name] ?? found[.folder]) != nil && candidates.count == 1 }

    /// All apps that the name fits, the best first.
    var all: [AppID] { selected + others }

    /// Returns the app that the name fits best, with those of its extensions that it fits as well, and the other apps.
    ///
    /// - Throws: ``UsageError``, with a list, if it fits several apps equally.
    func only() throws(UsageError) -> (selected: [AppID], others: [AppID]) {
        let candidates = candidates
        guard candidates.count > 1 else { return (selected, others) }
        let names = candidates.map { match in match.app.id.text.string + (match.app.name.map { " (\($0))" } ?? "") }
        throw UsageError(
            "'\(name)' matches \(names.count.grouped) apps",
            details: names.lines(atMost: 10, " (run 'schemereg list apps' to see all)"),
            hint: "give the bundle identifier of one of them"
        )
    }
}

extension Place {
    /// Whether the path of a folder of the file, or of the source, ends with these components in lower case.
    fileprivate func isInFolder(_ wanted: [String]) -> Bool {
        guard !wanted.isEmpty else { return false }
        let root = source.map { Path($0).components } ?? []
        let folders = root + path.components.dropLast()
        return (root.count...folders.count).contains { end in
            folders[..<end].suffix(wanted.count).map { Path(bytes: $0).display.lowercased() } == wanted
        }
    }
}
