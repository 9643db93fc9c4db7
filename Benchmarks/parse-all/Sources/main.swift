import Dispatch
import Foundation
import SwiftParser

// Parses every Swift file below a folder, on all cores, for comparison in links.py.
guard CommandLine.arguments.count == 2,
    let tree = FileManager.default.enumerator(atPath: CommandLine.arguments[1])
else {
    print("usage: parse-all FOLDER")
    exit(2)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let files = tree.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
DispatchQueue.concurrentPerform(iterations: files.count) { number in
    guard let text = try? String(contentsOf: files[number], encoding: .utf8) else { return }
    withExtendedLifetime(Parser.parse(source: text)) {}
}
print("\(files.count) Swift files")
