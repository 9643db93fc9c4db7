import SchemeModel

/// What preprocessing an Info.plist gave: its text, and where each part of it comes from.
struct PreprocessedText: Sendable {
    /// UTF-8 without a byte order mark.
    private(set) var bytes: [UInt8] = []
    /// What the preprocessor would complain about, in order.
    var diagnostics: [SettingDiagnostic] = []
    /// The files that were included, in order of first use, each once.
    var files: [XCConfigReader.File] = []
    /// Why some macros aren't known, in order.
    var gaps: [PreprocessorGap] = []
    /// The comments that were removed from the input, and the macros in it whose definitions have lost a part.
    var removals: [RemovedComments.Removal] = []
    /// Whether ``bytes`` hold `#if` lines, since it isn't known which lines the build keeps.
    var hasUndecidedLines = false
    /// The steps that it took.
    var steps = 0

    private var segments: [Segment] = []
    private var undecided: [Range<Int>] = []

    /// A stretch of the output and the stretch of the input that it comes from.
    private struct Segment {
        var output: Int
        var input: Range<Int>
        /// Whether both agree byte by byte.
        var isVerbatim: Bool
    }

    // MARK: Reading

    /// The stretch of the input for a stretch of the text: a part of something replaced counts as all of it.
    func inputRange(_ range: Range<Int>) -> Range<Int> {
        let lower = input(range.lowerBound, isEnd: false)
        return lower..<max(lower, input(range.upperBound, isEnd: range.lowerBound < range.upperBound))
    }

    /// Whether a name in the stretch may be a macro that isn't known.
    func isUndecided(_ range: Range<Int>) -> Bool { Self.contains(undecided, range) }

    /// Whether one of `ranges`, which are in order, has a byte of `range`.
    private static func contains(_ ranges: [Range<Int>], _ range: Range<Int>) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound < range.upperBound
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

    // MARK: Writing

    /// Writes the bytes of the input at `range` as they are.
    mutating func copy(_ text: ArraySlice<UInt8>, from range: Range<Int>) {
        if let last = segments.last, last.isVerbatim, last.input.upperBound == range.lowerBound {
            segments[segments.count - 1].input = last.input.lowerBound..<range.upperBound
        } else {
            segments.append(Segment(output: bytes.count, input: range, isVerbatim: true))
        }
        bytes += text
    }

    /// Writes `text` for what the input has at `range`.
    mutating func replace(_ range: Range<Int>, with text: some Collection<UInt8>) {
        guard !text.isEmpty else { return }
        let isMore = segments.last.map { !$0.isVerbatim && $0.input == range } ?? false
        if !isMore { segments.append(Segment(output: bytes.count, input: range, isVerbatim: false)) }
        bytes += text
    }

    /// Writes the white space between what was written last and what the input has at `start`.
    mutating func space(_ text: some Collection<UInt8>, before start: Int) {
        let end = segments.last?.input.upperBound ?? 0
        if let last = segments.last, last.isVerbatim, start - end == text.count, start >= end {
            // As long as in the input, so that the offsets still agree.
            segments[segments.count - 1].input = last.input.lowerBound..<start
            bytes += text
        } else {
            replace(min(end, start)..<max(end, start), with: text)
        }
    }

    /// The last `count` bytes that were written may hold a macro that isn't known.
    mutating func markUndecided(_ count: Int) { undecided.append((bytes.count - count)..<bytes.count) }

    /// The macro that is named in the input at `range` has a definition that was cut off.
    mutating func markCut(_ range: Range<Int>) {
        let removal = RemovedComments.Removal(kind: .definition, range: range)
        if removals.last != removal, !range.isEmpty { removals.append(removal) }
    }
}
