/// What a program is run with: the value of one environment variable, or nothing that is known.
final class ScriptEnvironment {
    private let name: String?
    /// `nil` if it isn't set.
    private let value: String?
    /// Whether all other variables are taken for missing.
    private let isAlone: Bool
    /// The variables that the program reads.
    private(set) var names: [String] = []
    /// The values that the program distinguishes, in order.
    private(set) var values: [String] = []
    /// The values that it uses in place of a missing one.
    private(set) var fallbacks: Set<String> = []
    /// The variables that it may have changed; `nil` for all.
    private var changed: Set<String>? = []

    /// A value that programs don't mention, and that stands for any.
    static let anyValue = "\u{1}"

    init(_ name: String? = nil, _ value: String? = nil, isAlone: Bool = false) {
        (self.name, self.value, self.isAlone) = (name, value, isAlone)
    }

    func value(of name: String) -> ScriptValue {
        if !names.contains(name) { names.append(name) }
        guard let changed, !changed.contains(name) else { return .unknown }
        guard name == self.name else { return isAlone ? .unset : .unknown }
        return value.map { .text($0, .environment) } ?? .unset
    }

    /// Notes that the program may change a variable; `nil` for any.
    func change(_ name: String?) {
        if let name { changed?.insert(name) } else { changed = nil }
    }

    /// Notes a comparison of a value of the environment.
    func compare(_ one: ScriptValue, _ other: ScriptValue) {
        switch (one, other) {
        case (.text(_, .environment), .text(let text, _)), (.text(let text, _), .text(_, .environment)): note(text)
        default: break
        }
    }

    func note(_ text: String) {
        if text != value, !text.isEmpty, !values.contains(text) { values.append(text) }
    }

    /// Notes the value that is used if a variable isn't set.
    func fallBack(_ one: ScriptValue, to other: ScriptValue) {
        guard case .text(_, .environment) = one, case .text(let text, _) = other else { return }
        note(text)
        fallbacks.insert(text)
    }
}
