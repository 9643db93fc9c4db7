import LibC

/// Handles SIGINT and SIGTERM, and the lack of memory.
///
/// The first signal only sets a flag, which is checked between inputs, so that transactions are rolled back and
/// temporary files removed. The process ends at once after a second signal, or if that takes longer than three seconds. On a
/// busy machine, where it hardly gets processor time, it has up to a minute.
package enum Interrupt {
    /// The signal that arrived; 0 if none did. Written only by the handler.
    nonisolated(unsafe) private static var signal: sig_atomic_t = 0
    /// The seconds since the signal and those in which the process hardly ran, and the milliseconds of processor time used until
    /// the signal and until the last second. Written only by the handlers.
    nonisolated(unsafe) private static var time = (seconds: 0, idleSeconds: 0, first: 0, last: 0)

    /// Whether the process was interrupted.
    package static var isRequested: Bool { signal != 0 }

    /// The conventional exit code for the signal: 130 for SIGINT, 143 for SIGTERM.
    package static var exitCode: Int32 { 128 + Int32(signal) }

    /// Installs handlers for SIGINT and SIGTERM, and ignores SIGPIPE and SIGXFSZ, so that writing to a closed pipe or
    /// beyond the file size limit fails instead of ending the process.
    ///
    /// If the shell limits memory, a run that gets too little ends with an explanation. Swift ends a program with a signal when
    /// an allocation fails.
    package static func install() {
        func handle(_ number: Int32, flags: Int32 = 0, with handler: @escaping @convention(c) (Int32) -> Void) {
            var action = sigaction()
            #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
            #else
            action.__sigaction_handler.sa_handler = handler
            #endif
            action.sa_flags = flags
            // Without SA_RESTART, waiting for a lock or a slow disk is interrupted as well.
            sigaction(number, &action, nil)
        }
        for number in [SIGINT, SIGTERM] {
            handle(number) { number in
                if Interrupt.signal != 0 { _exit(128 + number) }
                Interrupt.signal = sig_atomic_t(number)
                let used = ProcessLimits.usedMilliseconds()
                Interrupt.time = (0, 0, used, used)
                alarm(1)
            }
        }
        handle(SIGALRM, flags: SA_RESTART) { _ in Interrupt.passSecond() }
        for number in [SIGPIPE, SIGXFSZ] { systemSignal(number, SIG_IGN) }
        guard ProcessLimits.isMemoryLimited else { return }
        ProcessLimits.shareHeap()
        // There may be no memory for the stack. This one is never freed.
        var stack = stack_t()
        stack.ss_size = 64 * 1024
        stack.ss_sp = malloc(stack.ss_size)
        sigaltstack(&stack, nil)
        for number in [SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGTRAP] {
            handle(number, flags: SA_ONSTACK) { _ in
                let message: StaticString =
                    "schemereg: the run ended unexpectedly; the limit on memory (ulimit -v, ulimit -d) may be too low\n"
                _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
                _exit(ExitCode.incomplete.rawValue)
            }
        }
    }

    /// Ends the process if it has waited for three seconds since the signal, perhaps for a disk, or has run for two.
    private static func passSecond() {
        let used = ProcessLimits.usedMilliseconds()
        time.seconds += 1
        if used - time.last < 10 { time.idleSeconds += 1 }
        time.last = used
        let isLate = time.idleSeconds >= 3 || used - time.first >= 2_000 || time.seconds >= 60
        if time.seconds >= 3, isLate { _exit(exitCode) }
        alarm(1)
    }
}

/// Calls `signal(2)`, which a property of the same name hides.
@discardableResult
private func systemSignal(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    _ = signal(number, handler)
    return true
}
