package import SchemeModel

/// A line-by-line difference of two texts in unified format.
package struct UnifiedDiff {
    /// A line of the difference.
    private enum Line {
        case same(ArraySlice<UInt8>)
        case removed(ArraySlice<UInt8>)
        case added(ArraySlice<UInt8>)

        var isSame: Bool {
            if case .same = self { return true }
            return false
        }
    }

    private var lines: [Line] = []

    /// The number of context lines around changes.
    private static let margin = 3
    /// The maximum number of differing lines that are compared with each other.
    private static let limit = 2_000

    /// Creates the difference between `old` and `new`.
    package init(of old: [UInt8], _ new: [UInt8]) {
        let (old, new) = (Self.lines(of: old), Self.lines(of: new))
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
        lines += old[..<head].map(Line.same)
        lines += Self.middle(Array(old[head..<(old.count - tail)]), Array(new[head..<(new.count - tail)]))
        lines += old[(old.count - tail)...].map(Line.same)
    }

    private static func middle(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
        guard old.count <= limit, new.count <= limit else { return old.map(Line.removed) + new.map(Line.added) }
        let difference = new.difference(from: old)
        var removed = Set<Int>()
        var added = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var next = 0
        for (offset, line) in old.enumerated() {
            if removed.contains(offset) {
                lines.append(.removed(line))
                continue
            }
            while added.contains(next) {
                lines.append(.added(new[next]))
                next += 1
            }
            lines.append(.same(line))
            next += 1
        }
        return lines + new[next...].map(Line.added)
    }

    /// Returns the lines of `bytes` without line ends; LF, CRLF and CR each end a line.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
            if byte == UInt8(ascii: "\n"), index > 0, bytes[index - 1] == UInt8(ascii: "\r") {
                start = index + 1
                continue
            }
            lines.append(bytes[start..<index])
            start = index + 1
        }
        return start < bytes.count ? lines + [bytes[start...]] : lines
    }

    /// Writes the difference with `input` as the file name. Tabs are expanded, and invisible characters are escaped.
    ///
    /// - Throws: An error from the output.
    package func write(input: Place, to output: ByteOutput, context: ReportContext) throws {
        let palette = Palette(isOn: context.usesColor)
        let name = TextEscape.escaped(context.paths.text(for: input))
        try output.write(palette.paint("--- \(name)", .strong) + "\n")
        try output.write(palette.paint("+++ \(name)", .strong) + "\n")
        var (oldLine, newLine) = (1, 1)
        var index = 0
        while index < lines.count {
            guard let first = lines[index...].firstIndex(where: { !$0.isSame }) else { break }
            let start = max(index, first - Self.margin)
            oldLine += start - index
            newLine += start - index
            let end = self.end(ofHunkAt: first)
            let hunk = lines[start..<end]
            let (old, new) = hunk.reduce(into: (0, 0)) { counts, line in
                if case .added = line {} else { counts.0 += 1 }
                if case .removed = line {} else { counts.1 += 1 }
            }
            try output.write(palette.paint("@@ -\(oldLine),\(old) +\(newLine),\(new) @@", .faint) + "\n")
            for line in hunk { try output.write(Self.text(of: line, palette) + "\n") }
            (oldLine, newLine, index) = (oldLine + old, newLine + new, end)
        }
        try output.write("\n")
        try output.flush()
    }

    /// Returns the end of the hunk whose first change is at `first`.
    ///
    /// The hunk ends before enough unchanged lines or at the end of the text.
    private func end(ofHunkAt first: Int) -> Int {
        var last = first
        for index in lines[first...].indices {
            if !lines[index].isSame { last = index }
            if index - last > 2 * Self.margin { break }
        }
        return min(lines.count, last + Self.margin + 1)
    }

    private static func text(of line: Line, _ palette: Palette) -> String {
        func shown(_ bytes: ArraySlice<UInt8>) -> String {
            let text = String(decoding: bytes, as: UTF8.self).replacing("\t", with: "    ")
            return TextEscape.escaped(text, limit: TextWriter.messageLimit)
        }
        switch line {
        case .same(let bytes): return " " + shown(bytes)
        case .removed(let bytes): return palette.paint("-" + shown(bytes), .error)
        case .added(let bytes): return palette.paint("+" + shown(bytes), .note)
        }
    }
}
