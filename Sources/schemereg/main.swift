import LibC
import SchemeKit

// On Linux, Swift reads the arguments from /proc. Without them, a run would show the help, and succeed.
guard CommandLine.argc > 0 else {
    let message = Array("schemereg: the arguments cannot be read; is /proc mounted?\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    exit(ExitCode.incomplete.rawValue)
}

// The raw arguments, because CommandLine.arguments replaces invalid UTF-8.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index -> [UInt8]? in
    CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
if CodeWorker.isRequested(by: arguments) { CodeWorker.run() }
takeStandardDescriptors()
Interrupt.install()
exit(run(arguments, in: .isolatingCode()))

extension Context {
    /// Returns the context of this process, in which another one analyzes code.
    fileprivate static func isolatingCode() -> Context {
        var context = process()
        guard let program = IsolatedAnalyzer.thisProgram else { return context }
        context.codeAnalyzer = IsolatedAnalyzer(
            program: program,
            threads: context.cores,
            isInterrupted: context.isInterrupted
        )
        return context
    }
}
