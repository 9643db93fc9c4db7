/// How text is stored on a server, which has no NUL in texts: a NUL is U+10FFFF followed by `0`, and U+10FFFF itself is
/// U+10FFFF followed by `1`.
package enum ServerText {
    /// The UTF-8 of U+10FFFF, which isn't a character.
    private static let escape: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]

    /// Appends UTF-8 text as it is stored.
    package static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        guard text.contains(where: { $0 == 0 || $0 == 0xF4 }) else { return bytes.append(contentsOf: text) }
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == 0 {
                bytes += escape + [UInt8(ascii: "0")]
                index += 1
            } else if text[index...].starts(with: escape) {
                bytes += escape + [UInt8(ascii: "1")]
                index += escape.count
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
    }

    /// Returns whether `bytes` may differ from the text that they stand for.
    package static func isEscaped(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.contains(0xF4) }

    /// Returns the text that is stored as `bytes`.
    package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard isEscaped(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == 0xF4, bytes[index...].starts(with: escape) {
                index += escape.count
                guard index < bytes.endIndex else { break }
                text += bytes[index] == UInt8(ascii: "0") ? [0] : escape
            } else {
                text.append(bytes[index])
            }
            index += 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}
