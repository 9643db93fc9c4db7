#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What SIGINT and SIGTERM asked of this process.
///
/// The first one only sets a flag, which the pipeline looks at between inputs, so that a transaction is rolled back and
/// no file is left behind. An alarm ends the process when that takes longer than a second, as does a second signal.
package enum Interrupt {
    /// The signal that arrived; 0 while none did. Written by the handler only.
    nonisolated(unsafe) private static var signal: sig_atomic_t = 0

    /// Whether the process was asked to end.
    package static var isRequested: Bool { signal != 0 }

    /// The exit code by which shells know the signal: 130 for SIGINT, 143 for SIGTERM.
    package static var exitCode: Int32 { 128 + Int32(signal) }

    /// Handles SIGINT and SIGTERM, and ignores SIGPIPE and SIGXFSZ, so that a write to a closed pipe, or beyond the size that
    /// files may have, fails instead of killing.
    package static func install() {
        func handle(_ number: Int32, with handler: @escaping @convention(c) (Int32) -> Void) {
            var action = sigaction()
            #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
            #else
            action.__sigaction_handler.sa_handler = handler
            #endif
            // Without SA_RESTART a wait for a lock or a slow disk ends too.
            sigaction(number, &action, nil)
        }
        for number in [SIGINT, SIGTERM] {
            handle(number) { number in
                if Interrupt.signal != 0 { _exit(128 + number) }
                Interrupt.signal = sig_atomic_t(number)
                alarm(1)
            }
        }
        handle(SIGALRM) { _ in _exit(128 + Int32(Interrupt.signal)) }
        for number in [SIGPIPE, SIGXFSZ] { systemSignal(number, SIG_IGN) }
    }
}

/// `signal(2)`, which the property of the same name hides.
@discardableResult
private func systemSignal(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    _ = signal(number, handler)
    return true
}
