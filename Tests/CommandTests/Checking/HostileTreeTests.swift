import Foundation
import Testing
import TestSupport

/// Commits that no checkout could create. Git stores any tree object, and `check --changed-since` and `diff` read them.
@Suite(.enabled(if: Repositories.hasGit, "there is no git"))
struct HostileTreeTests {
    private func run(_ folder: TemporaryFolder, _ arguments: String...) -> CommandRun {
        CommandRun.run(arguments, in: folder.path + "/repository", environment: Repositories.environment)
    }

    /// Names that lead elsewhere, or that a file system treats like `.git`.
    private static let forbidden = [
        "..", ".", "a/../../outside", "a/b", "", ".git", ".GIT", ".Git", "git~1", "GIT~1", ".git ", ".git...",
        ".git::$INDEX_ALLOCATION",
        ".g\u{200C}it", "\u{FEFF}.git", ".gi\u{202E}T", "x\\.git", "x\\..\\GIT~1 .",
    ]

    /// All names are in one commit; in long runs, each is in a commit of its own.
    @Test(arguments: TestScale.pick([forbidden], torture: forbidden.map { [$0] }))
    func refusesEntriesWithForbiddenNames(names: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write("outside/Info.plist", Sample.app("com.contoso.outside", ("Editor", ["outside-app"])))
        let trees = try Trees(folder, "repository")
        let bad = try trees.tree([.file("Info.plist", Sample.app("com.contoso.b", ("Editor", ["app-b"])))])
        let good = try trees.tree([.file("Info.plist", Sample.app("com.contoso.a", ("Editor", ["app-a"])))])
        let entries: [Trees.Entry] = names.map { .folder($0, bad) }
        try trees.commit(try trees.tree(entries + [.folder("good", good)]), as: "main")
        let diff = run(folder, "diff", "main:", ".", "--format", "json")
        #expect(diff.code == 3, "\(diff.output)")
        #expect(diff.output.contains("\"app-a\"") && !diff.output.contains("app-b"))
        #expect(!diff.output.contains("outside-app"))
        #expect(diff.output.ranges(of: "\"invalid-name\"").count == names.count, "\(diff.output)")
        let check = run(folder, "check", ".", "--changed-since", "main")
        #expect(check.code == 3, "\(check.output)")
        #expect(check.output.ranges(of: "which git forbids").count == names.count, "\(check.output)")
    }

    private static let odd = [
        "...", "..a", ".gitignore", "git~2", "git~10", ".git2", "x\\y", ".gi", "a b", "caf\u{E9}", ".ggit",
        ".\u{200C}",
    ]

    /// Valid names that look similar are read.
    @Test(arguments: TestScale.pick([odd], torture: odd.map { [$0] }))
    func readsEntriesWithOddNames(names: [String]) throws {
        let folder = try TemporaryFolder()
        let trees = try Trees(folder, "repository")
        let entries = try names.enumerated().map { number, name in
            let app = Sample.app("com.contoso.b\(number)", ("Editor", ["app-b\(number)"]))
            return Trees.Entry.folder(name, try trees.tree([.file("Info.plist", app)]))
        }
        try trees.commit(try trees.tree(entries), as: "main")
        let diff = run(folder, "diff", "main:", ".", "--format", "json")
        for number in names.indices { #expect(diff.output.contains("\"app-b\(number)\""), "\(diff.output)") }
        #expect(!diff.output.contains("invalid-name"))
    }

    /// A checkout keeps either of two entries with the same name.
    @Test func refusesASecondEntryWithTheSameName() throws {
        let folder = try TemporaryFolder()
        let trees = try Trees(folder, "repository")
        let one = Sample.app("com.contoso.a", ("Editor", ["app-a"]))
        let two = Sample.app("com.contoso.b", ("Editor", ["app-b"]))
        try trees.commit(try trees.tree([.file("Info.plist", one), .file("Info.plist", two)]), as: "main")
        let diff = run(folder, "diff", "main:", ".", "--format", "json")
        #expect(diff.code == 3 && diff.output.contains("invalid-name"), "\(diff.output)")
    }

    /// A million paths made of a few small objects.
    @Test func boundsFoldersThatShareTheirContents() throws {
        let folder = try TemporaryFolder()
        let trees = try Trees(folder, "repository")
        // Long runs also read and compare the ten thousand manifests that are within the limit, each in a folder of its own.
        let (names, levels) = TestScale.pick(((0..<1_000).map { "\($0).txt" }, 3), torture: (["Info.plist"], 6))
        try folder.write("app", Sample.app("com.contoso.a", ("Editor", ["app-a"])))
        let app = try trees.blob(script: "cat app")
        var tree = try trees.tree(names.map { .blob($0, app) })
        for _ in 0..<levels { tree = try trees.tree((0..<10).map { .folder("\($0)", tree) }) }
        try trees.commit(tree, as: "main")
        // Without a limit it takes minutes and gigabytes.
        let check = run(folder, "check", ".", "--changed-since", "main")
        #expect(check.code == 3 && check.output.contains("too many identical folders"), "\(check.output)")
    }

    /// Folders nested deeper than any file system allows.
    @Test func boundsDepth() throws {
        let folder = try TemporaryFolder()
        let trees = try Trees(folder, "repository")
        var tree = try trees.tree([.file("Info.plist", Sample.app("com.contoso.deep", ("Editor", ["app-d"])))])
        let good = try trees.tree([.file("Info.plist", Sample.app("com.contoso.a", ("Editor", ["app-a"])))])
        tree = try trees.nested(tree, levels: TestScale.pick(300, torture: 3_000))
        try trees.commit(try trees.tree([.folder("a", good), .folder("d", tree)]), as: "main")
        let diff = run(folder, "diff", "main:", ".", "--format", "json")
        #expect(diff.code == 3 && diff.output.contains("over-limit"), "\(diff.output)")
        #expect(diff.output.contains("\"app-a\"") && !diff.output.contains("\"app-d\""))
    }

    /// An object of many megabytes takes some kilobytes in a repository and isn't unpacked.
    @Test func doesNotUnpackWhatIsTooLarge() throws {
        let folder = try TemporaryFolder()
        let trees = try Trees(folder, "repository")
        // A manifest may have 16 megabytes.
        let size = TestScale.pick(40_000_000, torture: 400_000_000)
        let bomb = try trees.blob(script: "head -c \(size) /dev/zero")
        let good = try trees.tree([.file("Info.plist", Sample.app("com.contoso.a", ("Editor", ["app-a"])))])
        let bombs = try trees.tree((0..<40).map { .blob(String(format: "Info%02d.plist", $0), bomb) })
        try trees.commit(try trees.tree([.folder("a", good), .folder("b", bombs)]), as: "main")
        let diff = run(folder, "diff", "main:", ".", "--format", "json")
        #expect(diff.code == 3 && diff.output.contains("\"app-a\""), "\(diff.output)")
    }
}

/// Writes objects into a repository that git itself would reject.
private struct Trees {
    private let folder: TemporaryFolder
    private let name: String

