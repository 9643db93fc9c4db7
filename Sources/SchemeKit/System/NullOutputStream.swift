/// An output stream that discards everything.
final class NullOutputStream: OutputStream {
    var terminalWidth: Int? { nil }

    func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {}

    func flush() throws(OutputError) {}
}
