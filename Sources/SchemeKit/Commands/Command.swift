import SchemeModel
import SchemeReports

/// One command of the tool, independent of the command line.
package protocol Command: Sendable {
    /// Does the work and prints the result.
    ///
    /// - Throws: ``UsageError``, ``OutputError``, and errors of the registry.
    func run(in context: Context) throws -> ExitCode
}

/// Invalid usage; exit code 2.
package struct UsageError: ReportedError, Hashable, Sendable {
    /// The message, without a period at the end.
    package var message: String
    /// Lines that are printed below the message.
    package var details: [String]
    /// How to fix it.
    package var hint: String?

    /// Creates an error with this message.
    package init(_ message: String, details: [String] = [], hint: String? = nil) {
        self.message = message
        self.details = details
        self.hint = hint
    }

    package var exitCode: ExitCode { .usage }
}

extension Command {
    /// Runs the command, prints its error if it fails, and returns the exit code of the process.
    package func exitCode(in context: Context) -> Int32 {
        do {
            let code = try run(in: context)
            try context.output.flush()
            try context.errors.flush()
            return code.rawValue
        } catch  where context.isInterrupted() {
            return Interrupt.exitCode
        } catch let error as any ReportedError {
            return context.fail(error)
        } catch {
            return context.fail("unexpected error: \(error)", hint: "report this as a bug", code: .incomplete)
        }
    }
}

extension Context {
    /// Prints an error on standard error and returns the process's exit code.
    package func fail(_ message: String, hint: String?, code: ExitCode) -> Int32 {
        say(message, hint: hint)
        return code.rawValue
    }

    /// Prints an error on standard error and returns the process's exit code.
    package func fail(_ error: any ReportedError) -> Int32 {
        say(error.message, details: error.details, hint: error.hint)
        return error.exitCode.rawValue
    }

    /// Returns the lines, escaped for printing; they may quote arguments.
    package func printable(_ lines: [String]) -> String {
        lines.map { TextEscape.escaped($0) }.joined(separator: "\n")
    }

    /// Prints a note on standard error, unless notes are turned off.
    func note(_ message: String, details: [String] = [], hint: String? = nil) {
        if saysNotes { say("note: \(message)", details: details, hint: hint) }
    }

    /// Returns a copy with the plan's verbosity.
    func saying(_ verbosity: OutputPlan.Verbosity) -> Context {
        var context = self
        context.saysNotes = verbosity != .quiet
        return context
    }

    /// Prints a message on standard error, escaped. Errors are ignored, because there is nowhere to report them.
    func say(_ message: String, details: [String] = [], hint: String? = nil) {
        do throws(OutputError) {
            try errors.write("schemereg: \(TextEscape.escaped(message))\n")
            for detail in details { try errors.write("  \(TextEscape.escaped(detail))\n") }
            if let hint { try errors.write("  help: \(TextEscape.escaped(hint))\n") }
            try errors.flush()
        } catch {
            return
        }
    }
}
