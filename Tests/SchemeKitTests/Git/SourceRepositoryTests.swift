import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeKit

/// Finding the repository of a folder.
@Suite struct SourceRepositoryTests {
    /// A repository has the same identity for every form of its address, and no identity contains credentials.
    @Test(arguments: [
        ("https://github.com/acme/wallet", "github.com/acme/wallet"),
        ("https://user:to%40ken@GitHub.com:443/acme/wallet.git/", "github.com/acme/wallet"),
        ("git@github.com:acme/wallet.git", "github.com/acme/wallet"),
        ("ssh://git@github.com:22/acme//wallet.git", "github.com/acme/wallet"),
        ("github.com:acme/Wallet", "github.com/acme/Wallet"), ("ssh://git@[::1]:22/a", "[::1]/a"),
        ("https://a@b@c/x", "c/x"), ("/srv/git/wallet.git", "/srv/git/wallet"),
        ("file:///srv/git/wallet.git", "/srv/git/wallet"),
        ("../wallet", nil), ("", nil), ("https://github.com", nil), ("https://github.com/", nil), (":", nil),
        ("/", nil),
    ])
    func identifies(address: String, expected: String?) {
        #expect(Source.Repository.identity(of: address[...]) == expected)
    }

    @Test(arguments: [
        ("[remote \"origin\"]\n\turl = a\n", "a"), ("  [remote \"origin\"] # x\r\n  URL=\"a b\"\r\n", "a b"),
        ("[remote \"other\"]\nurl = b\n[remote \"origin\"]\nfetch = x\nurl = a ; y\nurl = c\n", "a"),
        ("[remote \"origin\"]\n[core]\nurl = a\n", nil), ("", nil), ("url = a", nil),
        ("[remote \"origin\"]\nurl\n", nil), ("[remote \"origin\"]\nurl = \ta  b \t\n", "a  b"),
        (#"[remote "origin"]\#nurl = x"a; \"b\\ " # c"#, #"xa; "b\ "#), (#"[remote "origin"]\#nurl = a\nb"#, nil),
    ])
    func findsTheOrigin(configuration: String, expected: String?) {
        #expect(Source.Repository.origin(in: configuration) == expected)
    }

    /// A repository with a work tree and submodules, as git writes them.
    private static func repository() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        func configuration(_ name: String, _ core: String = "bare = false") -> String {
            "[core]\n\t\(core)\n[remote \"origin\"]\n\turl = https://git.acme.com/\(name).git\n"
        }
        try folder.write("main/.git/config", configuration("main"))
        try folder.write("main/.git/worktrees/tree/commondir", "../..\n")
        try folder.write("main/.git/worktrees/tree/gitdir", folder.path + "/tree/.git\n")
        try folder.write("tree/.git", "gitdir: \(folder.path)/main/.git/worktrees/tree\n")
        try folder.write("main/.git/modules/part/config", configuration("part", "worktree = ../../../part"))
        try folder.write("main/part/.git", "gitdir: ../.git/modules/part\n")
        let name = "Vendor Code/part"
        try folder.write("main/.git/modules/\(name)/config", configuration("spaced", "worktree = ../../../../\(name)"))
        try folder.write("main/\(name)/.git", "gitdir: ../../.git/modules/\(name)\n")
        try folder.write("main/.git/modules/sparse/config", configuration("sparse"))
        try folder.write("main/.git/modules/sparse/config.worktree", "[core]\n\tworktree = \"../../../sparse \"\n")
        try folder.write("main/sparse /.git", "gitdir: ../.git/modules/sparse\n")
        return folder
    }

    private static func found(at path: String, in folder: TemporaryFolder) throws -> String? {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/\(path)/apps",
            withIntermediateDirectories: true
        )
        let files = POSIXFileSystem()
        let apps = try files.realPath(of: Path("\(folder.path)/\(path)/apps"))
        let repository = Source.Repository.find(around: apps, in: files)
        return repository.map { "\($0.remote) \($0.path.display)" }
    }

    @Test(arguments: [
        ("main", "main"), ("tree", "main"), ("main/part", "part"), ("main/Vendor Code/part", "spaced"),
        ("main/sparse ", "sparse"),
    ])
    func findsTheRepositoryOfAFolder(path: String, name: String) throws {
        #expect(try Self.found(at: path, in: Self.repository()) == "git.acme.com/\(name) apps")
    }

    /// What it says about other repositories would get into the registry.
    @Test(arguments: ["file", "relative file", "folder", "configuration", "work tree", "submodule"])
    func ignoresALinkToAnotherRepository(kind: String) throws {
        let folder = try Self.repository()
        let theirs = folder.path + "/main/.git"
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/stranger/part/\(name)",
                withDestinationPath: target
            )
        }
        func write(_ name: String, _ text: String) throws { try folder.write("stranger/part/\(name)", text + "\n") }
        try write("git/gitdir", folder.path + "/stranger/part/.git")
        switch kind {
        case "file": try write(".git", "gitdir: \(theirs)")
        case "relative file": try write(".git", "gitdir: ../../main/.git/worktrees/tree")
        case "folder": try link(".git", to: theirs)
        case "configuration":
            try write(".git/HEAD", "ref: refs/heads/main")
            try link(".git/config", to: theirs + "/config")
        case "work tree":
            try write(".git", "gitdir: git")
            try write("git/commondir", theirs)
        default:
            try write(".git", "gitdir: deep/git")
            try write("deep/git/HEAD", "ref: refs/heads/main")
            // Its work tree would be this folder.
            try link("deep/git/config", to: theirs + "/modules/part/config")
        }
        #expect(try Self.found(at: "main/part", in: folder) == "git.acme.com/part apps")
        #expect(try Self.found(at: "stranger/part", in: folder) == nil)
    }
}
