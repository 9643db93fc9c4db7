import LibC
import SchemeModel

extension Context {
    /// Returns the context of this process, with its streams, its folder and its disk.
    package static func process() -> Context {
        let start = ContinuousClock.now
        var context = Context(
            now: { Int(time(nil)) },
            environment: { name in getenv(name).map { String(cString: $0) } },
            currentDirectory: currentFolder(),
            files: POSIXFileSystem(),
            readStandardInput: { limit throws(FileError) in
                try SchemeKit.readStandardInput(limit: limit) { Interrupt.isRequested }
            },
            output: StandardStream(descriptor: STDOUT_FILENO),
            errors: StandardStream(descriptor: STDERR_FILENO),
            isInterrupted: { Interrupt.isRequested },
            cores: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        )
        context.elapsed = { (ContinuousClock.now - start) / .seconds(1) }
        return context
    }

    /// Returns the current folder, or the root if the folder was removed.
    private static func currentFolder() -> Path {
        guard let folder = getcwd(nil, 0) else { return "/" }
        defer { free(folder) }
        return Path(bytes: UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
    }
}
