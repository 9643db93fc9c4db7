/// The largest part of a syntax tree's bytes that one word or sign accounts for.
///
/// What the parser expects after some keywords and signs is in the tree even if it isn't in the code.
enum TokenBytes {
    static let keyword = 2_560
    static let word = 896

    /// Returns the bytes for a character that is no part of a word.
    static func sign(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "'"): 1_280
        default: word
        }
    }
}
