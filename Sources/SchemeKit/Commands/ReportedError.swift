package import SchemeStore

/// An error that ends a run, with what to print and the exit code.
package protocol ReportedError: Error {
    /// The message, without a period at the end.
    var message: String { get }
    /// Lines that are printed below the message.
    var details: [String] { get }
    /// How to fix it.
    var hint: String? { get }
    /// The exit code of the run.
    var exitCode: ExitCode { get }
}

extension ReportedError {
    package var details: [String] { [] }
    package var hint: String? { nil }
    package var exitCode: ExitCode { .incomplete }
}

extension RegistryError: ReportedError {
    package var message: String { description }
}

extension OutputError: ReportedError {
    package var message: String { "the output could not be written: \(SystemError.text(of: code))" }
}
