import SchemeKit
import SchemeModel

/// Carries the bytes of an argument through a parser of text, and back.
///
/// Arguments are bytes, ArgumentParser takes `String`. Each byte that is not UTF-8, each control character, and each
/// byte of a character of the private range that stands for such bytes, becomes one character of that range; everything
/// else stays as it is. So ``bytes(of:)`` gives back exactly what ``text(of:)`` was given, and what ArgumentParser says
/// about an argument has no line ends but its own.
enum ArgumentText {
    /// U+10FF00 + byte: the last private-use characters, which nobody types.
    private static let base: UInt32 = 0x10FF00

    /// The text that stands for `bytes`.
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

    /// The bytes that `text` stands for.
    static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            isCarrier(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// What the argument that `text` stands for says, for reading: a byte that is not UTF-8 appears as `\xE9`.
    static func shown(_ text: String) -> String { Path(argument: text).display }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        !isCarrier(scalar) && scalar.value >= 0x20 && scalar.value != 0x7F
    }

    private static func isCarrier(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base }
}

extension Path {
    /// The path that a parsed argument stands for.
    init(argument: String) { self.init(bytes: ArgumentText.bytes(of: argument)) }
}
