import SchemeModel
import SchemeReports
import Testing

@Suite struct PathDisplayTests {
    @Test(arguments: [
        ("/src", "Wallet/Info.plist", "Wallet/Info.plist"),
        ("/src/Wallet", "Wallet/Info.plist", "Info.plist"),
        ("/home", "Wallet/Info.plist", "/src/Wallet/Info.plist"),
        ("/sr", "Info.plist", "/src/Info.plist"),
        ("/src", "::error::x/Info.plist", "./::error::x/Info.plist"),
        ("/src", "##[group]", "./##[group]"),
        ("/src", "-rf", "./-rf"),
        ("/src", " a", "./ a"),
        ("/src", "é.plist", "é.plist"),
        ("/src", ".build/Info.plist", ".build/Info.plist"),
        ("/src", "", "."),
    ])
    func suggestsHowToOpenAFile(folder: String, path: String, expected: String) {
        let paths = PathDisplay(from: Path(folder), sources: [Inputs.source])
        #expect(paths.text(for: Place(source: "wallets", path: Path(path))) == expected)
    }

    @Test func leavesPathsOutsideSourcesAlone() {
        let paths = PathDisplay(from: "/src", sources: [Inputs.source])
        #expect(paths.text(for: Place(path: "other/Info.plist")) == "other/Info.plist")
        #expect(paths.text(for: Place(path: "-")) == "<stdin>")
        #expect(paths.text(for: Place(source: "gone", path: "Info.plist")) == "Info.plist")
    }

    @Test func callsStandardInputByOneName() {
        func source(_ name: String, isNamed: Bool) -> Source {
            Source(name: name, root: "/src", kind: .standardInput, isNamed: isNamed)
        }
        let sources = [source(Source.standardInputName, isNamed: false), source("wallet", isNamed: true)]
        let paths = PathDisplay(from: "/src", sources: sources)
        #expect(paths.text(for: Place(source: "<stdin>", path: "-")) == "<stdin>")
        #expect(paths.text(for: Place(source: "wallet", path: "-")) == "wallet/<stdin>")
        #expect(paths.text(for: Place(source: "tree", path: "-")) == "./-")
    }

    @Test func namesMembersAndBytes() {
        let paths = PathDisplay(from: "/src", sources: [Inputs.source])
        let member = Place(source: "wallets", path: "Wallet.ipa", member: "Payload/Wallet.app/Info.plist")
        #expect(paths.text(for: member) == "Wallet.ipa/Payload/Wallet.app/Info.plist")
        let bytes = Place(source: "wallets", path: Path(bytes: Array("caf".utf8) + [0xE9]))
        #expect(paths.text(for: bytes) == "caf\\xE9")
    }
}
