import Foundation
import Testing
import TestSupport

/// Pages in headless Chromium, driven by `Scripts/try-page`.
///
/// Serialized, because each test starts a browser.
@Suite(
    .serialized,
    .enabled(
        if: (try? ChildProcess.shell(
            "command -v python3 chromedriver && { command -v chromium || command -v chromium-browser || command -v google-chrome; }"
        ).code) == 0,
        "there is no Chromium with chromedriver"
    )
)
struct BrowserTests {
    /// Writes a page about `paths` and tries it.
    private func attempt(_ action: String, _ paths: [String], in folder: String, _ more: [String] = []) throws {
        let output = try TemporaryFolder()
        let page = output.path + "/page.html"
        let run = CommandRun.run(["report"] + paths + ["--output", "html=\(page)"], in: folder)
        try #require(run.code == 0, "\(run.errors)")
        let script = Repository.root + "/Scripts/try-page"
        let browser = try ChildProcess.shell("exec python3 \"$@\"", [script, action, page] + more, folder: output.path)
        #expect(browser.code == 0, "\(browser.text)\(browser.errors)")
    }

    /// Filters, search, links, keyboard, contrast, widths and paper.
    @Test(arguments: [
        ["sample-plists/company"],
        [
            "sample-plists/projects/five-configurations", "sample-plists/projects/link-undefined-target",
            "sample-plists/projects/color-widget",
        ],
    ])
    func pagesCanBeUsed(paths: [String]) throws {
        try attempt("use", paths, in: Repository.root)
    }

    @Test func hostileNamesDoNothing() throws {
        let folder = try TemporaryFolder()
        let names = [
            "&lt;script&gt;hacked = 1&lt;/script&gt;", "&lt;img src=x onerror='hacked = 1'&gt;",
            "&quot; onmouseover=&quot;hacked = 1",
            "&lt;/script&gt;&lt;script&gt;hacked = 1&lt;/script&gt;", "javascript:hacked = 1", "&lt;!--",
            "\u{202E}gnp.exe",
            String(repeating: "W", count: 1000),
        ]
        for (index, name) in names.enumerated() {
            let extra = "    <key>CFBundleDisplayName</key>\n    <string>\(name)</string>\n"
            let app = Sample.app("com.contoso.\(index)", (name, ["acmepay", name]), extra: extra)
            try folder.write("<b onclick='hacked = 1'>\(index)/Info.plist", app)
        }
        try attempt("safe", ["."], in: folder.path)
    }

    /// A page about 1,000 apps with 5,000 schemes opens, or one of a quarter of that in short runs. How long that takes is only
    /// printed.
    @Test func largePagesOpen() throws {
        let folder = try TemporaryFolder()
        for index in 0..<TestScale.pick(250, torture: 1000) {
            var schemes = (0..<5).map { "fabrikam-\(index)-\($0)" }
            if index.isMultiple(of: 10) { schemes[0] = "fabrikam-shared-\(index % 70)" }
            try folder.write(
                "\(index % 40)/\(index)/Info.plist",
                Sample.app("com.fabrikam.division\(index % 40).app\(index)", ("Editor", schemes))
            )
        }
        try attempt("quick", ["."], in: folder.path, ["inf"])
    }
}