    enum Entry {
        case file(String, String)
        case blob(String, String)
        case folder(String, String)
    }

    /// Creates a repository with an empty work tree.
    init(_ folder: TemporaryFolder, _ name: String) throws {
        (self.folder, self.name) = (folder, name)
        try Repositories.git(folder, "init -q -b work \(name)")
        try folder.write(name + "/now/Info.plist", Sample.app("com.contoso.now", ("Editor", ["app-now"])))
        try Repositories.git(folder, "-C \(name) commit -q --allow-empty -m zero")
    }

    /// Returns the id of a blob with the output of a script.
    func blob(script: String) throws -> String { try object("blob", "\(script) |") }

    /// Returns the id of a tree with these entries, in this order.
    func tree(_ entries: [Entry]) throws -> String {
        var bytes: [UInt8] = []
        for entry in entries {
            let (mode, name, id): (String, String, String)
            switch entry {
            case .file(let path, let contents):
                try folder.write("contents", contents)
                (mode, name, id) = ("100644", path, try object("blob", "cat contents |"))
            case .blob(let path, let blob): (mode, name, id) = ("100644", path, blob)
            case .folder(let path, let tree): (mode, name, id) = ("40000", path, tree)
            }
            bytes += Array("\(mode) \(name)".utf8) + [0] + raw(id)
        }
        try folder.write("contents", bytes)
        return try object("tree", "cat contents |")
    }

    /// Returns the id of a tree that contains `tree` in nested folders.
    func nested(_ tree: String, levels: Int) throws -> String {
        // One process writes all folders.
        let script = """
            printf 'commit refs/heads/nested\\ncommitter a <a@b> 0 +0000\\ndata 0\\nM 040000 %s %s\\n\\n' "$1" "$2" |
                git -C \(name) fast-import --quiet
            git -C \(name) rev-parse 'nested^{tree}'
            """
        let path = Array(repeating: "d", count: levels).joined(separator: "/")
        let run = try ChildProcess.shell(script, [tree, path], folder: folder.path)
        try #require(run.code == 0, "\(run.errors)")
        return String(run.text.dropLast())
    }

    /// Commits `tree` as the branch `branch`, in whose history the current commit is.
    func commit(_ tree: String, as branch: String) throws {
        let who = "GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b"
        let script = """
            set -e; cd \(name)
            commit=$(\(who) git commit-tree -m bad \(tree))
            git update-ref refs/heads/\(branch) "$commit"
            git update-ref refs/heads/work "$commit"
            """
        let run = try ChildProcess.shell(script, folder: folder.path)
        try #require(run.code == 0, "\(run.errors)")
    }

    private func object(_ type: String, _ pipe: String) throws -> String {
        let run = try ChildProcess.shell(
            "\(pipe) git -C \(name) hash-object -t \(type) --literally -w --stdin",
            folder: folder.path
        )
        try #require(run.code == 0, "\(run.errors)")
        return String(run.text.dropLast())
    }

    private func raw(_ id: String) -> [UInt8] {
        stride(from: 0, to: id.utf8.count, by: 2).compactMap { at in
            let start = id.index(id.startIndex, offsetBy: at)
            return UInt8(id[start..<id.index(start, offsetBy: 2)], radix: 16)
        }
    }
}
