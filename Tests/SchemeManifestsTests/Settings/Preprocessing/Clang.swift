import Foundation
import TestSupport

/// The C preprocessor of this machine, as builds run it.
struct Clang {
    private let executable: String

    /// Why a test that needs it was skipped.
    static let isMissing = "no clang in PATH: nothing to compare the preprocessor with"

    /// `nil` where there is none.
    static let installed: Clang? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/clang" }.first(where: FileManager.default.isExecutableFile).map(Clang.init)
    }()

    /// What it makes of a file; `nil` where it fails.
    ///
    /// - Parameter flags: as in `INFOPLIST_OTHER_PREPROCESSOR_FLAGS`.
    func output(of file: String, in folder: String, flags: [String]) throws -> [UInt8]? {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments =
            ["-E", "-P", "-x", "c", "-Wno-trigraphs", file, "-target", "arm64-apple-ios17.0"] + flags + ["-o", "-"]
        process.currentDirectoryURL = URL(filePath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.runWithinBounds()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(data) : nil
    }
}
