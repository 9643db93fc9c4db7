internal import SchemeModel

/// A file being read: the manifest, or a header.
final class PreprocessorFile {
    let path: Path
    var lexer: PreprocessorLexer
    /// The open groups of conditional lines.
    var groups: [Group] = []
    private var madeMap: TextMap?

    /// The lines from `#if` to `#endif`.
    struct Group {
        /// The location of its `#if`.
        var range: Range<Int>
        /// Whether the whole group is in an omitted part.
        var isLeftOut: Bool
        /// Whether a part was definitely kept, so that no later one is.
        var wasTaken: Bool
        var hasElse = false
        /// Whether it is unknown which part is kept.
        var isUndecided = false
    }

    init(path: Path, text: [UInt8], buffer: Int, syntax: PreprocessorSyntax, includeRange: Range<Int>?) {
        self.path = path
        lexer = PreprocessorLexer(text, buffer: buffer, syntax: syntax, includeRange: includeRange)
    }

    var isManifest: Bool { lexer.includeRange == nil }

    /// Maps offsets to locations in the file.
    var map: TextMap {
        let map = madeMap ?? TextMap(lexer.text, storage: .utf8(mark: 0))
        madeMap = map
        return map
    }
}

/// The ids of text buffers that aren't files.
enum BufferID {
    static let predefined = 0
    static let made = 1
    /// The first number of a file.
    static let files = 2
}
