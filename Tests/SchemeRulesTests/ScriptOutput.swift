import Foundation
import TestSupport

/// Returns the standard output of a script in the repository.
func output(of script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [ProjectFolder.root.appendingPathComponent(script).path, "-"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.runWithinBounds()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
}
