/// The parts that the help of every command has besides its options. No line of them is so long that it is wrapped.
enum HelpText {
    /// A text, examples of calls with what they are for, and what the exit codes mean.
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
        0: "nothing at or above --fail-on",
        1: "findings at or above --fail-on",
        2: "the call is wrong",
        3: "something could not be read or written: never a pass",
    ]

    /// The exit codes of commands that read or change what a registry holds.
    static let registry: KeyValuePairs = [
        0: "done",
        2: "the call is wrong, or the name is not known or not clear",
        3: "the registry cannot be read or written",
    ]

    /// The exit codes of commands that need nothing but themselves.
    static let alone: KeyValuePairs = [0: "done", 2: "the call is wrong", 3: "the output could not be written"]
}
