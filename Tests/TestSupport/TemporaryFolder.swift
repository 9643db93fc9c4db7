import Foundation

/// A temporary folder that is deleted when the test ends.
package final class TemporaryFolder {
    package let path: String

    /// - Parameter isInMemory: Whether the folder is in memory, if the system has such a folder, where no disk is waited for.
    package init(isInMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let isThere = isInMemory && FileManager.default.isWritableFile(atPath: memory.path)
        let base = isThere ? memory : FileManager.default.temporaryDirectory
        path = base.resolvingSymlinksInPath().path + "/schemereg-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path)") }
    }

    /// Writes a file below the folder and returns its absolute path.
    @discardableResult
    package func write(_ name: String, _ contents: String) throws -> String { try write(name, Array(contents.utf8)) }

    /// Writes a file below the folder and returns its absolute path.
    @discardableResult
    package func write(_ name: String, _ contents: [UInt8]) throws -> String {
        let file = path + "/" + name
        let parent = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(contents).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Writes an executable file below the folder and returns its absolute path.
    ///
    /// Another process copies it. If this process opened it for writing, a process that another test forks at this
    /// moment would inherit the open file, and until it closes it, the program can't be started (`ETXTBSY`).
    @discardableResult
    package func writeProgram(_ name: String, _ text: String) throws -> String {
        let (text, file) = (try write(name + ".text", text), path + "/" + name)
        let installer = Process()
        installer.executableURL = URL(filePath: "/usr/bin/install")
        installer.arguments = ["-m", "755", text, file]
        try installer.runWithinBounds()
        installer.waitUntilExit()
        guard installer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileManager.default.removeItem(atPath: text)
        return file
    }
}
