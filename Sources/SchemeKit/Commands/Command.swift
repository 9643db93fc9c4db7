import SchemeModel
import SchemeReports
import SchemeStore

/// One command of the tool, independent of the command line.
public protocol Command: Sendable {
    /// Does the work and prints the result.
    ///
    /// - Throws: ``UsageError``, ``OutputError``, and errors of the registry.
    func run(in context: Context) throws -> ExitCode
}

/// Invalid usage; exit code 2.
public struct UsageError: Error, Hashable, Sendable {
    /// The message, without a period at the end.
    public var message: String
    /// Lines that are printed below the message.
    public var details: [String]
    /// How to fix it.
    public var hint: String?

    /// Creates an error with this message.
    public init(_ message: String, details: [String] = [], hint: String? = nil) {
        self.message = message
        self.details = details
        self.hint = hint
    }
}

extension Command {
    /// Runs the command, prints its error if it fails, and returns the exit code of the process.
    public func exitCode(in context: Context) -> Int32 {
        do {
            let code = try run(in: context)
            try context.output.flush()
            try context.errors.flush()
            return code.rawValue
        } catch  where context.isInterrupted() {
            return Interrupt.exitCode
        } catch let error as UsageError {
            return context.fail(error)
        } catch let error as RegistryError {
            return context.fail(error.description, hint: error.hint, code: .incomplete)
        } catch let error as FolderError {
            return context.fail(error.description, hint: error.hint, code: .incomplete)
        } catch let error as UnreadableFile {
            return context.fail(error.description, hint: error.hint, code: .incomplete)
        } catch let error as ReportFileError {
            return context.fail(error.description, hint: error.hint, code: .incomplete)
        } catch let error as OutputError {
            let cause = SystemError.text(of: error.code)
            return context.fail("the output could not be written: \(cause)", hint: nil, code: .incomplete)
        } catch {
            return context.fail("unexpected error: \(error)", hint: "report this as a bug", code: .incomplete)
        }
    }
}

extension Context {
    /// Prints an error on standard error and returns the process's exit code.
    public func fail(_ message: String, hint: String?, code: ExitCode) -> Int32 {
        say(message, hint: hint)
        return code.rawValue
    }

    /// Prints a usage error on standard error and returns the process's exit code.
    public func fail(_ error: UsageError) -> Int32 {
        say(error.message, details: error.details, hint: error.hint)
        return ExitCode.usage.rawValue
    }

    /// Returns the lines, escaped for printing; they may quote arguments.
    public func printable(_ lines: [String]) -> String {
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
