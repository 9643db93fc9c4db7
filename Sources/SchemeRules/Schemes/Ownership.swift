import SchemeModel

/// Whether an app that claims a scheme belongs to the scheme's owner.
enum Ownership {
    /// It belongs to the owner, judging by its bundle identifier or name.
    case own
    /// It doesn't. Its bundle identifier and the list of the owner's identifiers are complete.
    case stranger
    /// Unknown, even though its bundle identifier is complete and real.
    case unsure
    /// Unknown, since it has no meaningful bundle identifier: none, an incomplete one, or a placeholder, as in a
    /// checkout of the owner's own sources.
    case undecided

    /// - Parameters:
    ///   - owner: The owner as named in the knowledge: `Instagram (Meta)`; empty if unknown.
    ///   - type: The URL type that declares `scheme`.
    init(
        of scheme: SchemeKey,
        by owner: String,
        claimedBy manifest: Manifest,
        in type: URLType,
        knowledge: Knowledge
    ) {
        let names = [manifest.displayName, manifest.name, manifest.outcome.target, manifest.outcome.project?.stem]
        self.init(scheme, owner, manifest.app, type.identifier?.value, names, manifest.isDistrusted, knowledge)
    }

    /// Creates the ownership of the app of `claim`. A claim has only one of the manifest's names, so a ``stranger`` may be
    /// ``unsure`` according to its manifest, but never ``own``.
    init(of scheme: SchemeKey, by owner: String, claimedBy claim: Claim, knowledge: Knowledge) {
        let names = [claim.app.name, claim.outcome.target, claim.outcome.project?.stem]
        self.init(scheme, owner, claim.app.id, claim.identifier, names, claim.profile.isDistrusted, knowledge)
    }

    private init(
        _ scheme: SchemeKey,
        _ owner: String,
        _ app: AppID,
        _ identifier: String?,
        _ names: [String?],
        _ isDistrusted: Bool,
        _ knowledge: Knowledge
    ) {
        let owns = knowledge.owns(app, owner: owner)
        let named = AppID(bundleIdentifier: identifier ?? "")
        let isNamed = !isDistrusted && named.map { knowledge.owns($0, owner: owner) == true } ?? false
        if owns == true || isNamed && !(app.isKnown && owns == false) {
            self = .own
            return
        }
        let hasName = !isDistrusted && Self.isName(of: owner, scheme, among: names.compactMap { $0 }, app)
        if knowledge.isPlaceholder(app) {
            self = hasName || isNamed ? .own : .undecided
        } else if owns == false {
            // Names can coincide, but identifiers are registered.
            self = hasName ? .unsure : .stranger
        } else {
            self = hasName ? .own : .unsure
        }
    }

    /// Whether one of `names` of an app, its target or project, or a part of its bundle identifier matches the product of
    /// `owner` or the scheme.
    private static func isName(of owner: String, _ scheme: SchemeKey, among names: [String], _ app: AppID) -> Bool {
        let bare = owner.split(separator: " (").first.map(String.init) ?? owner
        let wanted = [ProductName(bare), ProductName(scheme.text.string)].filter { !$0.isEmpty }
        var names = names
        if case .known(let identifier) = app { names += identifier.string.split(separator: ".").map(String.init) }
        return names.contains { wanted.contains(ProductName($0)) }
    }
}

extension Knowledge {
    /// Whether the bundle identifier doesn't identify the app's maker: it is incomplete, or comes from a tutorial.
    fileprivate func isPlaceholder(_ app: AppID) -> Bool {
        guard case .known(let identifier) = app else { return true }
        let parts = identifier.string.split(separator: ".")
        if placeholder(parts.prefix(2).joined(separator: "."), .domain) != nil { return true }
        let words = parts.flatMap { $0.split { !$0.isLetter } }
        return words.contains { placeholder(String($0), .word) != nil || placeholder(String($0), .name) != nil }
    }
}

/// The words of a product's name in lower case, without those that only denote the edition.
private struct ProductName: Equatable {
    private let words: [String]

    /// Whether no words remain.
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
