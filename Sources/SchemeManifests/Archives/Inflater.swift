import CZlib

/// Unpacks one stream of raw deflate data.
final class Inflater {
    /// The state of unpacking.
    enum Progress {
        /// There is more to unpack from the given bytes.
        case going
        /// All given bytes are used up.
        case hungry
        /// The stream has ended.
        case finished
        /// The bytes aren't valid deflate data.
        case broken
    }

    /// zlib keeps the address of the stream, so the stream has its own memory.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private let isReady: Bool

    /// Creates an unpacker that accepts at most `capacity` bytes at once.
    init(capacity: Int) {
        self.capacity = capacity
        input = .allocate(capacity: capacity)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A negative value means that there is no zlib header, as in archives.
        isReady = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
        input.deallocate()
    }

    /// The number of given bytes that aren't used yet.
    var unused: Int { Int(stream.pointee.avail_in) }

    /// Provides the next packed bytes, after the previous ones are used up.
    func feed(_ bytes: [UInt8]) {
        let count = min(bytes.count, capacity)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { input.update(from: base, count: count) }
        }
        stream.pointee.next_in = input
        stream.pointee.avail_in = UInt32(clamping: count)
    }

    /// Unpacks at most `count` bytes.
    func unpack(_ count: Int) -> (bytes: [UInt8], progress: Progress) {
        guard isReady else { return ([], .broken) }
        var status = Z_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(clamping: buffer.count)
            status = inflate(stream, Z_NO_FLUSH)
            filled = buffer.count - Int(stream.pointee.avail_out)
        }
        stream.pointee.next_out = nil
        return switch status {
        case Z_STREAM_END: (bytes, .finished)
        case Z_OK, Z_BUF_ERROR: (bytes, unused == 0 && bytes.count < count ? .hungry : .going)
        default: (bytes, .broken)
        }
    }
}

/// The CRC-32 of archives.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: [UInt8]) {
        // Without a buffer, zlib returns the initial checksum.
        guard !bytes.isEmpty else { return }
        bytes.withUnsafeBufferPointer { buffer in
            value = UInt32(truncatingIfNeeded: crc32(uLong(value), buffer.baseAddress, uInt(clamping: buffer.count)))
        }
    }
}
