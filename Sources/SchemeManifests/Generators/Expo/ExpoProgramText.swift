/// The text of a program beside `app.json`, which gets the values of that file as `config`.
enum ExpoProgramText {
    /// Returns whether a program that may change values passes the associated domains of `app.json` on, as far as its text
    /// shows: it copies the values, copies those for iOS wherever it sets any, copies no others and names no domains.
    static func passesDomains(_ bytes: [UInt8]) -> Bool {
        let code = uncommented(bytes).filter { $0 > 0x20 }
        func mentions(_ words: String...) -> Bool { code.firstMention(of: words) != nil }
        // What seems to be a comment may be part of a text.
        for text in [code, bytes.filter { $0 > 0x20 }] {
            guard text.firstMention(of: removing) == nil, keepsIOS(text),
                parts(of: text, around: "...").allSatisfy({
                    $0.before == UInt8(ascii: "[") || $0.after.starts(ofConfig)
                })
            else { return false }
        }
        guard mentions("({config}", "({config,") else { return false }
        let isCopied = parts(of: code, around: "...").contains { _, after in
            let cast = after.starts(casts) ? after.drop { $0 != UInt8(ascii: ")") }.dropFirst() : after.dropFirst(6)
            return after.starts(casts + ["config"]) && cast.starts([",", "}"])
        }
        // Another function may return what it gets under the same name.
        return isCopied
            || mentions("returnconfig;", "returnconfig}")
                && !mentions("(config)", "(config,", "(config:", "(config=", "config=>")
    }

    /// What may replace the configuration or its values for iOS, in code without blanks.
    private static let removing = [
        "associatedDomains", "ntitlements", "Object.assign", "deleteconfig", "getios(", "\\u", "constconfig=",
        "letconfig=", "varconfig=", ";config=", "{config=", ")config=",
    ]
    private static let casts = ["(config)", "(configas"]
    private static let ofConfig = casts + ["config,", "config}", "config.", "config?.", "(config.", "(config?."]
    private static let copiesOfIOS = ["config.ios", "config?.ios"].flatMap { ios in
        ["\(ios),", "\(ios)}", "\(ios)!,", "(\(ios)??{}),", "(\(ios)||{}),"].map { "{...\($0)" }
    }

    /// Whether the code copies the values for iOS wherever it sets them. A variable of this name may have any values.
    private static func keepsIOS(_ code: [UInt8]) -> Bool {
        parts(of: code, around: "ios").allSatisfy { before, after in
            let rest = after.drop { "\"']".utf8.contains($0) }
            let sets = rest.starts([":", "="] + (".\"'".utf8.contains(before ?? 0) ? [] : [",", "}"]))
            return !sets || rest.dropFirst().starts(copiesOfIOS)
        }
    }

    /// Returns what comes before and after each occurrence of `word`.
    private static func parts(of code: [UInt8], around word: String) -> [(before: UInt8?, after: ArraySlice<UInt8>)] {
        code.indices.filter { code[$0...].starts(with: word.utf8) }
            .map { (code[..<$0].last, code[$0...].dropFirst(word.utf8.count)) }
    }

    /// Returns the code without comments, and without what follows `//` and `/*` in texts.
    private static func uncommented(_ bytes: [UInt8]) -> [UInt8] {
        var code: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let end = rest.starts(["//"]) ? "\n" : rest.starts(["/*"]) ? "*/" : ""
            if end.isEmpty { code.append(byte) }
            rest = rest.dropFirst(end.isEmpty ? 1 : 2)
            while !rest.isEmpty, !rest.starts([end]) { rest = rest.dropFirst() }
            rest = rest.dropFirst(end.utf8.count)
        }
        return code
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes start with any of `words`.
    fileprivate func starts(_ words: [String]) -> Bool { words.contains { starts(with: $0.utf8) } }
}
