import SchemeLinks
import SchemeModel

extension FuzzTarget {
    /// The code readers.
    static let code = [
        FuzzTarget(
            "swift",
            "Swift code",
            dictionary: .swift,
            longestInput: 8192,
            seeds: Seeds(["swift"], in: ["SchemeLinksTests"])
        ) {
            try check($0, in: "A.swift")
        },
        FuzzTarget("objective-c", "Objective-C code", dictionary: .swift, seeds: Seeds(["m"], in: ["SchemeLinksTests"]))
        {
            try check($0, in: "A.m")
        },
    ]

    private static func check(_ bytes: [UInt8], in path: Path) throws {
        let file = SourceFile(place: Place(source: "fuzz", path: path), bytes: bytes)
        let read = {
            CodeIndex(files: [file], limits: .small)
                .facts(of: LinkTarget(name: "App", files: [0], isWidgetExtension: bytes.count % 2 == 0))
        }
        let facts = read()
        let trace = try EncodedTrace(facts)
        try Places.check(trace, in: [Path("/").appending(path): bytes])
        for problem in facts.problems { try require(problem.code == .overLimit, "a problem \(problem.code)") }
        if bytes.dice % 4 == 0 { try require(trace.digest == EncodedTrace(read()).digest, "two readings differ") }
    }
}
