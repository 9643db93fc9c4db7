import SchemeModel

/// The text of an input as its format's reader sees it.
package enum InputText {
    /// The characters of a manifest in UTF-8 without a byte order mark, the same that places are counted in; `nil` for
    /// binary property lists and for what is in no encoding that is read.
    package static func utf8(of bytes: [UInt8]) -> [UInt8]? {
        switch PropertyFormat.sniff(bytes) {
        case .xml:
            do throws(XMLFault) { return try XMLText(bytes).utf8 } catch { return nil }
        case .openStep:
            do throws(ReadFailure) { return try OpenStepText(bytes).text } catch { return nil }
        case .binary, .unknown, .yaml, .json, .swift:
            return nil
        }
    }
}
