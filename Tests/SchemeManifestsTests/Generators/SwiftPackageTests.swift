import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Targets of Swift packages")
struct SwiftPackageTests {
    /// The targets and products of a package whose targets are `list`, as lines.
    private func read(_ list: String, before: String = "", after: String = "") -> (lines: [String], isWhole: Bool) {
        let package = SwiftPackage(
            Array("\(before)\nlet package = Package(name: \"P\", targets: \(list))\n\(after)".utf8)
        )
        let lines = package.targets.map { target in
            let names = target.dependencies.joined(separator: " ")
            let not = target.excluded.map { "-" + $0.display } + (target.included ?? []).map { "+" + $0.display }
            return "\(target.name) \(target.folders.first?.display ?? "") \(not.joined()) \(names)"
        }
        return (lines, package.isWhole)
    }

    @Test(arguments: [
        (#"[.target(name: "A")]"#, ["A Sources/A  "]),
        (
            #"[.target(name: "A", dependencies: ["B", .target(name: "C"), .product(name: "D", package: "E")])]"#,
            ["A Sources/A  B C D"]
        ),
        (
            #"[.executableTarget(name: "A", path: "Code", exclude: ["x.swift"], sources: ["y"])]"#,
            ["A Code -x.swift+y "]
        ),
        (
            #"[.testTarget(name: "T"), .binaryTarget(name: "B", path: "b.zip"), .plugin(name: "P", capability: .buildTool())]"#,
            []
        ),
        ("[/* a, ] */ .target(name: /* x */ \"A\") // ]\n ,]", ["A Sources/A  "]),
        (#"[Target.target(name: "A", swiftSettings: [.define("X", .when(platforms: [.iOS]))])]"#, ["A Sources/A  "]),
    ])
    func takesLiterals(list: String, expected: [String]) {
        let found = read(list)
        #expect(found.lines == expected)
        #expect(found.isWhole)
    }

    @Test(arguments: [
        (#"[.target(name: "A")] + more"#, []), (#"targets()"#, []),
        (#"[.target(name: prefix + "A"), .target(name: "B")]"#, ["B Sources/B  "]),
        (#"[.target(name: "A", path: root + "x")]"#, []), (#"[.macro(name: "M"), .strange(name: "S")]"#, []),
        (#"[.target(name: "A""#, []), ("[[[[", []),
        ("[.target(name: \"A\"),\n#if os(macOS)\n.target(name: \"B\"),\n#endif\n]", []),
        (#"[.target(name: isDev ? "A" : "B"), .target(name: "C", path: #file)]"#, []),
        (#"[.target(name: "A"), names.map { .target(name: $0) }]"#, ["A Sources/A  "]),
    ])
    func reportsValuesThatAreNotLiterals(list: String, expected: [String]) {
        let found = read(list)
        #expect(found.lines == expected)
        #expect(!found.isWhole)
    }

    @Test func followsConstants() {
        let found = read(
            "[a, .target(name: name)] ",
            before: "let name: String = \"N\"\nlet a = Target.target(name: \"A\")"
        )
        #expect(found.lines == ["A Sources/A  ", "N Sources/N  "])
        #expect(read("all", before: "let all: [Target] = [.target(name: \"A\")]").lines == ["A Sources/A  "])
        // What is added afterwards is not seen.
        #expect(!read("[]", after: "package.targets.append(.target(name: \"A\"))").isWhole)
    }

    @Test(arguments: [
        (#".package(url: "https://acme.com/Keys.git", from: "1.0.0")"#, true), (#".package(url: base + "/x")"#, false),
        (#".package(name: "Keys", url: base + "/x", from: "1.0.0")"#, true), (#".package(id: "Keys")"#, true),
        (#".package(path: "../Keys")"#, false), (#".package(name: "Keys", path: "../Keys")"#, false),
        (#".package(name: "Keys", path: root + "/Keys")"#, false),
    ])
    func countsOnlyPackagesWithoutPathAsRemote(dependency: String, isRemote: Bool) throws {
        let text =
            #"let package = Package(name: "P", dependencies: [\#(dependency)], "#
            + #"targets: [.target(name: "A", dependencies: [.product(name: "Secrets", package: "Keys")])])"#
        let target = try #require(SwiftPackage(Array(text.utf8)).targets.first)
        #expect(target.dependencies == ["Secrets"])
        #expect(target.remoteDependencies == (isRemote ? ["Secrets"] : []))
    }

    @Test func binaryTargetsAndSystemLibrariesHaveNoCode() {
        let text =
            #"let package = Package(name: "P", targets: [.binaryTarget(name: "A", path: "A.xcframework"), "#
            + #".systemLibrary(name: "B"), .plugin(name: "C", capability: x), .target(name: "D")])"#
        let package = SwiftPackage(Array(text.utf8))
        #expect(package.targetsWithoutCode == ["A", "B"])
        #expect(package.targets.map(\.name) == ["D"])
        #expect(package.isWhole)
        #expect(
            !SwiftPackage(Array(#"let package = Package(name: "P", targets: [.binaryTarget(name: x)])"#.utf8)).isWhole
        )
    }

    @Test func bearsAnyNesting() {
        let brackets = String(repeating: "[(", count: 100_000)
        #expect(!read(brackets).isWhole)
        #expect(!read("[.target(name: \"A\", x: \(brackets))]").isWhole)
        let chain = (0..<1_000).map { "let a\($0) = a\($0 + 1)" }.joined(separator: "\n")
        #expect(!read("a0", before: chain + "\nlet a1000 = a0").isWhole)
    }
}
