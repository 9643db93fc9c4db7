import LibC

/// Calls on connected sockets.
enum Socket {
    /// Makes a pair of connected sockets that other programs don't inherit; `nil` if the system can't.
    static func pair() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        #if os(Linux) && !canImport(Musl)
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #elseif os(Linux)
        let type = SOCK_STREAM | SOCK_CLOEXEC
        #else
        let type = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        // Above the standard descriptors, so that it can replace one of them in the other process.
        let second = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        close(ends[1])
        guard second >= 0 else {
            close(ends[0])
            return nil
        }
        #if canImport(Darwin)
        for end in [ends[0], second] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            var isOn: Int32 = 1
            setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        }
        #endif
        return (ends[0], second)
    }

    /// Sends all of `bytes`, and waits as long as that takes. Returns whether the other end is open.
    @discardableResult
    static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = sendSome(rest, to: socket, flags: 0), count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends as many of `bytes` as possible without waiting. Returns `nil` if the other end is closed.
    static func sendAvailable(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int? {
        sendSome(bytes, to: socket, flags: Int32(MSG_DONTWAIT))
    }

    private static func sendSome(_ bytes: ArraySlice<UInt8>, to socket: Int32, flags: Int32) -> Int? {
        // Without a SIGPIPE, which would end a program that uses this library and doesn't ignore the signal.
        #if canImport(Darwin)
        let quiet: Int32 = 0
        #else
        let quiet = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { bytes in
            retrying { LibC.send(socket, bytes.baseAddress, bytes.count, flags | quiet) }
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }

    /// Reads exactly `count` bytes. Returns `nil` if the other end was closed before that.
    static func read(_ count: Int, from socket: Int32) -> [UInt8]? {
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            while filled < count {
                let piece = retrying { LibC.read(socket, room.baseAddress.map { $0 + filled }, count - filled) }
                guard piece > 0 else { return }
                filled += piece
            }
        }
        return bytes.count == count ? bytes : nil
    }

    /// Returns the bytes that can be read without waiting, at most 256 KiB; empty if the other end is closed.
    static func readAvailable(from socket: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 18) { room, count in
            count = max(0, retrying { LibC.read(socket, room.baseAddress, room.count) })
        }
    }
}
