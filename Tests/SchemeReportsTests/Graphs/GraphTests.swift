import Foundation
import SchemeModel
import SchemeReports
import Testing
import TestSupport

@Suite struct GraphTests {
    @Test(arguments: GraphFormat.allCases)
    func drawsConflicts(format: GraphFormat) throws {
        try expect(PageSample.everything().graph(.conflicts, format), equalsFile: "conflicts.\(format.rawValue)")
    }

    @Test(arguments: GraphFormat.allCases)
    func drawsLinks(format: GraphFormat) throws {
        try expect(PageSample.everything().graph(.links, format), equalsFile: "links.\(format.rawValue)")
    }

    @Test(arguments: GraphFormat.allCases)
    func drawsNothing(format: GraphFormat) throws {
        for subject in [GraphSubject.conflicts, .links] {
            let text = try PageSample().graph(subject, format)
            #expect(text.hasSuffix("\n"))
            if format == .svg { _ = try XMLTree(text) }
        }
    }

    /// Nothing from an input is syntax, whatever it holds.
    @Test(arguments: GraphFormat.allCases, HostilePageTests.texts)
    func escapes(format: GraphFormat, text: String) throws {
        for subject in [GraphSubject.conflicts, .links] {
            let drawn = try PageSample.hostile(text).graph(subject, format)
            let plain = try PageSample.hostile("1").graph(subject, format)
            #expect(!drawn.unicodeScalars.contains { TextEscape.isUnsafe($0) && $0 != "\n" })
            switch format {
            case .svg:
                let tree = try XMLTree(drawn).root
                #expect(tree.all("text").allSatisfy(\.children.isEmpty) && tree.all("script").isEmpty)
            case .dot, .mermaid:
                // A name adds no line, and outside of quotes the lines are those of a harmless name.
                func syntax(_ text: String) -> [String] {
                    text.split(separator: "\n").map { line in
                        let bare = line.replacingOccurrences(of: "\\\\", with: "").replacingOccurrences(
                            of: "\\\"",
                            with: ""
                        )
                        let parts = bare.split(separator: "\"", omittingEmptySubsequences: false)
                        return parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined(separator: "\"\"")
                    }
                }
                #expect(syntax(drawn) == syntax(plain))
                if format == .mermaid {
                    let labels = drawn.split(separator: "\n").flatMap {
                        $0.split(separator: "\"").dropFirst().prefix(1)
                    }
                    for label in labels {
                        let bare = label.replacingOccurrences(of: "<br/>", with: "")
                        #expect(!bare.contains { "<>`\"*_[]{}()\\".contains($0) }, "\(label)")
                    }
                }
            }
        }
    }

    /// From 3 to 300 apps, every node is inside the picture, and no two overlap.
    @Test(arguments: [3, 12, 40, 120, 300])
    func laysOutWithoutOverlap(count: Int) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let sample = PageSample.large(apps: count, seed: seed)
            // Of many apps, those that share nothing are only counted.
            let expected = count > 6 ? Set(sample.report.findings.compactMap(\.app?.id)).count : count
            let text = try sample.graph(.conflicts, .svg)
            let root = try XMLTree(text).root
            let picture = try #require(root.all("svg").first)
            let frames = try root.all("svg").dropFirst().map { node in
                try ["x", "y", "width", "height"].map { try #require(Int(node.attributes[$0] ?? "")) }
            }
            #expect(frames.count >= expected)
            let (width, height) = (
                Int(picture.attributes["width"] ?? "") ?? 0, Int(picture.attributes["height"] ?? "") ?? 0
            )
            for (index, one) in frames.enumerated() {
                #expect(one[0] >= 0 && one[1] >= 0 && one[0] + one[2] <= width - 40 && one[1] + one[3] <= height - 40)
                for other in frames[..<index] {
                    let isApart =
                        one[0] + one[2] <= other[0] || other[0] + other[2] <= one[0]
                        || one[1] + one[3] <= other[1] || other[1] + other[3] <= one[1]
                    #expect(isApart, "\(one) and \(other)")
                }
            }
        }
    }

    /// Beyond 300 apps, only those that share schemes are drawn, and the others are counted.
    @Test func leavesOutAppsWithoutConflicts() throws {
        let text = try PageSample.large(apps: 1000).graph(.conflicts, .dot)
        let apps = text.components(separatedBy: "shape=box3d").count - 1
        #expect(apps > 50 && apps <= 300)
        #expect(text.contains("without a shared scheme are not drawn."))
    }

    /// Of many apps that share one scheme, some are drawn and the others counted.
    @Test func countsEqualApps() throws {
        var sample = PageSample()
        let apps = (0..<400).map { app("com.fabrikam.copy\($0)") }
        sample.manifests = apps.map { PageSample.manifest($0, ["copy"]) }
        sample.report.findings = PageSample.collision(of: apps, on: "copy") { app in
            Place(source: Inputs.source.name, path: Path("\(app.id.text)/Info.plist"))
        }
        let text = try sample.graph(.conflicts, .dot)
        #expect(text.contains("388 more apps") && text.contains("undefined target · 400 apps"))
        #expect(text.components(separatedBy: " -- ").count - 1 == 13)
    }

    /// Code of the same name in two sources has two nodes, and unknown URLs are only counted.
    @Test func doesNotMergeSources() throws {
        let text = try PageSample.everything().graph(.links, .dot)
        #expect(text.components(separatedBy: "PayWidget\\nwidgetURL").count - 1 == 2)
        #expect(text.contains("2 links with an unknown URL are not drawn.") && !text.contains("unknown:"))
    }
}
