package import SchemeModel

/// Decides by the bytes of an input which reader it is for. There is no second try with another reader: what is broken
/// XML as a whole often happens to be sound OpenStep in part.
package enum PropertyFormat {
    /// The format of `bytes`; ``Manifest/Format/unknown`` for what can be none of the three.
    ///
    /// XML is what has `<` as its first character after white space and preprocessor lines, in any encoding whose units
    /// can be told apart; whether the encoding can be read is for the XML reader to say.
    package static func sniff(_ bytes: [UInt8]) -> Manifest.Format {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        let layout = TextLayout.detect(bytes)
        guard let first = firstCharacter(of: bytes, layout) else { return .unknown }
        if first == UInt32(UInt8(ascii: "<")) { return .xml }
        switch layout {
        case .bytes: return bytes.contains(0) ? .unknown : .openStep
        case .utf16: return .openStep
        case .utf32: return .unknown
        }
    }

    /// Why `bytes` are of no format, as a clause.
    package static func unknownCause(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "the file is empty" }
        if firstCharacter(of: bytes, TextLayout.detect(bytes)) == nil {
            return "the file holds nothing but white space"
        }
        return "the file is neither text nor a binary property list"
    }

    /// The first unit that is neither white space nor in a preprocessor line.
    private static func firstCharacter(of bytes: [UInt8], _ layout: TextLayout) -> UInt32? {
        var index = layout.start
        var isSkipping = false
        while let unit = layout.unit(of: bytes, at: index) {
            switch unit {
            case 0x0A, 0x0D: isSkipping = false
            case 0x09, 0x20: break
            case UInt32(UInt8(ascii: "#")): isSkipping = true
            default: if !isSkipping { return unit }
            }
            index += layout.unitSize
        }
        return nil
    }
}
