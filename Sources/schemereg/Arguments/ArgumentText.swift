import SchemeKit
import SchemeModel

/// Converts arguments to text for ArgumentParser, and back to the same bytes.
///
/// Arguments are bytes, but ArgumentParser expects `String`. Each byte that is not valid UTF-8, each control character,
/// and each byte of a private-use character in the range below is encoded as one character of that range. Everything
/// else is unchanged. So ``bytes(of:)`` reverses ``text(of:)``, and ArgumentParser's messages contain no control
/// characters of an argument.
enum ArgumentText {
    /// The start of the range, U+10FF00 + byte: the last private-use characters, which don't appear in real arguments.
    private static let base: UInt32 = 0x10FF00

    /// Encodes `bytes` as text.
    static func text(of bytes: [UInt8]) -> String {
        if let valid = String(validating: bytes, as: UTF8.self), valid.unicodeScalars.allSatisfy(isPlain) {
            return valid
        }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let character = String(validating: rest.prefix(length), as: UTF8.self)
            if let scalar = character?.unicodeScalars.first, character?.utf8.count == length, isPlain(scalar) {
                text.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                if let carrier = Unicode.Scalar(base + UInt32(first)) { text.append(carrier) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// Decodes `text` to bytes.
    static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            isCarrier(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// Returns the argument for messages; a byte that is not valid UTF-8 appears as `\xE9`.
    static func shown(_ text: String) -> String { Path(argument: text).display }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        !isCarrier(scalar) && scalar.value >= 0x20 && scalar.value != 0x7F
    }

    private static func isCarrier(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base }
}

extension Path {
    /// Creates a path from a parsed argument.
    init(argument: String) { self.init(bytes: ArgumentText.bytes(of: argument)) }
}
