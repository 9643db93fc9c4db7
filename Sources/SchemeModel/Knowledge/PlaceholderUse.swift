/// A placeholder that was left in place of a scheme.
///
/// It comes from SDK documentation or a tutorial, or describes what to write.
package enum PlaceholderUse {
    /// A placeholder from an SDK's documentation.
    case sdk(SDKScheme)
    /// A name or word from tutorials, or the name of a value.
    case common(String)
    /// A part in brackets that only a developer can replace.
    case brackets(String)

    /// Creates the placeholder that `text` in `manifest` is or contains; `nil` if there is none.
    package init?(_ text: String, in manifest: Manifest, knowledge: Knowledge) {
        if let form = knowledge.sdkScheme(showing: text) {
            self = .sdk(form)
            return
        }
        // A valid scheme contains no brackets and nothing that must be stripped first.
        var head = text
        var valueName: String?
        if !SchemeGrammar.isScheme(text) {
            head = SchemeTextCleanup.withoutRest(SchemeTextCleanup.trimmed(text))
            valueName = Self.valueName(in: head)
            if let form = knowledge.sdkScheme(showing: head) ?? valueName.flatMap(knowledge.sdkScheme(showing:)) {
                self = .sdk(form)
                return
            }
            if let part = Self.bracketed(in: head) {
                self = .brackets(part)
                return
            }
        }
        let name =
            knowledge.placeholder(head, .name) ?? Self.foreignDomain(of: head, in: manifest, knowledge: knowledge)
        guard let found = name?.text ?? Self.word(in: head, knowledge: knowledge) ?? valueName,
            // A sample app may be called com.example.app. Text that contains the app's own identifier was chosen on
            // purpose.
            !manifest.containsBundleIdentifier(head)
        else { return nil }
        self = .common(found)
    }

    /// Returns the tutorial domain that `text` begins with; `nil` if the app's own identifier begins with it too.
    private static func foreignDomain(
        of text: String,
        in manifest: Manifest,
        knowledge: Knowledge
    ) -> SchemePlaceholder? {
        let domain = domain(of: text)
        guard let found = knowledge.placeholder(domain, .domain) else { return nil }
        if case .known(let identifier) = manifest.app,
            ByteString(Self.domain(of: identifier.string)) == ByteString(domain.asciiLowercased)
        {
            return nil
        }
        return found
    }

    /// Returns the first two parts between dots.
    private static func domain(of text: String) -> String {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text }
        let rest = text.utf8[text.utf8.index(after: dot)...]
        return rest.firstIndex(of: UInt8(ascii: ".")).map { String(text[..<$0]) } ?? text
    }

    /// Returns the first part in `<…>`, `[…]` or `{…}`, brackets included. `$[…]` and `{{…}}` are build variables.
    private static func bracketed(in text: String) -> String? {
        let closing: [UInt8: UInt8] = [
            UInt8(ascii: "<"): UInt8(ascii: ">"), UInt8(ascii: "["): UInt8(ascii: "]"),
            UInt8(ascii: "{"): UInt8(ascii: "}"),
        ]
        guard VariableReference.first(in: text) == nil,
            let open = text.utf8.firstIndex(where: { closing[$0] != nil }), let wanted = closing[text.utf8[open]],
            let close = text.utf8[open...].firstIndex(of: wanted), text.utf8.distance(from: open, to: close) > 1
        else { return nil }
        return String(text[open...close])
    }

    /// Returns the name of a value in capitals at the end of `text`: `GOOGLE_CLIENT_ID` in `com.acme.GOOGLE_CLIENT_ID`. After a
    /// `$`, it is a variable in the wrong form.
    private static func valueName(in text: String) -> String? {
        let bytes = text.utf8
        let end = bytes.lastIndex { !(0x41...0x5A).contains($0) && !$0.isDigit && $0 != UInt8(ascii: "_") }
        let name = String(text[(end.map(bytes.index(after:)) ?? bytes.startIndex)...])
        let words = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard end.map({ bytes[$0] }) != UInt8(ascii: "$"), words.count > 1,
            words[0].first.map({ (0x41...0x5A).contains($0) }) == true, let last = words.last,
            values.contains(String(Substring(last)))
        else { return nil }
        return name
    }

    /// The last words of names of values.
    private static let values: Set<String> = ["ID", "IDENTIFIER", "KEY", "NAME", "SCHEME", "TOKEN", "URL"]

    /// Returns the first word of `text` that is an instruction to the developer.
    ///
    /// A word is a run of letters in which no lower-case letter is followed by an upper-case one: `YOUR_APP` and
    /// `yourApp` contain the word, but `yourmoney` and `YOURSTORY` are different words.
    private static func word(in text: String, knowledge: Knowledge) -> String? {
        let bytes = text.utf8
        var start = bytes.startIndex
        var last: UInt8 = 0
        var areAllX = true
        func word(endingAt end: String.Index) -> String? {
            guard bytes.distance(from: start, to: end) >= 4 else { return nil }
            let candidate = String(text[start..<end])
            return areAllX || knowledge.placeholder(candidate, .word) != nil ? candidate : nil
        }
        for index in bytes.indices {
            let byte = bytes[index]
            let isUpper = (0x41...0x5A).contains(byte)
            let isLower = (0x61...0x7A).contains(byte)
            let isHump = isUpper && (0x61...0x7A).contains(last)
            if isHump || !isUpper && !isLower {
                if let found = word(endingAt: index) { return found }
                start = isHump ? index : bytes.index(after: index)
                areAllX = true
            }
            if isUpper || isLower { areAllX = areAllX && byte | 0x20 == UInt8(ascii: "x") }
            last = byte
        }
        return word(endingAt: bytes.endIndex)
    }
}
