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
        package var remarks: [Remark]

        package init(name: String, value: String, state: State, steps: [Step], remarks: [Remark]) {
            self.name = name
            self.value = value
            self.state = state
            self.steps = steps
            self.remarks = remarks
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
    package struct Remark: Hashable, Sendable {
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
    package var remarks: [Remark] = []
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
        case .text: try writeText(TextLayout(to: output, context: context))
        case .json: try writeJSON(to: output, tool: context.tool)
        }
        try output.flush()
    }

    // MARK: Text

    private func writeText(_ layout: TextLayout) throws {
        var blocks: [() throws -> Void] = []
        let heading = [target.map { "target '\($0)'" }, configuration.map { "configuration '\($0)'" }].compactMap { $0 }
        if !heading.isEmpty { blocks.append { try layout.line(layout.message(heading.joined(separator: ", "))) } }
        var hints: Set<String> = []
        for setting in settings + expressions {
            blocks.append {
                try layout.line(headline(of: setting, layout))
                for step in setting.steps.prefix(Self.steps) { try layout.line("  \(text(of: step, layout))") }
                let more = setting.steps.count - Self.steps
                if more > 0 { try layout.line("  ... and \(TextTerms.count(more, "more place"))") }
                for remark in setting.remarks {
                    try layout.line("  \(layout.palette.name(of: .note)): \(layout.message(remark.message))")
                    // The hint for a setting is the same wherever it is referenced.
                    if let hint = remark.hint, hints.insert(hint).inserted { try layout.help(hint, indent: "    ") }
                }
            }
        }
        if settings.isEmpty, expressions.isEmpty, problems.isEmpty {
            blocks.append { try layout.line("no file and no --set option defines a setting") }
        }
        for remark in remarks {
            blocks.append {
                let severity = layout.palette.name(of: .warning)
                try layout.line("\(layout.position(remark.place)): \(severity): \(layout.message(remark.message))")
                try layout.snippet(remark.place, .warning)
                try layout.help(remark.hint)
            }
        }
        for problem in problems { blocks.append { try layout.problem(problem) } }
        for (index, write) in blocks.enumerated() {
            if index > 0 { try layout.line() }
            try write()
        }
    }

    /// Returns the name and the value on one line.
    private func headline(of setting: Setting, _ layout: TextLayout) -> String {
        let name = layout.palette.paint(layout.message(setting.name), .strong)
        let value = layout.message(setting.value)
        switch setting.state {
        case .defined: return value.isEmpty ? "\(name) is empty" : "\(name) = \(value)"
        case .undefined: return "\(name): undefined"
        case .unknown:
            let isItself = setting.value == "$(\(setting.name))" || setting.value == setting.name || value.isEmpty
            return isItself ? "\(name): unknown" : "\(name): unknown: \(value)"
        }
    }

    /// Returns the place of an assignment and its line.
    private func text(of step: Step, _ layout: TextLayout) -> String {
        switch step {
        case .file(let place):
            [layout.position(place), layout.sourceLine(of: place)].compactMap { $0 }.joined(separator: ": ")
        case .call(let assignment): "--set \(layout.message(assignment))"
        case .xcode(let assignment): "Xcode: \(layout.message(assignment))"
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
        var seen: Set<Remark> = []
        for remark in remarks + (settings + expressions).flatMap(\.remarks) where seen.insert(remark).inserted {
            try json.object {
                try $0.member("code", remark.code)
                try $0.member("message", remark.message)
                try $0.member("hint", remark.hint)
                try $0.member("place", remark.place)
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
