package import SchemeModel

/// The script of a build phase or rule, which is not run.
package struct BuildPhaseScript: Sendable {
    /// What runs it.
    let runner: Irregularity.Script.Runner
    /// The name of the phase that Xcode shows.
    let name: String
    /// The location of the text in the project.
    let range: SourceRange
    /// What may change the URL types of a manifest.
    let writes: ManifestWrites
    /// The paths of the files that the script mentions and may run, relative to the project's folder. Of many files, only the
    /// first ones.
    let files: [Path]
    /// Those of these files that it runs.
    let runs: Set<Path>
    /// The numbers of the arguments with which it passes the path of the target's manifest to these files; 1 is the first.
    let manifestArguments: Set<Int>
    /// Whether its text is computed, so that it may do anything.
    let isUnread: Bool
    /// The parts of file names in the text and among the files that the phase writes.
    let nameParts: WordSet

    /// - Parameters:
    ///   - text: The text; `nil` if it is computed.
    ///   - file: The only file that it runs; `nil` if the text decides.
    ///   - outputs: The files that the phase says it writes, as written.
    init(
        _ runner: Irregularity.Script.Runner,
        name: String,
        text written: String?,
        file: Path? = nil,
        outputs: [String] = [],
        range: SourceRange
    ) {
        let text = written ?? ""
        isUnread = written == nil
        self.runner = runner
        nameParts = WordSet(Array(([text] + outputs).joined(separator: "\n").utf8))
        self.name = name
        self.range = range
        var mentions = ScriptMentions(only: file)
        writes = ManifestWrites(in: Array(text.utf8)) { mentions.add($0, $1) }
        files = mentions.files
        runs = mentions.runs
        manifestArguments = mentions.manifestArguments
    }

    /// Returns the place in a file where it mentions URL types first; `nil` if it doesn't.
    package static func firstMention(in bytes: [UInt8]) -> SourceRange? { bytes.firstMention(of: keys) }

    /// The keys, and the action of fastlane that sets them.
    ///
    /// - Source: https://docs.fastlane.tools/actions/update_url_schemes/ (seen 2026-11-28).
    private static let keys = ["CFBundleURLTypes", "CFBundleURLSchemes", "update_url_schemes"]
}

extension [UInt8] {
    /// Returns the place in a file with these bytes where it mentions one of `words` first; `nil` if it doesn't.
    func firstMention(of words: [String]) -> SourceRange? {
        var wordsByFirst = [[[UInt8]]](repeating: [], count: 256)
        for word in words.map({ Array($0.utf8) }) { wordsByFirst[Int(word[0])].append(word) }
        for (start, byte) in enumerated() {
            let found = wordsByFirst[Int(byte)].first { self[start...].starts(with: $0) }
            if let found { return places(of: [start..<start + found.count])[0] }
        }
        return nil
    }

    /// Returns the places of ranges in a file with these bytes.
    func places(of ranges: [Range<Int>]) -> [SourceRange] {
        guard !ranges.isEmpty else { return [] }
        let mark = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let map = TextMap(Array(self[mark...]), storage: .utf8(mark: mark))
        return ranges.map { map.range(Swift.max(0, $0.lowerBound - mark)..<$0.upperBound - mark) }
    }
}
