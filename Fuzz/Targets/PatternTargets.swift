import SchemeModel
import SchemeReports

extension FuzzTarget {
    /// Patterns and paths, compared with the reference implementations.
    static let patterns = [
        FuzzTarget(
            "glob",
            "a pattern of paths and, on the next line, a path",
            dictionary: .line,
            longestInput: 64,
            seeds: Seeds(texts: [
                "Tests\nApp/Tests/Info.plist", "*.app\na/Foo.app/x", "a/**/c\na/x/y/c", "**/c\nc", "/a/b\na/b",
                "[!A-C]x\nDx", "a\\*\na*", "x[\nx[", "***/?b/**\nx/ab/", "[]a]\n]", "a/*/[a-]\na/b/-",
            ])
        ) { bytes in
            let (pattern, path) = bytes.cut
            let glob = Glob(Path(bytes: pattern))
            let matches = glob.matches(Path(bytes: path))
            try require(matches == NaiveGlob(pattern).matches(path), "the pattern says \(matches)")
            // A pattern covers a path if it matches the path or an enclosing folder.
            let folders = path.indices.filter { path[$0] == Path.separator }.map { path[..<$0] } + [path[...]]
            let holds = folders.contains { NaiveGlob(pattern).matches(Array($0)) }
            try require(glob.holds(Path(bytes: path)) == holds, "the pattern holds the path: \(!holds)")
            let own = Glob(Glob.escaped(Path(bytes: path)))
            // `.` names no file.
            if !path.isEmpty, path != Array(".".utf8), path.first != Path.separator, path.last != Path.separator {
                try require(own.matches(Path(bytes: path)), "escaped, the path does not match itself")
            }
        },
        FuzzTarget(
            "scheme-pattern",
            "a pattern of schemes and, on the next line, a scheme",
            dictionary: .line,
            longestInput: 128,
            seeds: Seeds(
                texts: [
                    "fb<digits>\nfb123", "kakao<alnum:32>\nkakaoaa", "msauth.<bundle-id>\nmsauth.com.a-b",
                    "a<hex:8+>z\na01234567z",
                    "<any:0+>\na+b", "<any:0+><any:0+>x<digits:0+>\nx", "a<digits:63>\na1",
                ]
            )
        ) { bytes in
            let (pattern, scheme) = bytes.cut
            let text = String(decoding: pattern, as: UTF8.self)
            guard let compiled = SchemePattern(text) else { return }
            let key = SchemeKey(String(decoding: scheme, as: UTF8.self))
            guard let naive = NaiveSchemePattern(Array(text.utf8)) else { throw Violation("'\(text)' is no pattern") }
            let matches = compiled.matches(key)
            try require(matches == naive.matches(Array(key.text.string.utf8)), "the pattern says \(matches)")
        },
        FuzzTarget(
            "url-pattern",
            "parts of a URL, a line each",
            dictionary: .line,
            longestInput: 16_384,
            seeds: Seeds(texts: [
                "a://b", "a\n:\n//b", "A+b.c-1:x\n?", "é:\n", ":\na", "a:\u{0}b",
            ])
        ) { bytes in
            var pattern = URLPattern()
            // An empty line is a hole without a name, and one that begins with a brace is a hole with a name.
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                let text = String(decoding: line, as: UTF8.self)
                pattern.append(line.isEmpty ? .hole(nil) : text.hasPrefix("{") ? .hole(text) : .literal(text))
            }
            try require(pattern.parts.count <= 65, "\(pattern.parts.count) parts")
            let known = pattern.parts.map { if case .literal(let text) = $0 { text.utf8.count } else { 0 } }
            try require(known.reduce(0, +) <= 8 * 1024, "\(known.reduce(0, +)) bytes of known text")
            for (part, next) in zip(pattern.parts, pattern.parts.dropFirst()) {
                switch (part, next) {
                case (.literal, .literal), (.hole, .hole): throw Violation("two parts that should be one")
                default: break
                }
            }
            if let spelling = pattern.schemeSpelling {
                try require(
                    SchemeGrammar.isScheme(spelling) && pattern.text.utf8.starts(with: "\(spelling):".utf8),
                    "the scheme '\(spelling)'"
                )
            }
        },
        FuzzTarget(
            "path",
            "a path and, on the next line, a folder",
            dictionary: .line,
            longestInput: 256,
            seeds: Seeds(texts: [
                "/a/./b/../c\n/a", "..\n.", "a//b/\na", "\\xE9é\\x5C\n/", "/..\n/", "a/b\na/b",
            ])
        ) { bytes in
            let (path, folder) = (Path(bytes: bytes.cut.0), Path(bytes: bytes.cut.1))
            try require(path.normalized == path.normalized.normalized, "normalized twice it is another")
            try require(try undisplayed(path.display) == path.bytes, "'\(path.display)' is the text of another path")
            if let rest = path.relative(to: folder), !rest.isAbsolute, !folder.bytes.isEmpty {
                try require(
                    folder.appending(rest).components == path.components,
                    "'\(rest)' in '\(folder)' is not '\(path)'"
                )
            }
            for scalar in TextEscape.escaped(path.display).unicodeScalars {
                try require(!TextEscape.isUnsafe(scalar), "\(TextEscape.escape(scalar)) is not escaped")
            }
        },
        FuzzTarget(
            "escape",
            "a text that is printed",
            dictionary: .line,
            longestInput: 512,
            seeds: Seeds(texts: [
                "a\u{1B}[0m", " ::error::x", "##[group]x", "##vso[x]", "\u{202E}a\u{2028}", "\u{2800}\u{E0001}\u{FE0F}",
                "#\u{301}#[a]", " \u{301} ::a", "::\u{301}a::", "##[\u{301}a]",
            ])
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let escaped = TextEscape.escaped(text)
            for scalar in escaped.unicodeScalars {
                try require(!TextEscape.isUnsafe(scalar), "\(TextEscape.escape(scalar)) is not escaped")
            }
            try BuildServices.check(escaped)
            try require(TextEscape.escaped(escaped) == escaped, "escaped twice it is another: \(escaped)")
            let cut = TextEscape.escaped(text, limit: 20)
            try require(cut.utf8.count <= 20 * 10 + 3, "cut to 20 characters it has \(cut.utf8.count) bytes")
            try BuildServices.check(cut)
        },
    ]

    /// Returns the bytes of a path that is displayed as `text`.
    private static func undisplayed(_ text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), rest.count >= 3,
                let hexadecimal = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16),
                rest.dropFirst().prefix(2).allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
            {
                bytes.append(hexadecimal)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension [UInt8] {
    /// The first line without its line break, and the rest.
    fileprivate var cut: (Self, Self) {
        let parts = split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        return (Self(parts[0]), Self(parts.dropFirst().first ?? []))
    }
}
