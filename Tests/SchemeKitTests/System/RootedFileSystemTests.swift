import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeKit

/// Files below a folder: links that stay in it are followed, and no others are.
@Suite struct RootedFileSystemTests {
    private let folder: TemporaryFolder
    private let root: String
    private let files: RootedFileSystem

    init() throws {
        folder = try TemporaryFolder()
        root = folder.path + "/root"
        try folder.write("root/a/b/file", "inside")
        try folder.write("outside/file", "outside")
        files = RootedFileSystem(root: Path(root))
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
    }

    private func text(_ path: String) throws(FileError) -> String {
        String(decoding: try files.contents(of: Path(root + "/" + path), limit: 100).bytes, as: UTF8.self)
    }

    private func real(_ path: String) throws(FileError) -> String {
        try files.realPath(of: Path(root + "/" + path)).relative(to: Path(root))?.display ?? "outside"
    }

    /// The name of a link and its target; `ROOT` is the absolute path.
    @Test(arguments: [
        "a", "a/b/..", "a/../a", "ROOT/a", "ROOT/a/../a/b/..", "../root/a", "../outside/../root/a", "./a/.", "second",
        "ROOT", "../root/", ".",
    ])
    func followsLinksThatStayInside(target: String) throws {
        try link("second", to: "a")
        try link("link", to: target.replacingOccurrences(of: "ROOT", with: root))
        let below = ["ROOT", "../root/", "."].contains(target) ? "link/a" : "link"
        // Twice: the second time, its folders are open.
        for _ in 0..<2 {
            #expect(try text(below + "/b/file") == "inside")
            #expect(try real(below + "/b/file") == "a/b/file")
            #expect(try real(below + "/b") == "a/b")
            #expect(try files.kind(of: Path(root + "/link")) == .directory)
            #expect(try files.entries(of: Path(root + "/" + below)) { _ in true }.map(\.name) == ["b"])
            #expect(try files.stamp(of: Path(root + "/" + below + "/b/file")).size == 6)
            let file = try files.randomAccess(to: Path(root + "/" + below + "/b/file"))
            #expect(try file.read(at: 2, count: 4) == Array("side".utf8))
        }
    }

    @Test(arguments: [
        "../outside", "OUTSIDE", "a/../../outside", "..", "/", "../root/../outside", "chain", "../nothing",
    ])
    func refusesLinksThatLeadOut(target: String) throws {
        try link("chain", to: "a/on")
        try link("a/on", to: "../../outside")
        try link("link", to: target.replacingOccurrences(of: "OUTSIDE", with: folder.path + "/outside"))
        let error = FileError.leadsOut(target == "chain" ? "a/on" : "link")
        for path in ["link", "link/file"] {
            let path = Path(root + "/" + path)
            #expect(throws: error) { try files.contents(of: path, limit: 100) }
            #expect(throws: error) { _ = try files.randomAccess(to: path) }
            #expect(throws: error) { try files.entries(of: path) { _ in true } }
            #expect(throws: error) { try files.realPath(of: path) }
            #expect(throws: error) { try files.stamp(of: path) }
            #expect(throws: error) { try files.kind(of: path) }
        }
    }

    /// Of a folder that is reached in one call, and of one behind a link.
    @Test(arguments: ["a/b", "link/b"])
    func stampsFilesAndNothingElse(path: String) throws {
        try link("link", to: "a")
        try link("a/b/secret", to: folder.path + "/outside/file")
        try folder.write("root/a/b/inner/file", "")
        let entries = try files.entries(of: Path(root + "/" + path), stamped: true) { $0.name != "left-out" }
        #expect(entries.map(\.name) == ["file", "inner", "secret"])
        #expect(try entries.map(\.stamp) == [files.stamp(of: Path(root + "/a/b/file")), nil, nil])
        #expect(try files.entries(of: Path(root + "/" + path)) { _ in true }.allSatisfy { $0.stamp == nil })
    }

    @Test func refusesALinkInThePlaceOfAFile() throws {
        try link("a/b/secret", to: folder.path + "/outside/file")
        #expect(throws: FileError.leadsOut("a/b/secret")) { try text("a/b/secret") }
        try link("loop", to: "loop")
        #expect(throws: FileError.system(code: ELOOP)) { try text("loop") }
        try link("nowhere", to: "nothing")
        #expect(throws: FileError.notFound) { try text("nowhere") }
        #expect(throws: FileError.notFound) { try text("a/b/file/x") }
        #expect(throws: FileError.wrongKind(.directory)) { try text("a") }
        #expect(throws: FileError.wrongKind(.directory)) { try text("a/b/..") }
    }

    /// Paths outside the root are read normally.
    @Test func readsWhatLiesOutsideByItsPath() throws {
        let file = Path(folder.path + "/outside/file")
        #expect(try files.contents(of: file, limit: 100).bytes == Array("outside".utf8))
        #expect(try text("../outside/file") == "outside")
        #expect(try files.kind(of: Path(root)) == .directory)
        #expect(try files.realPath(of: Path(root)) == Path(root))
        #expect(try files.entries(of: Path(root)) { _ in true }.map(\.name) == ["a"])
    }

    /// An open folder remains the same folder.
    @Test func isNotLedElsewhereByAnExchange() throws {
        #expect(try text("a/b/file") == "inside")
        #expect(rename(root + "/a/b", root + "/a/moved") == 0)
        try link("a/b", to: "../../outside")
        // Its folder is open; the next one is not.
        #expect((try? text("a/b/file")) != "outside")
        let others = RootedFileSystem(root: Path(root))
        #expect(throws: FileError.leadsOut("a/b")) {
            try others.contents(of: Path(root + "/a/b/file"), limit: 100)
        }
    }

    @Test(arguments: [
        ("/a/b", true), ("/", true), ("a", true), ("", false), ("/a/", false), ("/a//b", false), ("/a/./b", false),
        ("/a/../b", false), ("./a", false), ("..", false), ("a/.git", false), ("//", false), ("a/", false),
    ])
    func knowsNormalizedPaths(path: String, expected: Bool) {
        #expect(Path(path).isNormalized == expected)
        if expected { #expect(Path(path).normalized == Path(path)) }
    }
}
