import SchemeModel

/// The text of an input as the reader of its format sees it.
package enum InputText {
    /// Returns the characters of a manifest in UTF-8 without a byte order mark, which locations refer to.
    ///
    /// Returns `nil` for binary property lists and unsupported encodings.
    package static func utf8(of bytes: [UInt8]) -> [UInt8]? {
        switch PropertyFormat.sniff(bytes) {
        case .xml:
            do throws(XMLPropertyError) { return try XMLText(bytes).utf8 } catch { return nil }
        case .openStep:
            do throws(PropertyListError) { return try OpenStepText(bytes).text } catch { return nil }
        case .binary, .unknown, .yaml, .json, .swift, .javaScript:
            return nil
        }
    }
}
