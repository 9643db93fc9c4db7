import ArgumentParser
import SchemeKit
import SchemeModel

extension CompletionKind {
    /// Completes the ids of rules.
    static var rules: CompletionKind { .custom { _, _, _ in RulesCommand.identifiers } }

    /// Completes the schemes in the registry that the command line names, or in the default one.
    static var schemes: CompletionKind {
        .custom { words, _, _ in
            let named = value(of: "--registry", in: words) ?? value(of: "--against", in: words)
            return NameCompletions.schemes(registry: named.map { Path(argument: $0) }, in: .process())
        }
    }

    /// Completes the targets of the project that the command line names.
    static var targets: CompletionKind {
        .custom { words, _, _ in
            let paths = words.dropFirst().filter { !$0.isEmpty && !$0.hasPrefix("-") }
            return NameCompletions.targets(of: paths.map { Path(argument: $0) }, in: .process())
        }
    }

    /// Returns the value after `option` in a command line; `nil` if there is none.
    private static func value(of option: String, in words: [String]) -> String? {
        guard let index = words.firstIndex(of: option), index + 1 < words.count else {
            return words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
        }
        return words[index + 1].isEmpty ? nil : words[index + 1]
    }
}
