/// A destination of bytes: a terminal, a pipe, a file or a buffer.
package protocol OutputStream: AnyObject, Sendable {
    /// The width of the terminal in columns; `nil` if it isn't a terminal.
    var terminalWidth: Int? { get }

    /// Writes bytes, possibly buffered. After the reader of a pipe is gone, bytes are dropped silently.
    ///
    /// - Throws: ``OutputError`` if this or an earlier write failed.
    func write(_ bytes: some Sequence<UInt8>) throws(OutputError)

    /// Writes all buffered bytes.
    ///
    /// - Throws: ``OutputError``.
    func flush() throws(OutputError)
}

extension OutputStream {
    /// Writes `text` as UTF-8.
    ///
    /// - Throws: ``OutputError``.
    package func write(_ text: String) throws(OutputError) { try write(text.utf8) }
}

/// A failure to write output, such as a full disk or a closed descriptor.
package struct OutputError: Error, Hashable, Sendable {
    /// The operating system's error number.
    package var code: Int32

    /// Creates an error with the operating system's number.
    package init(code: Int32) { self.code = code }
}
