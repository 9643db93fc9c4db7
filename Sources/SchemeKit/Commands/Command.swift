import SchemeModel
import SchemeReports
import SchemeStore

/// One command of the tool, with its options taken apart from any command line.
public protocol Command: Sendable {
    /// Does the work and prints the result.
    ///
    /// - Throws: ``UsageError``, ``OutputError``, and what keeps a registry from being used.
    func run(in context: Context) throws -> ExitCode
}

/// A call that makes no sense; exit code 2.
public struct UsageError: Error, Hashable, Sendable {
    /// What is wrong, without a full stop.
    public var message: String
    /// What the message speaks of, a line each.
    public var details: [String]
    /// What to do about it.
    public var hint: String?

    /// An error with these words.
    public init(_ message: String, details: [String] = [], hint: String? = nil) {
        self.message = message
        self.details = details
        self.hint = hint
    }
}

extension Command {
    /// Runs the command, says on standard error what kept it from ending well, and gives the process's exit code.
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
            return context.fail("unexpected: \(error)", hint: "please report this", code: .incomplete)
        }
    }
}

extension Context {
    /// Says on standard error why the run ended, and gives the exit code that means it.
    public func fail(_ message: String, hint: String?, code: ExitCode) -> Int32 {
        say(message, hint: hint)
        return code.rawValue
    }

    /// Says on standard error what is wrong with the call, and gives the exit code that means it.
    public func fail(_ error: UsageError) -> Int32 {
        say(error.message, details: error.details, hint: error.hint)
        return ExitCode.usage.rawValue
    }

    /// The lines of a text that may quote the call as they may be printed.
    public func printable(_ lines: [String]) -> String {
        lines.map { TextEscape.escaped($0) }.joined(separator: "\n")
    }

    /// Says on standard error what the person should know although the run goes on.
    func note(_ message: String, details: [String] = [], hint: String? = nil) {
        if saysNotes { say("note: \(message)", details: details, hint: hint) }
    }

    /// The same that says as much as a plan wants.
    func saying(_ verbosity: OutputPlan.Verbosity) -> Context {
        var context = self
        context.saysNotes = verbosity != .quiet
        return context
    }

    /// Says something on standard error, escaped. A failing standard error leaves nobody to tell.
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
