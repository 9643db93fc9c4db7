import SchemeModel

/// Lines that were inserted into a file after it was read.
struct InsertedLines {
    /// The file.
    let file: Place
    /// The number of bytes that were inserted above a line, by the number that the line had when the file was read.
    let bytes: [Int: Int]

    /// Returns the number that a line has now.
    func line(_ line: Int) -> Int { line + bytes.keys.count { $0 <= line } }

    /// Moves a place in the file to where it is now.
    func move(_ place: inout Place) {
        guard place.source == file.source, place.path == file.path, place.member == nil,
            var range = place.range, var lines = range.lines
        else { return }
        func inserted(above line: Int) -> Int { bytes.reduce(0) { $0 + ($1.key <= line ? $1.value : 0) } }
        let start = inserted(above: lines.start.line)
        range.byteOffset += start
        range.byteLength += inserted(above: lines.end.line) - start
        lines.start.line = line(lines.start.line)
        lines.end.line = line(lines.end.line)
        range.lines = lines
        place.range = range
    }

    /// Moves the places of a finding, and that of the comment that accepts it.
    func move(_ finding: inout Finding) {
        let isInFile = finding.place.source == file.source && finding.place.path == file.path
        move(&finding.place)
        if var mention = finding.mention {
            move(&mention.place)
            finding.mention = mention
        }
        for index in finding.related.indices { move(&finding.related[index].place) }
        for index in finding.edits.indices { move(&finding.edits[index].place) }
        let prefix = "\(file.path.display):"
        guard isInFile, let accepted = finding.accepted, accepted.isInSource, accepted.by.hasPrefix(prefix) else {
            return
        }
        let position = accepted.by.dropFirst(prefix.count)
        guard let old = Int(position.prefix { $0 != ":" }) else { return }
        finding.accepted?.by = "\(prefix)\(line(old))\(position.drop { $0 != ":" })"
    }
}
