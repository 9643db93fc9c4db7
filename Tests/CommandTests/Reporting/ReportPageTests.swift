import Foundation
import Testing
import TestSupport

/// `schemereg report`, and the graphs of `conflicts` and `links`.
@Suite struct ReportPageTests {
    /// Creates two apps with the same scheme, and one with a scheme of its own.
    private func fleet() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("src/A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["acmepay"])))
        try folder.write("src/B/Info.plist", Sample.app("com.contoso.b", ("Editor", ["acmepay"])))
        try folder.write("src/C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["com.contoso.c"])))
        return folder
    }

    private func page(_ folder: TemporaryFolder, _ name: String = "page.html") throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    /// The page about a folder and the page about the registry that it was imported into differ only by what a registry
    /// knows in addition: since when, and the paths' start.
    @Test func readsPathsAndRegistries() throws {
        let folder = try fleet()
        let run = CommandRun.run(["report", "src", "--output", "html=page.html"], in: folder.path)
        #expect(run.code == 0 && run.errors == "")
        #expect(run.output == "page.html: 3 apps, 2 schemes, 1 error\n")
        let ofPath = try page(folder)
        #expect(ofPath.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(ofPath.contains("<bdi class=\"path\">A/<wbr>Info.plist:20:25</bdi>"))
        #expect(ofPath.contains("2023-11-14 22:13 UTC") && !ofPath.contains(folder.path))

        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "src"], in: folder.path).code == 0)
        let arguments = ["report", "--registry", "r.sqlite", "--output", "html=-"]
        let printed = CommandRun.run(arguments, in: folder.path)
        #expect(printed.code == 0)
        #expect(printed.output.contains(" · since 2023-11-14 ") && !ofPath.contains("since 2023"))
        #expect(printed.output.replacing(" · since 2023-11-14", with: "") == ofPath)
    }

    /// A scheme that several apps share, and that no rule reports, has the answer of `resolve`.
    @Test(arguments: [
        // Apps of developers, and apps for different devices.
        (
            "Examples/", "1", "undefined · no finding", "Which of these apps opens it is undefined.",
            "undefined; either"
        ),
        ("", "3", "one app per device", "only one of these apps can open it.", "tvOS: one app opens it"),
    ])
    func answersAsResolveDoes(folders: String, family: String, node: String, sentence: String, answer: String) throws {
        let folder = try TemporaryFolder()
        let apps = ["a", "b"].map { Sample.app("com.contoso.\($0)", ("Editor", ["acmepay"])) }
        try folder.write("\(folders)A/Info.plist", apps[0])
        try folder.write("\(folders)B/Info.plist", apps[1].replacing("<integer>1<", with: "<integer>\(family)<"))
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "."], in: folder.path).code == 0)
        let page = CommandRun.run(["report", "--registry", "r.sqlite", "--output", "html=-"], in: folder.path).output
        #expect(page.contains("\(node) · 2 apps") && page.contains(sentence))
        let resolved = CommandRun.run(["resolve", "acmepay", "--registry", "r.sqlite"], in: folder.path).output
        #expect(resolved.contains(answer), "\(resolved)")
    }

    @Test func canBeReproduced() throws {
        let folder = try fleet()
        func page(at time: Int, _ environment: [String: String]) throws -> String {
            let arguments = ["report", "src", "--output", "html=page.html"]
            #expect(CommandRun.run(arguments, in: folder.path, environment: environment, now: time).code == 0)
            return try self.page(folder)
        }
        let epoch = ["SOURCE_DATE_EPOCH": "1000000000"]
        #expect(try page(at: 1, epoch) == page(at: 2_000_000_000, epoch))
        #expect(try page(at: 1, epoch).contains("2001-09-09 01:46 UTC"))
        #expect(try page(at: 1, ["SOURCE_DATE_EPOCH": "99999999999999"]).contains("9999-12-31 23:59 UTC"))
    }

    /// A page about inputs that could not all be read says so, and so does the exit code.
    @Test func reportsWhatIsMissing() throws {
        let folder = try fleet()
        let arguments = ["report", "src", "gone", "--output", "html=page.html"]
        #expect(CommandRun.run(arguments, in: folder.path).code == 3)
        let text = try page(folder)
        #expect(text.contains("The check is incomplete") && text.contains("gone"))
        #expect(CommandRun.run(["report", "gone", "--output", "html=page.html"], in: folder.path).code == 3)
        #expect(try page(folder).contains("Not completely checked."))
    }

    @Test func acceptsABaselineAndAConfiguration() throws {
        let folder = try fleet()
        #expect(CommandRun.run(["check", "src", "--write-baseline", "old.json"], in: folder.path).code == 0)
        let run = CommandRun.run(
            ["report", "src", "--baseline", "old.json", "--output", "html=page.html"],
            in: folder.path
        )
        #expect(run.output == "page.html: 3 apps, 2 schemes, no findings\n")
        #expect(
            try page(folder).contains("2 accepted findings")
                && page(folder).contains("baseline: old.json with 2 findings")
        )
    }

    @Test(arguments: [
        (["report"], "--output is missing"), (["report", "."], "--output is missing"),
        (["report", ".", "--output", "pdf=x"], "--output takes html=FILE, not 'pdf=x'"),
        (["report", ".", "--output", "html="], "the file of --output is empty"),
        (["report", ".", "--registry", "r", "--output", "html=x"], "a path and --registry cannot be combined"),
        (["report", "--registry", "r", "--output", "html=r"], "the page would replace 'r'"),
        (["report", ".", "--baseline", "b", "--output", "html=./b"], "the page would replace './b'"),
        (["report", ".", "--baseline", "", "--output", "html=x"], "--baseline needs a file name"),
        (["report", "--known", "k.csv", "--output", "html=x"], "--known needs a path"),
        (["conflicts", "--graph", "dot", "--format", "json"], "--graph cannot be combined with --format"),
        (["conflicts", "--graph", "dot", "--output", "json=x"], "--graph cannot be combined with --format"),
        (["conflicts", "--graph", "png"], "png"), (["links", "--graph", "png"], "png"),
    ])
    func explainsInvalidUsage(arguments: [String], message: String) throws {
        let folder = try fleet()
        let run = CommandRun.run(arguments, in: folder.path)
        #expect(run.code == 2 && run.errors.contains(message), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["src"])
    }

    @Test func drawsConflicts() throws {
        let folder = try fleet()
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "src"], in: folder.path).code == 0)
        for (format, text) in [("dot", "graph conflicts {"), ("mermaid", "flowchart LR"), ("svg", "<svg ")] {
            let run = CommandRun.run(["conflicts", "--registry", "r.sqlite", "--graph", format], in: folder.path)
            #expect(run.code == 1 && run.output.hasPrefix(text))
            #expect(run.output.contains("undefined target · 2 apps"))
        }
        let links = CommandRun.run(["links", "--registry", "r.sqlite", "--graph", "mermaid"], in: folder.path)
        #expect(links.code == 0 && links.output == "flowchart LR\n")
    }
}
