import Foundation
import SchemeModel

/// Shows the number of inputs on a terminal if reading takes more than a moment.
package final class Progress {
    private let stream: any OutputStream
    private let start = Date()
    private var count = 0
    private var shown = false
    private var last = Date()

    /// The delay before anything is shown and between two updates, in seconds.
    private static let patience = (first: 0.7, next: 0.1)

    /// Creates a counter; `nil` if standard error is not a terminal.
    package init?(context: Context) {
        guard context.errors.terminalWidth != nil else { return nil }
        stream = context.errors
    }

    /// Counts one more input.
    package func advance() {
        count += 1
        // Reading the clock costs more than most inputs.
        guard count % 64 == 0 else { return }
        let now = Date()
        guard now.timeIntervalSince(start) > Self.patience.first,
            !shown || now.timeIntervalSince(last) > Self.patience.next
        else { return }
        shown = true
        last = now
        show("\rreading: \(count.grouped) inputs")
    }

    /// Clears the line.
    package func finish() {
        if shown { show("\r\u{1B}[K") }
    }

    private func show(_ text: String) {
        // Reading continues if the terminal is gone.
        do throws(OutputError) {
            try stream.write(text)
            try stream.flush()
        } catch {
            return
        }
    }
}
