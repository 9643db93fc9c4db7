import LibC
package import SchemeModel

/// An open file on disk, closed when the last reference is released.
package final class POSIXRandomAccessFile: RandomAccessFile {
    package let stamp: FileStamp
    private let descriptor: Int32

    /// Opens the regular file at `path`.
    ///
    /// - Throws: ``FileError``.
    package convenience init(_ path: Path) throws(FileError) {
        // Non-blocking, so that opening a pipe without a writer doesn't hang before its kind is known.
        let descriptor = retrying { open(path.nulTerminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(errno: errno) }
        try self.init(descriptor: descriptor)
    }

    /// Takes ownership of an open file, and closes it if it isn't a regular file.
    ///
    /// - Throws: ``FileError``.
    init(descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw FileError(errno: code)
        }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular else {
            close(descriptor)
            throw .wrongKind(kind)
        }
        self.descriptor = descriptor
        stamp = FileStamp(status)
    }

    deinit {
        close(descriptor)
    }

    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= stamp.size, count <= stamp.size - offset else {
            throw .changedWhileReading
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let room = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count]
                )
                let got = retrying { pread(descriptor, room.baseAddress, room.count, off_t(offset + filled)) }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                filled += got
            }
        }
        guard failure == 0 else { throw FileError(errno: failure) }
        guard bytes.count == count else { throw .changedWhileReading }
        return bytes
    }
}

extension POSIXFileSystem {
    package func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try POSIXRandomAccessFile(path)
    }
}
