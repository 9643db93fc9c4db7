internal import SchemeModel

/// A file that is being read: the manifest, or a header.
final class PreprocessorFile {
    let path: Path
    var lexer: PreprocessorLexer
    /// The groups of conditional lines that are open.
    var groups: [Group] = []
    /// What the lines are counted from: `#line` changes it.
    var lineOffset = 0
    private var madeMap: TextMap?

    /// The lines from `#if` to `#endif`.
    struct Group {
        /// Where its `#if` is.
        var range: Range<Int>
        /// Whether all of it lies in a part that is left out.
        var isLeftOut: Bool
        /// Whether a part of it was surely kept, so that no later one is.
        var wasTaken: Bool
        var hasElse = false
        /// Whether it isn't known which part is kept.
        var isUndecided = false
    }

    init(path: Path, text: [UInt8], buffer: Int, syntax: PreprocessorSyntax, includeRange: Range<Int>?) {
        self.path = path
        lexer = PreprocessorLexer(text, buffer: buffer, syntax: syntax, includeRange: includeRange)
    }

    var isManifest: Bool { lexer.includeRange == nil }

    /// The places of the file.
    var map: TextMap {
        let map = madeMap ?? TextMap(lexer.text, storage: .utf8(mark: 0))
        madeMap = map
        return map
    }

    /// The line of what comes next.
    var line: Int { lexer.currentLine + lineOffset }
}

/// The numbers of texts that no file holds. Those that macros make have negative numbers, each its own.
enum PreprocessorBuffers {
    static let predefined = 0
    static let made = 1
    /// The first number of a file.
    static let files = 2
}
