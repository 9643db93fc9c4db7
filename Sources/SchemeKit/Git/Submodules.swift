import SchemeModel

/// The folders of git submodules, as the file `.gitmodules` of a repository lists them.
struct Submodules {
    /// The paths, relative to the folder of `.gitmodules`.
    let paths: Set<Path>

    /// Reads the lines `path = …` of a `.gitmodules` file. Other lines don't matter here.
    ///
    /// - Source: https://git-scm.com/docs/gitmodules
    init(_ bytes: [UInt8]) {
        var paths: Set<Path> = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let words = line.split(separator: UInt8(ascii: "="), maxSplits: 1).map(Self.trimmed)
            guard words.count == 2, words[0].elementsEqual("path".utf8), !words[1].isEmpty else { continue }
            paths.insert(Path(bytes: Array(words[1])).normalized)
        }
        self.paths = paths
    }

    /// Returns whether `path` is a submodule or lies in one.
    func contains(_ path: Path) -> Bool {
        var folder = path.normalized
        while !paths.contains(folder) {
            let above = folder.directory
            guard above.bytes.count < folder.bytes.count else { return false }
            folder = above
        }
        return true
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
