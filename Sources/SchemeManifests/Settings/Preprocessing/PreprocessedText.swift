import SchemeModel

/// The result of preprocessing an Info.plist: the text, and its mapping to the input.
struct PreprocessedText: Sendable {
    /// UTF-8 without a byte order mark.
    private(set) var bytes: [UInt8] = []
    /// The preprocessor's errors and warnings, in order.
    var diagnostics: [SettingDiagnostic] = []
    /// The included files in order of first use, without duplicates.
    var files: [XCConfigReader.File] = []
    /// The reasons why some macros are unknown, in order.
    var gaps: [UnknownMacroReason] = []
    /// The reason why the run was stopped, so that the text is incomplete.
    var stop: UnknownMacroReason?
    /// The comments removed from the input, and its macros with truncated definitions.
    var removals: [RemovedComments.Removal] = []
    /// Whether ``bytes`` contain `#if` lines, because the build's choice is unknown.
    var hasUndecidedLines = false
    /// The number of steps taken.
    var steps = 0

    private var segments: [Segment] = []
    private var undecided: [Range<Int>] = []

    /// A range of the output and the range of the input that it comes from.
    private struct Segment {
        var output: Int
        var input: Range<Int>
        /// Whether the bytes of both are equal.
        var isVerbatim: Bool
    }

    // MARK: Reading

    /// Returns the range of the input for a range of the text. Part of a replacement maps to all of it.
    func inputRange(_ range: Range<Int>) -> Range<Int> {
        let lower = input(range.lowerBound, isEnd: false)
        return lower..<max(lower, input(range.upperBound, isEnd: range.lowerBound < range.upperBound))
    }

    /// Returns whether a name in the range may be an unknown macro.
    func isUndecided(_ range: Range<Int>) -> Bool { Self.contains(undecided, range) }

    /// Returns whether one of the ordered `ranges` overlaps `range`.
    private static func contains(_ ranges: [Range<Int>], _ range: Range<Int>) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound < range.upperBound
    }

    private func input(_ offset: Int, isEnd: Bool) -> Int {
        // The last segment that starts before the offset; for the end of a range, before its last byte.
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

    /// Writes the bytes of the input at `range` unchanged.
    mutating func copy(_ text: ArraySlice<UInt8>, from range: Range<Int>) {
        if let last = segments.last, last.isVerbatim, last.input.upperBound == range.lowerBound {
            segments[segments.count - 1].input = last.input.lowerBound..<range.upperBound
        } else {
            segments.append(Segment(output: bytes.count, input: range, isVerbatim: true))
        }
        bytes += text
    }

    /// Writes `text` in place of the input at `range`.
    mutating func replace(_ range: Range<Int>, with text: some Collection<UInt8>) {
        guard !text.isEmpty else { return }
        let isMore = segments.last.map { !$0.isVerbatim && $0.input == range } ?? false
        if !isMore { segments.append(Segment(output: bytes.count, input: range, isVerbatim: false)) }
        bytes += text
    }

    /// Writes the whitespace between the last output and the input at `start`.
    mutating func space(_ text: some Collection<UInt8>, before start: Int) {
        let end = segments.last?.input.upperBound ?? 0
        if let last = segments.last, last.isVerbatim, start - end == text.count, start >= end {
            // It has the same length as in the input, so the offsets still match.
            segments[segments.count - 1].input = last.input.lowerBound..<start
            bytes += text
        } else {
            replace(min(end, start)..<max(end, start), with: text)
        }
    }

    /// Marks the last `count` bytes as possibly containing an unknown macro.
    mutating func markUndecided(_ count: Int) { undecided.append((bytes.count - count)..<bytes.count) }

    /// Marks the macro named in the input at `range` as having a truncated definition.
    mutating func markCut(_ range: Range<Int>) {
        let removal = RemovedComments.Removal(kind: .definition, range: range)
        if removals.last != removal, !range.isEmpty { removals.append(removal) }
    }
}
