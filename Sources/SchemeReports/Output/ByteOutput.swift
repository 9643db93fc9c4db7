/// Where a reporter writes: collects bytes and hands them on in large pieces.
package final class ByteOutput {
    private var buffer: [UInt8] = []
    private let sink: (ArraySlice<UInt8>) throws -> Void

    /// The number of collected bytes at which they are handed on.
    private static let pieceSize = 64 * 1024

    /// Output that `sink` receives, in order and without gaps.
    package init(_ sink: @escaping (ArraySlice<UInt8>) throws -> Void) {
        self.sink = sink
        buffer.reserveCapacity(Self.pieceSize * 2)
    }

    /// Appends the UTF-8 bytes of `text`.
    ///
    /// - Throws: what the sink throws.
    package func write(_ text: String) throws {
        var text = text
        text.withUTF8 { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Appends a text of the program.
    ///
    /// - Throws: what the sink throws.
    package func write(_ text: StaticString) throws {
        text.withUTF8Buffer { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Appends `count` times a character in ASCII.
    ///
    /// - Throws: what the sink throws.
    package func write(_ character: Unicode.Scalar, count: Int) throws {
        buffer.append(contentsOf: repeatElement(UInt8(ascii: character), count: count))
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Hands on what is collected. What the sink refuses is not offered again.
    ///
    /// - Throws: what the sink throws.
    package func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try sink(buffer[...])
    }
}
