/// Builds the parts of a help text that follow the overview. No line is long enough to be wrapped.
enum HelpText {
    /// Returns a text, examples with their purpose, and the meaning of the exit codes.
    static func discussion(
        _ text: String = "",
        examples: KeyValuePairs<String, String>,
        exitCodes: KeyValuePairs<Int, String>
    ) -> String {
        let width = examples.lazy.filter { !$0.value.isEmpty }.map(\.key.count).max() ?? 0
        let calls = examples.map { call, purpose in
            let padding = String(repeating: " ", count: max(0, width - call.count))
            return purpose.isEmpty ? "  \(call)" : "  \(call)\(padding)  \(purpose)"
        }
        let codes = exitCodes.map { code, meaning in "  \(code)  \(meaning)" }
        let parts = [
            text, (["EXAMPLES:"] + calls).joined(separator: "\n"), (["EXIT CODES:"] + codes).joined(separator: "\n"),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The exit codes of commands that report findings.
    static let findings: KeyValuePairs = [
        0: "no findings at or above --fail-on",
        1: "findings at or above --fail-on",
        2: "invalid usage or configuration",
        3: "couldn't read or write something, hit a limit, or found no manifest",
    ]

    /// The exit codes of commands that only read a registry.
    static let reading: KeyValuePairs = [
        0: "done",
        2: "invalid usage, or an unknown or ambiguous name",
        3: "the registry couldn't be read",
    ]

    /// The exit codes of commands that read or change a registry.
    static let registry: KeyValuePairs = [
        0: "done",
        2: "invalid usage, or an unknown or ambiguous name",
        3: "the registry couldn't be read or written",
    ]

    /// The exit codes of commands that read no files.
    static let alone: KeyValuePairs = [0: "done", 2: "invalid usage", 3: "the output couldn't be written"]
}
