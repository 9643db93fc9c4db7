package import Foundation
package import SchemeModel
import SchemeReports

/// Shows the source and the number of its inputs on a terminal if reading takes more than a moment.
package final class Progress {
    private let stream: any OutputStream
    private let width: Int
    private let start: Date
    /// What is read: `reading`, or the number and the name of the source.
    private var label = "reading"
    private var count = 0
    private var shown = false
    private var last = Date()

    /// The delay before anything is shown and between two updates, in seconds.
    private static let patience = (first: 0.5, next: 0.1)

    /// Creates a counter; `nil` if standard error is not a terminal.
    ///
    /// - Parameter start: When the run started to read.
    package init?(context: Context, since start: Date = Date()) {
        guard let width = context.errors.terminalWidth else { return nil }
        stream = context.errors
        (self.width, self.start) = (width, start)
    }

    /// Starts to count the inputs of one of several sources.
    package func begin(_ source: Source, number: Int, of total: Int) {
        guard total > 1 else { return }
        let name = source.isNamed ? source.name : Path(source.name).lastComponent.display
        label = "[\(number.grouped)/\(total.grouped)] \(TextEscape.escaped(name, limit: 40))"
        count = 0
        update()
    }

    /// Counts one more input.
    package func advance() {
        count += 1
        // Reading the clock costs more than most inputs, but a source may have few and large ones.
        if count < 64 || count % 64 == 0 { update() }
    }

    private func update() {
        let now = Date()
        guard now.timeIntervalSince(start) > Self.patience.first,
            !shown || now.timeIntervalSince(last) > Self.patience.next
        else { return }
        shown = true
        last = now
        // A line that wraps couldn't be cleared.
        let text = count == 0 ? label : "\(label): \(TextTerms.count(count, "input"))"
        show("\r\(text.prefix(max(1, width - 1)))\u{1B}[K")
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
