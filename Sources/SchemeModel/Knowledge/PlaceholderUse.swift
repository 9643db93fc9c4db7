/// A placeholder that was left where a scheme should be: one from an SDK's page, a name from a tutorial, or words that tell
/// the reader what to write.
package enum PlaceholderUse {
    /// What the pages of an SDK show.
    case sdk(SDKScheme)
    /// A name or word that tutorials use.
    case common(String)
    /// A part in brackets, which nothing but a person replaces.
    case brackets(String)

    /// The placeholder that `text` is or holds, in `manifest`; `nil` where it is something else.
    package init?(_ text: String, in manifest: Manifest, knowledge: Knowledge) {
        if let form = knowledge.sdkScheme(showing: text) {
            self = .sdk(form)
            return
        }
        // What is a scheme has nothing around it that would have to be taken off first, and no brackets.
        var head = text
        if !SchemeGrammar.isScheme(text) {
            head = WrittenScheme.withoutRest(WrittenScheme.trimmed(text))
            if let form = knowledge.sdkScheme(showing: head) {
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
        guard let found = name?.text ?? Self.word(in: head, knowledge: knowledge),
            // A sample app may well be called com.example.app; what contains its own identifier was chosen, not left over.
            !manifest.containsBundleIdentifier(head)
        else { return nil }
        self = .common(found)
    }

    /// The domain from a tutorial that `text` begins with; `nil` where the app's own identifier begins with it too, since
    /// those who have it chose it.
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

    /// The first two parts between dots.
    private static func domain(of text: String) -> String {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text }
        let rest = text.utf8[text.utf8.index(after: dot)...]
        return rest.firstIndex(of: UInt8(ascii: ".")).map { String(text[..<$0]) } ?? text
    }

    /// The first part in `<…>`, `[…]` or `{…}`, brackets included. `$[…]` and `{{…}}` are variables of a build.
    private static func bracketed(in text: String) -> String? {
        let closing: [UInt8: UInt8] = [
            UInt8(ascii: "<"): UInt8(ascii: ">"), UInt8(ascii: "["): UInt8(ascii: "]"),
            UInt8(ascii: "{"): UInt8(ascii: "}"),
        ]
        guard Variable.first(in: text) == nil,
            let open = text.utf8.firstIndex(where: { closing[$0] != nil }), let wanted = closing[text.utf8[open]],
            let close = text.utf8[open...].firstIndex(of: wanted), text.utf8.distance(from: open, to: close) > 1
        else { return nil }
        return String(text[open...close])
    }

    /// The first word of `text` that tells the reader what to write.
    ///
    /// A word is a run of letters in which no lower-case letter is followed by an upper-case one: `YOUR_APP` and
    /// `yourApp` have the word, `yourmoney` and `YOURSTORY` are words of their own.
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
