import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeKit

/// The limits on the folders of a commit.
@Suite(.enabled(if: Shell.hasGit, "there is no git"))
struct GitFileSystemTests {
    /// A thousand paths made of four small objects.
    private static let repeatingFolders = """
        set -e
        export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
        git init -q .
        tree=$(printf '100644 blob %s\\tInfo.plist\\n' "$(git hash-object -w --stdin </dev/null)" | git mktree)
        for level in 1 2 3; do
            tree=$(for name in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\t%s\\n' "$tree" $name; done | git mktree)
        done
        git commit-tree -m repeating "$tree"
        """

    /// Returns the paths of the files that are found by walking all folders, and the messages of the problems.
    private func walk(_ limits: Limits) throws -> (files: [Path], problems: [String]) {
        let folder = try TemporaryFolder()
        let commit = try Shell.output(of: Self.repeatingFolders, in: folder.path)
        let root = Path(folder.path)
        let revision = GitRevision(root: root, commit: commit, tip: commit, name: "main", isWhereBranchesParted: false)
        let system = try GitFileSystem(of: revision, limits: limits, in: .process())
        var files: [Path] = []
        var folders = [root]
        while let next = folders.popLast() {
            for entry in try system.entries(of: next, where: { $0.name != ".git" }) {
                let path = next.appending(entry.name)
                if entry.kind == .directory { folders.append(path) } else { files.append(path) }
            }
        }
        return (files, system.problems.map(\.message))
    }

    @Test func readsFoldersThatShareTheirContents() throws {
        let (files, problems) = try walk(.standard)
        #expect(Set(files).count == 1_000 && files.count == 1_000)
        #expect(problems == [])
    }

    @Test func boundsFoldersThatShareTheirContents() throws {
        var limits = Limits.standard
        limits.gitRepeats = 20
        let (files, problems) = try walk(limits)
        #expect((1...60).contains(files.count))
        #expect(problems == ["'main' has too many identical folders; the rest was not read"])
    }

    @Test func boundsFiles() throws {
        var limits = Limits.standard
        limits.gitEntries = 20
        let (_, problems) = try walk(limits)
        #expect(problems == ["'main' has more than 20 files; the rest was not read"])
    }
}

/// Runs scripts.
private enum Shell {
    static let hasGit = (try? output(of: "git --version")) != nil

    /// Runs a script in `folder` and returns its output without the line break.
    static func output(of script: String, in folder: String = "/") throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardOutput = output
        try process.runWithinBounds()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
