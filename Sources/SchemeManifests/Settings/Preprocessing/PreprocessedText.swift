package import SchemeModel

/// What preprocessing an Info.plist gave: its text, and where each part of it stands in the input.
package struct PreprocessedText: Sendable {
    /// UTF-8 without a byte order mark. Lines that were left out are blanks of equal length, so that offsets change
    /// only behind a macro that was replaced, a comment, or text of an included file.
    package private(set) var bytes: [UInt8] = []
    /// What the preprocessor would complain about, in order.
    package var diagnostics: [SettingDiagnostic] = []
    /// The files that were included, in order of first use, each once.
    package var files: [XCConfigReader.File] = []
    /// Included files that cannot be read.
    package var missing: [MissingSettingsFile] = []

    private var segments: [Segment] = []

    /// A stretch of the output and the stretch of the input that it comes from.
    private struct Segment {
        var output: Int
        var input: Range<Int>
        /// Whether both agree byte by byte.
        var isVerbatim: Bool
    }

    /// Whether every offset of the text is the same offset of the input.
    package var keepsOffsets: Bool { segments.allSatisfy { $0.isVerbatim && $0.output == $0.input.lowerBound } }

    /// The stretch of the input for a stretch of the text: a part of something replaced counts as all of it.
    package func inputRange(_ range: Range<Int>) -> Range<Int> {
        let lower = input(range.lowerBound, isEnd: false)
        return lower..<max(lower, input(range.upperBound, isEnd: range.lowerBound < range.upperBound))
    }

    /// The place in the input for one in the text.
    ///
    /// - Parameter map: of the input.
    package func inputRange(_ range: SourceRange, map: TextMap) -> SourceRange {
        map.range(inputRange(range.byteOffset..<range.byteOffset + range.byteLength))
    }

    private func input(_ offset: Int, isEnd: Bool) -> Int {
        // The last segment that begins before the offset; for the end of a stretch, before its last byte.
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            let isBefore = isEnd ? segments[middle].output < offset : segments[middle].output <= offset
            if isBefore { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let segment = segments[low - 1]
        if segment.isVerbatim {
            return min(segment.input.lowerBound + offset - segment.output, segment.input.upperBound)
        }
        return isEnd ? segment.input.upperBound : segment.input.lowerBound
    }

    /// Writes `input[range]` as it is.
    mutating func copy(_ input: [UInt8], _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        extend(range, isVerbatim: true)
        bytes += input[range]
    }

    /// Writes blanks for `input[range]`; ends of lines stay.
    mutating func blank(_ input: [UInt8], _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        extend(range, isVerbatim: true)
        bytes += input[range].lazy.map { $0 == 0x0A || $0 == 0x0D ? $0 : UInt8.space }
    }

    /// Writes `text` for what stands in the input at `range`.
    mutating func replace(_ range: Range<Int>, with text: some Collection<UInt8>) {
        segments.append(Segment(output: bytes.count, input: range, isVerbatim: false))
        bytes += text
    }

    private mutating func extend(_ range: Range<Int>, isVerbatim: Bool) {
        if let last = segments.last, last.isVerbatim, last.input.upperBound == range.lowerBound {
            segments[segments.count - 1].input = last.input.lowerBound..<range.upperBound
        } else {
            segments.append(Segment(output: bytes.count, input: range, isVerbatim: true))
        }
    }
}
