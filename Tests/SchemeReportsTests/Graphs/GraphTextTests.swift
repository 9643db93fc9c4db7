import Foundation
import SchemeModel
import SchemeReports
import Testing
import TestSupport

/// The texts of pictures fit, and differ where they are cut.
@Suite struct GraphTextTests {
    /// Returns the texts of a class in each of the two drawings of the page.
    private func texts(_ name: String, in sample: PageSample) throws -> [[String]] {
        let page = try sample.page()
        let start = try #require(page.range(of: "<div class=\"graph wide\""))
        let end = try #require(page[start.lowerBound...].range(of: "</section>"))
        return page[start.lowerBound..<end.lowerBound].components(separatedBy: "<div class=\"graph narrow\"").map {
            drawing in
            drawing.matches(of: /<text class="([a-z-]+)"[^>]*>([^<]*)</).filter { $0.1 == name }.map { String($0.2) }
        }
    }

    private func sample(_ places: [String]) -> PageSample {
        var sample = PageSample()
        sample.manifests = places.map { place in
            let app = App(id: .unknown(ByteString(place)), bundleIdentifier: nil, name: nil, platforms: .iOS)
            return PageSample.manifest(app, ["shared"], path: place)
        }
        return sample
    }

    /// Names that are cut to the same text lose what they share instead.
    @Test(arguments: [
        (["a", "b", "c"], "Authentication_Library_Samples/Objective-C", "Sources"),
        (["First", "Second", "Third"], "Authentication_Library_Samples", "Some Other Long Folder"),
        (["1", "2", "12"], "AuthenticationLibrarySamplesWithoutSeparators", "AndAnotherLongFolderWithoutAny"),
    ])
    func cutsNamesApart(names: [String], prefix: String, suffix: String) throws {
        for separator in ["/", ""] {
            let places = names.map { "\(prefix)\(separator)\($0)\(separator)\(suffix)/Info.plist" }
            for titles in try texts("title", in: sample(places)) {
                #expect(titles.count == names.count && Set(titles).count == names.count, "\(titles)")
            }
        }
    }

    /// A manifest's folder is named after its app, not after what all apps have.
    @Test(arguments: ["Resources", "Supporting Files", "SupportingFiles"])
    func leavesOutCommonFolders(folder: String) throws {
        let titles = try texts("title", in: sample(["Bank/\(folder)/Info.plist", "\(folder)/Info.plist"]))
        #expect(titles == [["Bank", folder], ["Bank", folder]])
    }

    /// Apps of one name whose identifiers are cut to the same text lose what these share.
    @Test func cutsDetailsApart() throws {
        var sample = PageSample()
        let identifiers = ["beta", "gamma"].map { "com.fabrikam.division.\($0).applications.wallet" }
        sample.manifests = identifiers.map { PageSample.manifest(app($0, "Wallet"), ["shared"], path: $0) }
        let narrow = try texts("detail", in: sample)[1]
        #expect(narrow.contains { $0.contains("beta") } && narrow.contains { $0.contains("gamma") }, "\(narrow)")
    }

    /// Schemes inside a node, and the number of the others, stay inside its frame.
    @Test(arguments: [
        ["fabrikam", "com.fabrikam.wallet.payments", "fabrikam-pay", "fabrikam-pay-later", "fabrikam-send"],
        ["fabrikam", "com.fabrikam.wallet.payments.and.much.more.that.is.wider.than.a.line", "a", "b", "c", "d"],
        (0..<30).map { "fabrikam-\($0)" },
    ])
    func keepsSchemesInside(schemes: [String]) throws {
        var sample = PageSample()
        sample.manifests = [PageSample.manifest(app("com.fabrikam.wallet", "Wallet"), schemes)]
        let page = try sample.page()
        var widths: [Int] = []
        var counts = 0
        for tag in try HTMLTokens(page).tags {
            if tag.name == "svg", tag.attributes["class"]?.hasPrefix("node") == true {
                widths.append(try #require(Int(tag.attributes["width"] ?? "")))
            } else if tag.name == "rect", ["chip", "count"].contains(tag.attributes["class"]) {
                let edge = try #require(Int(tag.attributes["x"] ?? "")) + #require(Int(tag.attributes["width"] ?? ""))
                #expect(edge <= (try #require(widths.last)) - 12)
                if tag.attributes["class"] == "count" { counts += 1 }
            }
        }
        #expect(widths.count == 2 && counts >= 1)
    }
}
