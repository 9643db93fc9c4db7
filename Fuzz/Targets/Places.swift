import SchemeModel

/// Checks the places that readers return.
struct Places {
    /// The input.
    private let bytes: [UInt8]
    /// Whether the input is ASCII in UTF-8, so that columns are numbers of bytes.
    private let isASCII: Bool
    private let start: Int

    init(in bytes: [UInt8]) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        isASCII = !bytes.contains(0) && bytes.dropFirst(start).allSatisfy { $0 < 0x80 }
    }

    /// Checks that `range` is inside the input, with the lines and columns of its bounds.
    ///
    /// - Throws: ``Violation``.
    func check(_ range: SourceRange, _ what: @autoclosure () -> String) throws {
        let (lower, count) = (range.byteOffset, range.byteLength)
        try require(
            lower >= 0 && count >= 0 && count <= bytes.count && lower <= bytes.count - count,
            "\(what()) is at \(lower)+\(count) of \(bytes.count) bytes"
        )
        guard let lines = range.lines else { return }
        let (from, to) = (lines.start, lines.end)
        try require(
            [from, to].allSatisfy { $0.line >= 1 && $0.column >= 1 && 1...$0.column ~= $0.columnUTF16 },
            "\(what()) has the lines \(lines)"
        )
        try require(
            (from.line, from.column) <= (to.line, to.column),
            "\(what()) ends before it begins: \(lines)"
        )
        // Values that a generator adds have an empty range with the lines of their context.
        guard isASCII, bytes.count <= 2048, count > 0 || from == to else { return }
        try require(position(lower) == from && position(lower + count) == to, "\(what()) is not at \(lines)")
    }

    /// Returns the position of `offset`, counted byte by byte.
    private func position(_ offset: Int) -> TextPosition {
        var (line, column) = (1, 1)
        for index in start..<max(start, offset) {
            let isEnd =
                bytes[index] == 0x0A || (bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
            (line, column) = isEnd ? (line + 1, 1) : (line, column + 1)
        }
        return TextPosition(line: line, column: column, columnUTF16: column)
    }

    /// Checks that `inner` is inside `outer`.
    ///
    /// - Throws: ``Violation``.
    static func check(_ inner: SourceRange, inside outer: SourceRange, _ what: @autoclosure () -> String) throws {
        try require(
            inner.byteOffset >= outer.byteOffset
                && inner.byteOffset + inner.byteLength <= outer.byteOffset + outer.byteLength,
            "\(what()): \(inner.byteOffset)+\(inner.byteLength) is not inside \(outer.byteOffset)+\(outer.byteLength)"
        )
    }

    /// Checks every place in `value`, which was read from `files`.
    ///
    /// - Throws: ``Violation`` for a place outside its file.
    static func check(_ trace: EncodedTrace, in files: [Path: [UInt8]], root: Path = "/") throws {
        for spot in Set(trace.spots) where spot.member == nil {
            guard let file = spot.file, let bytes = files[root.appending(file).normalized] else { continue }
            try Places(in: bytes).check(spot.range, "a place in \(file)")
        }
    }
}
