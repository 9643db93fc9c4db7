import SchemeModel

/// Whether an app that claims somebody's scheme is that owner's own.
enum Ownership {
    /// It is the owner's: its bundle identifier or its name says so.
    case own
    /// It is not: its bundle identifier is complete, and so is the list of the owner's.
    case stranger
    /// It is complete and real, and nothing tells whether it is one of the owner's.
    case unsure
    /// It has no bundle identifier that could tell: none, an incomplete one, or a placeholder, as in a checkout of the owner's
    /// own sources.
    case undecided

    /// - Parameters:
    ///   - owner: as the knowledge names it: `Instagram (Meta)`; empty where it names none.
    ///   - type: the URL type that declares `scheme`.
    init(
        of scheme: SchemeKey,
        by owner: String,
        claimedBy manifest: Manifest,
        in type: URLType,
        knowledge: Knowledge
    ) {
        let owns = knowledge.owns(manifest.app, owner: owner)
        let named = AppID(bundleIdentifier: type.identifier?.value ?? "")
        let isNamed = named.map { knowledge.owns($0, owner: owner) == true } ?? false
        if owns == true || isNamed && !(manifest.app.isKnown && owns == false) {
            self = .own
            return
        }
        let hasName = manifest.bears(owner, scheme)
        if knowledge.isPlaceholder(manifest.app) {
            self = hasName || isNamed ? .own : .undecided
        } else if owns == false {
            // A name is easily the same; that of the identifier is registered.
            self = hasName ? .unsure : .stranger
        } else {
            self = hasName ? .own : .unsure
        }
    }
}

extension Knowledge {
    /// Whether the bundle identifier tells nothing about who makes the app: there is no complete one, or it is one from a
    /// tutorial.
    fileprivate func isPlaceholder(_ app: AppID) -> Bool {
        guard case .known(let identifier) = app else { return true }
        let parts = identifier.string.split(separator: ".")
        if placeholder(parts.prefix(2).joined(separator: "."), .domain) != nil { return true }
        let words = parts.flatMap { $0.split { !$0.isLetter } }
        return words.contains { placeholder(String($0), .word) != nil || placeholder(String($0), .name) != nil }
    }
}

extension Manifest {
    /// Whether a name of the app, of its target or its project, or a part of its bundle identifier, is that of `owner`'s product
    /// or of the scheme.
    fileprivate func bears(_ owner: String, _ scheme: SchemeKey) -> Bool {
        let bare = owner.split(separator: " (").first.map(String.init) ?? owner
        let wanted = [ProductName(bare), ProductName(scheme.text.string)].filter { !$0.isEmpty }
        var names = [displayName, name, outcome.target, outcome.project?.stem].compactMap { $0 }
        if case .known(let identifier) = app { names += identifier.string.split(separator: ".").map(String.init) }
        return names.contains { wanted.contains(ProductName($0)) }
    }
}

/// The words of a product's name, whatever their case, without those that only say which edition it is.
private struct ProductName: Equatable {
    private let words: [String]

    /// Whether no word is left.
    var isEmpty: Bool { words.isEmpty }

    init(_ text: String) {
        let all = text.asciiLowercased.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        words = all.filter { !Self.editions.contains($0) }
    }

    private static let editions: Set<String> = [
        "alpha", "app", "beta", "catalyst", "debug", "dev", "for", "internal", "ios", "ipad", "iphone", "mac", "macos",
        "mobile", "nightly", "on", "the", "tv", "tvos", "visionos", "watch", "watchos",
    ]
}
