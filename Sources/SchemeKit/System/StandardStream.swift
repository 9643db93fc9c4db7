import Foundation
import LibC
package import SchemeModel

/// Standard output or standard error of this process, buffered.
package final class StandardStream: OutputStream, @unchecked Sendable {
    package let terminalWidth: Int?

    private let descriptor: Int32
    private let lock = NSLock()
    private var buffer: [UInt8] = []
    /// Whether the reader of the pipe is gone; further bytes are dropped.
    private var isAbandoned = false
    private var failure: OutputError?

    private static let capacity = 1 << 16

    /// Creates a stream for descriptor 1 or 2.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        if isatty(descriptor) == 1 {
            var size = winsize()
            let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
            terminalWidth = known ? Int(size.ws_col) : 80
        } else {
            terminalWidth = nil
        }
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
        lock.lock()
        defer { lock.unlock() }
        buffer.append(contentsOf: bytes)
        if buffer.count >= StandardStream.capacity { drain() }
        if let failure { throw failure }
    }

    package func flush() throws(OutputError) {
        lock.lock()
        defer { lock.unlock() }
        drain()
        if let failure { throw failure }
    }

    private func drain() {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard !isAbandoned, failure == nil else { return }
        do throws(OutputError) {
            try writeAll(buffer, to: descriptor)
        } catch {
            if error.code == EPIPE { isAbandoned = true } else { failure = error }
        }
    }
}

/// Opens the descriptors of standard input, output and error if the caller closed them, so that no other file gets
/// their numbers. Reading and writing there still fails.
package func takeStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
        // The system returns the lowest free number, which is this one.
        _ = retrying { open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) }
    }
}

/// Reads all of standard input.
///
/// - Parameters:
///   - limit: Reading stops one byte after the limit.
///   - isInterrupted: Called repeatedly, also while waiting.
/// - Throws: ``FileError/system(code:)`` if it can't be read or the run was interrupted.
package func readStandardInput(limit: Int, isInterrupted: () -> Bool) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
        // A signal may arrive just before the process starts to wait, so waiting has a timeout.
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let ready = poll(&input, 1, 100)
        if isInterrupted() { throw .system(code: EINTR) }
        if ready == 0 || ready < 0 && errno == EINTR { continue }
        let got = chunk.withUnsafeMutableBytes { room in
            retrying { read(STDIN_FILENO, room.baseAddress, room.count) }
        }
        if got < 0 { throw FileError(errno: errno) }
        if got == 0 { break }
        bytes.append(contentsOf: chunk[..<got])
    }
    return bytes
}
