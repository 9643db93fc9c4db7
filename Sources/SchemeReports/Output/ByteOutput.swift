/// A buffered output for reporters, which passes bytes on in large chunks.
package final class ByteOutput {
    private var buffer: [UInt8] = []
    private let sink: (ArraySlice<UInt8>) throws -> Void

    /// The number of buffered bytes that triggers a flush.
    private static let pieceSize = 64 * 1024

    /// Creates an output that passes all bytes to `sink` in order.
    package init(_ sink: @escaping (ArraySlice<UInt8>) throws -> Void) {
        self.sink = sink
        buffer.reserveCapacity(Self.pieceSize * 2)
    }

    /// Appends the UTF-8 bytes of `text`.
    ///
    /// - Throws: An error from the sink.
    package func write(_ text: String) throws {
        var text = text
        text.withUTF8 { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Appends a constant text.
    ///
    /// - Throws: An error from the sink.
    package func write(_ text: StaticString) throws {
        text.withUTF8Buffer { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Appends an ASCII character `count` times.
    ///
    /// - Throws: An error from the sink.
    package func write(_ character: Unicode.Scalar, count: Int) throws {
        buffer.append(contentsOf: repeatElement(UInt8(ascii: character), count: count))
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Passes the buffered bytes to the sink. Bytes are not passed again after an error.
    ///
    /// - Throws: An error from the sink.
    package func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try sink(buffer[...])
    }
}
