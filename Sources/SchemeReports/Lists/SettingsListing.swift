package import SchemeModel

/// Writes the output of `settings`: each value, where it comes from, and notes about it.
package struct SettingsListing {
    /// A setting, or text in which settings are expanded.
    package struct Setting {
        /// The name, or the text before expansion.
        package var name: String
        package var value: String
        package var state: State
        /// The assignments that the value comes from, outermost first.
        package var steps: [Step]
        /// Notes about undefined and unknown settings that the value refers to.
        package var notes: [Note]

        package init(name: String, value: String, state: State, steps: [Step], notes: [Note]) {
            self.name = name
            self.value = value
            self.state = state
            self.steps = steps
            self.notes = notes
        }
    }

    package enum State: String, Sendable {
        case defined, undefined, unknown
    }

    /// An assignment that contributed to a value.
    package enum Step: Hashable, Sendable {
        case file(Place)
        /// `NAME=VALUE` on the command line.
        case call(String)
        /// `NAME = VALUE`, as Xcode defines it.
        case xcode(String)
    }

    /// A note about a value or a file.
    package struct Note: Hashable, Sendable {
        package var code: String
        /// A clause without a period; escaped when it is printed.
        package var message: String
        package var hint: String?
        package var place: Place

        package init(code: String, message: String, hint: String?, place: Place) {
            self.code = code
            self.message = message
            self.hint = hint
            self.place = place
        }
    }

    /// The target and the configuration of the values; `nil` when not applicable.
    package var target: String?
    package var configuration: String?
    package var settings: [Setting] = []
    package var expressions: [Setting] = []
    /// Notes about errors in the files.
    package var notes: [Note] = []
    /// Inputs that could not be checked.
    package var problems: [Problem] = []

    package init() {}

    /// The maximum number of places per value in text output.
    private static let steps = 20

    /// Writes the list in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ReportFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text: try writeText(TextWriter(to: output, context: context))
        case .json: try writeJSON(to: output, tool: context.tool)
        }
        try output.flush()
    }

    // MARK: Text

    private func writeText(_ writer: TextWriter) throws {
        var blocks: [() throws -> Void] = []
        let heading = [target.map { "target '\($0)'" }, configuration.map { "configuration '\($0)'" }].compactMap { $0 }
        if !heading.isEmpty { blocks.append { try writer.line(writer.message(heading.joined(separator: ", "))) } }
        var hints: Set<String> = []
        for setting in settings + expressions {
            blocks.append {
                try writer.line(headline(of: setting, writer))
                for step in setting.steps.prefix(Self.steps) { try writer.line("  \(text(of: step, writer))") }
                let more = setting.steps.count - Self.steps
                if more > 0 { try writer.line("  ... and \(TextTerms.count(more, "more place"))") }
                for note in setting.notes {
                    try writer.line("  \(writer.palette.name(of: .note)): \(writer.message(note.message))")
                    // The hint for a setting is the same wherever it is referenced.
                    if let hint = note.hint, hints.insert(hint).inserted { try writer.help(hint, indent: "    ") }
                }
            }
        }
        if settings.isEmpty, expressions.isEmpty, problems.isEmpty {
            blocks.append { try writer.line("no file and no --set option defines a setting") }
        }
        for note in notes {
            blocks.append {
                let severity = writer.palette.name(of: .warning)
                try writer.line("\(writer.position(note.place)): \(severity): \(writer.message(note.message))")
                try writer.snippet(note.place, .warning)
                try writer.help(note.hint)
            }
        }
        for problem in problems { blocks.append { try writer.problem(problem) } }
        for (index, write) in blocks.enumerated() {
            if index > 0 { try writer.line() }
            try write()
        }
    }

    /// Returns the name and the value on one line.
    private func headline(of setting: Setting, _ writer: TextWriter) -> String {
        let name = writer.palette.paint(writer.message(setting.name), .strong)
        let value = writer.message(setting.value)
        switch setting.state {
        case .defined: return value.isEmpty ? "\(name) is empty" : "\(name) = \(value)"
        case .undefined: return "\(name): undefined"
        case .unknown:
            let isItself = setting.value == "$(\(setting.name))" || setting.value == setting.name || value.isEmpty
            return isItself ? "\(name): unknown" : "\(name): unknown: \(value)"
        }
    }

    /// Returns the place of an assignment and its line.
    private func text(of step: Step, _ writer: TextWriter) -> String {
        switch step {
        case .file(let place):
            [writer.position(place), writer.sourceLine(of: place)].compactMap { $0 }.joined(separator: ": ")
        case .call(let assignment): "--set \(writer.message(assignment))"
        case .xcode(let assignment): "Xcode: \(writer.message(assignment))"
        }
    }

    // MARK: JSON

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.member("target", target)
        try json.member("configuration", configuration)
        try json.key("settings")
        try json.array(settings) { json, setting in
            try json.object {
                try $0.member("name", setting.name)
                try $0.member("value", setting.value)
                try $0.member("state", setting.state.rawValue)
                try $0.key("from")
                try $0.array(setting.places) { try $0.value($1) }
            }
        }
        try json.key("expressions")
        try json.array(expressions) { json, expression in
            try json.object(inline: true) {
                try $0.member("expression", expression.name)
                try $0.member("value", expression.value)
            }
        }
        try json.key("problems")
        try json.openArray()
        for problem in problems { try json.value(problem) }
        var seen: Set<Note> = []
        for note in notes + (settings + expressions).flatMap(\.notes) where seen.insert(note).inserted {
            try json.object {
                try $0.member("code", note.code)
                try $0.member("message", note.message)
                try $0.member("hint", note.hint)
                try $0.member("place", note.place)
            }
        }
        try json.close()
        try json.close()
    }
}

extension SettingsListing.Setting {
    fileprivate var places: [Place] {
        steps.compactMap { step in
            if case .file(let place) = step { place } else { nil }
        }
    }
}
