import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeKit

/// The time and the size of git's answers are limited, and objects are read byte for byte.
@Suite struct GitObjectsTests {
    /// A context whose `git` is a script.
    private func context(git script: String) throws -> (Context, TemporaryFolder) {
        let folder = try TemporaryFolder()
        // A file that this process writes may be open in a child that another test starts, and then can't be run.
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", #"printf '%s\n' "$1" > git && chmod 755 git"#, "sh", "#!/bin/sh\n\(script)"]
        writer.currentDirectoryURL = URL(filePath: folder.path)
        try writer.runWithinBounds()
        writer.waitUntilExit()
        var context = Context.process()
        let path = folder.path
        context.environment = { $0 == "PATH" ? "\(path):/usr/bin:/bin" : nil }
        return (context, folder)
    }

    /// A git process that doesn't answer, or answers slowly, doesn't block the run.
    @Test(arguments: ["exec sleep 10000", "while :; do printf x; sleep 0.01; done"])
    func givesUpWaiting(script: String) throws {
        let (context, folder) = try context(git: script)
        let objects = GitObjects(of: "/", timeLimit: .milliseconds(300), context: context)
        #expect(throws: FileError.tooSlow) { try objects.object("a", type: "blob", limit: 10) }
        #expect(throws: FileError.tooSlow) { try objects.object("a", type: "blob", limit: 10) }
        withExtendedLifetime(folder) {}
    }

    /// A malformed answer is an error, and an object of another type counts as missing.
    @Test(arguments: [
        ("read a; echo x blob nine", FileError.system(code: EIO)), ("read a; echo x blob -1", .system(code: EIO)),
        ("read a; echo x blob 11", .tooLarge(limit: 10)), ("read a; echo x tree 5; echo 12345; sleep 1", .notFound),
        ("read a; echo x missing; sleep 1", .notFound), ("exit 1", .system(code: EIO)),
    ])
    func mistrustsAnswers(script: String, error: FileError) throws {
        let (context, folder) = try context(git: script)
        let objects = GitObjects(of: "/", timeLimit: .seconds(600), context: context)
        #expect(throws: error) { try objects.object("a", type: "blob", limit: 10) }
        withExtendedLifetime(folder) {}
    }

    /// Any bytes are a tree of some entries, or a truncated one.
    @Test func readsAnyBytesAsATree() {
        var random = SeededGenerator(seed: 1)
        let id = [UInt8](repeating: 1, count: 20)
        var whole: [UInt8] = []
        for number in 0..<20 { whole += Array("100644 file\(number)".utf8) + [0] + id }
        #expect(GitTree(whole, idLength: 20).entries.count == 20)
        for _ in 0..<5_000 {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
            for _ in 0..<Int.random(in: 0..<8, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = random.pick([0, 0x20, 0x2F, 0x2E, 0x37, 0xFF])
            }
            let tree = GitTree(bytes, idLength: 20)
            #expect(tree.entries.count + tree.refused.count == tree.count)
            #expect(tree.isCutOff || tree.count == 0 || bytes.count >= tree.count * 23)
            #expect(!tree.entries.keys.contains { ForbiddenGitNames.isForbidden($0.bytes) })
        }
    }
}
