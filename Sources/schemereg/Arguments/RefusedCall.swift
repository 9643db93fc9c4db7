import ArgumentParser
import SchemeKit
import SchemeModel

extension UsageError {
    /// Creates the error for a call that ArgumentParser refuses, in the form of all other errors.
    ///
    /// ArgumentParser's errors have no public parts, so the parts are taken from its text.
    init(refused error: any Error) {
        let whole = Self.lines(Schemereg.fullMessage(for: error))
        let lines = Self.lines(Schemereg.message(for: error))
        var message = lines.first ?? ""
        let page = whole.last { $0.hasPrefix("  See '") }?.split(separator: "'").dropFirst().first
        var hint = page.map { "see '\($0)'" }
        if let (before, name) = Self.split(message, at: ". Did you mean '", end: "'?") {
            message = before
            // ArgumentParser suggests options that have little in common with a short one.
            let option = before.split(separator: "'").last.map(String.init) ?? ""
            if SpellingSuggestion.among([name], to: option) != nil { hint = "did you mean '\(name)'?" }
        } else if let (before, _) = Self.split(message, at: ". Please provide one of the following", end: ":") {
            message = before
            hint = "use one of these: " + lines.dropFirst().map { $0.dropFirst("  - ".count) }.joined(separator: ", ")
        } else if let (before, values) = Self.split(message, at: ". Please provide one of ", end: ".") {
            message = before
            hint = "use one of \(values)"
        }
        if message.hasPrefix("Unknown option '--"), let option = message.split(separator: "'").dropFirst().first {
            let others = Schemereg.configuration.subcommands.filter {
                Schemereg.helpMessage(for: $0).contains("\n  \(option) ")
            }
            let names = others.map { $0._commandName }.joined(separator: ", ")
            if !names.isEmpty { hint = "these commands have '\(option)': \(names)" }
        }
        if message.hasPrefix("Missing expected") { message = "missing" + message.dropFirst("Missing expected".count) }
        if message.last == "." { message.removeLast() }
        let about = whole.first { $0.hasPrefix("Help:  ") }.map { String($0.dropFirst("Help:  ".count)) }
        self.init(
            message.prefix(1).lowercased() + message.dropFirst(),
            details: about.map { [$0] } ?? [],
            hint: hint
        )
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { ArgumentText.shown(String($0)) }
    }

    /// Returns the text before the last `separator`, and the text between it and `end`; `nil` if there are none.
    private static func split(_ text: String, at separator: String, end: String) -> (String, String)? {
        guard text.hasSuffix(end), let range = text.ranges(of: separator).last, range.upperBound < text.endIndex else {
            return nil
        }
        return (String(text[..<range.lowerBound]), String(text[range.upperBound...].dropLast(end.count)))
    }
}
