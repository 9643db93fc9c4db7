import Foundation

/// Counts inputs on a terminal when work takes more than a moment; silent in a pipe.
package final class Progress {
    private let stream: any OutputStream
    private let start = Date()
    private var count = 0
    private var shown = false
    private var last = Date()

    /// How long work goes on before anything is shown, and between two changes of what is shown, in seconds.
    private static let patience = (first: 0.7, next: 0.1)

    /// `nil` when standard error is no terminal.
    package init?(context: Context) {
        guard context.errors.terminalWidth != nil else { return nil }
        stream = context.errors
    }

    /// One more input was read.
    package func advance() {
        count += 1
        // Asking for the time costs more than most inputs.
        guard count % 64 == 0 else { return }
        let now = Date()
        guard now.timeIntervalSince(start) > Self.patience.first,
            !shown || now.timeIntervalSince(last) > Self.patience.next
        else { return }
        shown = true
        last = now
        show("\rreading: \(count) inputs")
    }

    /// Removes what was shown.
    package func finish() {
        if shown { show("\r\u{1B}[K") }
    }

    private func show(_ text: String) {
        // A terminal that went away is no reason to stop reading.
        do throws(OutputError) {
            try stream.write(text)
            try stream.flush()
        } catch {
            return
        }
    }
}
