import Foundation
import FuzzTargets
import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// Compares our XML reader with Foundation's and Python's: all return the same values, or reject the input.
/// ``XMLAgreement/Strictness`` and ``PythonReader/Difference`` list the deliberate differences.
///
/// With `SCHEMEREG_DIFFERENTIAL=all` in the environment, everything is compared, otherwise a sample.
@Suite("XML reader compared with Foundation's and Python's")
struct XMLDifferentialTests {
    private static let comparesAll = ProcessInfo.processInfo.environment["SCHEMEREG_DIFFERENTIAL"] == "all"
    private static let python = PythonReader()

    /// Compares the inputs from `add`, and expects no differences.
    private func compare(
        _ name: String,
        usesPython: Bool = true,
        _ add: (inout XMLComparison) throws -> Void
    ) throws -> XMLComparison.Counts {
        if usesPython, Self.python == nil { print("SKIPPED: \(PythonReader.isMissing)") }
        var comparison = XMLComparison(python: usesPython ? Self.python : nil)
        try add(&comparison)
        try comparison.finish()
        for difference in comparison.differences {
            Issue.record("\(difference.name): \(difference.how)\n\(String(decoding: difference.bytes, as: UTF8.self))")
        }
        if Self.comparesAll { print("\(name): \(comparison.counts)") }
        return comparison.counts
    }

    @Test("Random lists") func generatedLists() throws {
        let counts = try compare("generated") { comparison in
            for seed in 0..<(Self.comparesAll ? 50_000 : 500) as Range<UInt64> {
                var generator = XMLGenerator(seed: seed)
                try comparison.add(generator.list(), "seed \(seed)")
            }
        }
        #expect(counts.bothRead == counts.inputs)
    }

    @Test("Random lists with one byte changed, doubled or removed") func damagedLists() throws {
        let counts = try compare("damaged") { comparison in
            for seed in 0..<(Self.comparesAll ? 200_000 : 2_000) as Range<UInt64> {
                var generator = XMLGenerator(seed: seed &+ 1 << 32)
                try comparison.add(generator.damagedList(), "seed \(seed)")
            }
        }
        #expect(counts.bothRead * 10 > counts.inputs && counts.bothRefuse * 10 > counts.inputs)
    }

    /// Strings of ASCII characters are kept unchanged.
    @Test("Every ASCII character") func characters() throws {
        let counts = try compare("characters") { comparison in
            for scalar in (0 as UInt8)..<0x80 where scalar != UInt8(ascii: "<") && scalar != UInt8(ascii: "&") {
                try comparison.add(
                    Array("<plist><string>a\(Character(Unicode.Scalar(scalar)))b</string></plist>".utf8),
                    "\(scalar)"
                )
            }
        }
        #expect(counts.bothRead == counts.inputs)
    }

    /// The twenty smallest property lists among the samples.
    private static func smallSamples() throws -> [(name: String, bytes: [UInt8])] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: ProjectFolder.samples.path)
        let samples = try paths.filter { $0.hasSuffix("Info.plist") }.map { path in
            (name: path, bytes: Array(try Data(contentsOf: ProjectFolder.samples.appending(path: path))))
        }
        let xml = samples.filter { PropertyFormat.sniff($0.bytes) == .xml }
        return Array(xml.sorted { ($0.bytes.count, $0.name) < ($1.bytes.count, $1.name) }.prefix(20))
    }

    @Test("Every prefix of twenty small samples") func prefixes() throws {
        let samples = try Self.smallSamples()
        let counts = try compare("prefixes") { comparison in
            for (number, sample) in samples.enumerated() {
                let counts = stride(from: number % step(4), through: sample.bytes.count, by: step(4))
                for count in counts {
                    try comparison.add(Array(sample.bytes.prefix(count)), "\(sample.name), \(count)")
                }
            }
        }
        #expect(samples.count == 20 && counts.bothRefuse > 0)
    }

    @Test("Every byte of twenty small samples changed in five ways") func changedBytes() throws {
        let counts = try compare("changed bytes") { comparison in
            var position = 0
            for sample in try Self.smallSamples() {
                for index in sample.bytes.indices {
                    let old = sample.bytes[index]
                    for new in [0, UInt8(ascii: "<"), UInt8(ascii: "&"), old ^ 0x20, old ^ 0x80] where new != old {
                        position += 1
                        guard position % step(40) == 0 else { continue }
                        var bytes = sample.bytes
                        bytes[index] = new
                        try comparison.add(bytes, "\(sample.name), byte \(index) is \(new)")
                    }
                }
            }
        }
        #expect(counts.bothRead > 0 && counts.bothRefuse > 0)
    }

    /// Returns 1 to compare everything, and `part` otherwise.
    private func step(_ part: Int) -> Int { Self.comparesAll ? 1 : part }

    /// The files of other projects that Foundation accepts and we reject.
    private static let stricter: [String: XMLAgreement.Strictness] = [
        "cpython__invalidarray-0": .keyAmongValues, "cpython__invalidarray-1": .keyAmongValues,
        "cpython__invalidarray-2": .keyAmongValues, "dd-plist__test-xml-utf-32be-bom.plist": .utf32,
        "dd-plist__test-xml-utf-32le-bom.plist": .utf32,
    ]

    /// The files of other projects that we accept and Foundation rejects.
    private static let laxer: [String: XMLAgreement.Laxness] = [
        "dd-plist__test-xml-utf-16be.plist": .utf16, "dd-plist__test-xml-utf-16be.plist.bak": .utf16,
        "dd-plist__test-xml-utf-16le.plist": .utf16, "owncloud__ios-app/ownCloud/Resources/Info.plist": .directives,
    ]

    @Test("Files of other projects", .needsShared)
    func corpus() throws {
        var stricter: [String: XMLAgreement.Strictness] = [:]
        var laxer: [String: XMLAgreement.Laxness] = [:]
        let counts = try compare("corpus") { comparison in
            for folder in ["hostile/xml", "manifests"] {
                let root = ProjectFolder.corpus.appending(path: folder)
                for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() {
                    guard let data = try? Data(contentsOf: root.appending(path: path)) else { continue }
                    let bytes = Array(data)
                    guard folder == "hostile/xml" || PropertyFormat.sniff(bytes) == .xml else { continue }
                    let ours = Result { () throws(PropertyListError) in
                        try XMLPropertyReader.read(bytes, wanted: .all, limits: .standard)
                    }
                    switch XMLAgreement(bytes, ours) {
                    case .stricter(let why) where why != .limits: stricter[path] = why
                    case .laxer(let why): laxer[path] = why
                    default: break
                    }
                    try comparison.add(bytes, path)
                }
            }
        }
        #expect(stricter == Self.stricter && laxer == Self.laxer, "\(stricter) \(laxer)")
        #expect(counts.inputs > 600 && counts.notAsked < 20, "\(counts)")
    }
}
