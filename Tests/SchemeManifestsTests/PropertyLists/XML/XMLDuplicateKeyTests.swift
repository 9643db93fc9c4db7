import SchemeManifests
import SchemeModel
import Testing

struct XMLDuplicateKeyTests {
    private func duplicates(_ reading: Reading) -> [Irregularity] {
        reading.document?.irregularities.filter { $0.kind == .duplicateKey } ?? []
    }

    @Test(arguments: ["k", "&#107;", "<![CDATA[k]]>", "&#x6b;", "<![CDATA[]]>k", "\u{FEFF}k", "&#xFEFF;k"])
    func theLastValueWinsHoweverTheKeyIsWritten(_ key: String) throws {
        let reading = Reading("<dict><key>k</key><string>1</string>\n<key>\(key)</key><string>2</string></dict>")
        #expect(reading.document?.root.plain == .dictionary([.init(key: "k", value: .string("2"))]))
        #expect(reading.document?.rootKeys == ["k"])
        let found = duplicates(reading)
        #expect(found.map(\.subject) == ["k"])
        #expect(found.map(\.span.keyPath) == ["k"])
        #expect(found.map { reading.slice($0.span.key) } == ["<key>\(key)</key>"])
        #expect(found.map { $0.related?.columns } == ["1:7-1:19"])
    }

    @Test func knowsWhetherTheValuesAreTheSame() {
        let (one, other) = ("<array><string>a</string></array>", "<array><string>b</string></array>")
        let reading = Reading("<dict><key>k</key>\(one)<key>k</key>\(one)<key>k</key>\(other)</dict>")
        #expect(duplicates(reading).map(\.found) == ["the same value", nil])
    }

    @Test func everyDictionaryIsLookedAt() {
        let nested =
            "<dict><key>x</key><array><dict><key>odd key</key><true/><key>odd key</key><true/></dict></array></dict>"
        let reading = Reading(
            "<dict><key>a</key><array><true/>\(nested)</array><key>b</key><true/></dict>",
            wanted: WantedKeys(names: [])
        )
        #expect(duplicates(reading).map(\.span.keyPath) == ["a[1].x[0][\"odd key\"]"])
    }

    @Test func sameKeysInDifferentDictionariesAreFine() {
        let text =
            "<dict><key>a</key><dict><key>a</key><true/></dict><key>b</key><dict><key>a</key><true/></dict></dict>"
        #expect(duplicates(Reading(text)).isEmpty)
    }

    @Test func canonicallyEqualKeysAreDifferent() {
        let reading = Reading("<dict><key>é</key><true/><key>e\u{301}</key><false/></dict>")
        #expect(duplicates(reading).isEmpty)
        #expect(reading.document?.rootKeys.count == 2)
    }

    @Test func largeDictionariesAreSearchedAsWell() {
        var text = "<dict>"
        for index in 0..<30_000 { text += "<key>k\(index)</key><true/>" }
        text +=
            "<key>k29999</key><false/><key>k3</key><true/><key>&#107;7</key><dict><key>k7</key><true/></dict></dict>"
        let reading = Reading(text)
        #expect(duplicates(reading).map(\.subject) == ["k29999", "k3", "k7"])
        #expect(reading.document?.rootKeys.count == 30_000)
        #expect(reading.node("k29999")?.content == .scalar(.boolean(false)))
    }

    @Test func notMoreThanAThousandAreKept() {
        let text = "<dict>" + String(repeating: "<key>k</key><true/>", count: 3_000) + "</dict>"
        #expect(duplicates(Reading(text)).count == 1_000)
    }

    /// 300 keys of 40 kB on the way to each of a thousand duplicates would make key paths of 12 GB.
    @Test func keyPathsAreCut() throws {
        let long = String(repeating: "x", count: 40_000)
        let open = String(repeating: "<dict><key>\(long)</key>", count: 300)
        let inner = "<dict>" + String(repeating: "<key>k</key><true/>", count: 1_001) + "</dict>"
        let reading = Reading(open + inner + String(repeating: "</dict>", count: 300))
        let longest = try #require(duplicates(reading).map(\.span.keyPath.utf8.count).max())
        #expect(longest < 5_000)
        #expect(duplicates(reading).count == 1_000)
    }
}
