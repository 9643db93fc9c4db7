import TestSupport

/// A manifest with headers and flags, made from a seed: a property list with odd values and lines, or mere pieces.
struct PreprocessorCase {
    /// By path.
    private(set) var files: [String: String] = [:]
    private(set) var flags: [String] = []

    static let manifest = "Info.plist"

    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        files[Self.manifest] = seed.isMultiple(of: 2) ? plist() : text(pieces: 8)
        for name in ["a.h", "b.h", "pre.h", "sub/a.h", "sub/c.h", "inc/d.h"] { files[name] = header() }
        flags = makeFlags()
    }

    // MARK: Pieces

    private static let fragments = [
        "<string>", "</string>", "<key>", "</key>", "<true/>", "<dict>", "</dict>", "  ", "\t", "\t\t", " ", "\n", "\n",
        "\n", "\n\n", "A", "B", "EMPTY", "NAME", "NUM", "DASH", "URL", "F(a)", "F",
        ".", "-", "+", "=", "(", ")", ",", "//", "/* c */", "/*c*/",
        "// c", "\"", "'", "\"A\"", "'A'", "don't", "it's", "$", "$(A)", "${NAME}", "&amp;", "1", "1.0", "1e+", ".5",
        "x", "y", "<!-- a -->", "<!--", "-->", ":", "://", "https://a.b", "é", "“", "”", "—", "\u{A0}", "\\", "\\\n",
        "@",
        "`", "#", "##", "%", "<:", "...", "..", "->", ">>", "<<=", "\r\n", "L\"a\"", "u8\"x\"", "_",
        "__FOO", "\u{B}", "*/", "/**/", "/*\n*/", "a/b", "image/*",
    ]

    private static let values = [
        "wallet", "NAME", "NAME.wallet", "acme-NAME", "$(PRODUCT_NAME)", "NAME://pay", "https://x.y/z", "Don't ask",
        "A  B", "say \"NAME\"", "DASH-DASH", "NUM.NUM", "fb123NUM", "image/*", "a // b", "EMPTY", "x EMPTY y",
        "é NAME", "NAME_X", "A &amp; B", "", "EMPTYEMPTY", "B NUM NUM", "v.NUM", "NUM.v", "com.acme.A-B",
        "/* hidden */x", "a/*b*/c",
    ]

    private static let conditions = [
        "1", "0", "A", "NUM", "NUM > 1", "defined A", "defined(A) && NUM", "!defined(NAME)", "NUM == 1 || B",
        "(NUM + 1) * 2 >= 4",
        "-1 < 0", "1 ||", "( 1", "0x1F == 31", "F", "EMPTY", "1 == 1 == 1", "!!NUM", "-NUM + 2", "NUM - 3 < 0", "1L",
        "NUM >= 1 && NUM != 2", "NAME", "+NUM",
    ]

    private static let definitions = [
        "A=alpha", "B=[A]", "EMPTY=", "NAME=com.acme", "NUM=1", "NUM=0", "NUM=2", "NUM=0x10", "DASH=-x",
        "URL=https://a.b/c", "F(x)=<x>",
    ]

    private static let bodies = [
        "x", "y", "-", "B", ",", "(", ")", "x x", "-x", "\"x\"",
    ]

    private mutating func some(_ elements: [String], upTo count: Int, _ separator: String = "") -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in random.pick(elements) }.joined(separator: separator)
    }

    private mutating func directive(depth: Int = 0) -> String {
        let hash = random.pick(["#", "#", "#", " #", "# ", "\t#  "])
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5:
            let body = some(Self.fragments, upTo: 4).filter { $0 != "\n" && $0 != "\r" && $0 != "\r\n" }
            return hash + "define \(random.pick(["A", "B", "NAME", "x", "EMPTY"])) \(body)\n"
        case 5: return hash + "define F(x\(random.pick(["", ",y", ",..."]))) \(some(Self.bodies, upTo: 4, " "))\n"
        case 6: return hash + "undef \(random.pick(["A", "B", "NAME", "F"]))\n"
        case 7:
            return hash + "include \(random.pick(["\"a.h\"", "\"a.h\" ", "<a.h>", "\"b.h\"", "\"sub/c.h\""]))\n"
        case 8:
            let others = [
                "", "warning w", "pragma once", "pragma mark - x", "line 7", " ", "12", "error e", "nonsense",
            ]
            return hash + random.pick(others) + "\n"
        default: return depth > 3 ? "\n" : group(hash, depth: depth)
        }
    }

    private mutating func group(_ hash: String, depth: Int) -> String {
        let names = ["A", "B", "EMPTY", "NAME", "F", "x"]
        let opening = random.pick([
            "if \(random.pick(Self.conditions))", "ifdef \(random.pick(names))", "ifndef \(random.pick(names))",
        ])
        var text = hash + opening + random.pick(["\n", "\n", " // c\n", " /* c */\n"]) + self.text(depth: depth + 1)
        while random.once(in: 3) {
            text +=
                hash + random.pick(["elif \(random.pick(Self.conditions))", "elif defined \(random.pick(names))"])
                + "\n"
            text += self.text(depth: depth + 1)
        }
        if random.once(in: 3) { text += hash + "else\n" + self.text(depth: depth + 1) }
        return random.once(in: 30) ? text : text + random.pick(["#endif\n", "# endif // x\n", "  #endif\n"])
    }

    private mutating func piece(depth: Int) -> String {
        guard random.once(in: 4) else { return random.pick(Self.fragments) + some(Self.fragments, upTo: 5) }
        return random.pick(["\n", "\n", ""]) + directive(depth: depth)
    }

    private mutating func text(pieces: Int = 4, depth: Int = 0) -> String {
        (0..<Int.random(in: 0...pieces, using: &random)).map { _ in piece(depth: depth) }.joined()
    }

    private mutating func header() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "#define NAME com.acme\n"
        case 1: "#define A aa\n#define B https://a.b\n"
        case 2: "#pragma once\n#define A a\n"
        case 3: directive(depth: 3) + text(pieces: 2, depth: 3)
        default: ""
        }
    }

    private mutating func plist() -> String {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
            "<plist version=\"1.0\">", "<dict>",
        ]
        for _ in 0..<Int.random(in: 2...12, using: &random) {
            let indent = random.pick(["\t", "\t\t", "  ", "    ", ""])
            let value = random.pick(Self.values)
            lines.append(indent + "<key>\(random.pick(["CFBundleName", "A", "K.NAME"]))</key>")
            let string = "<string>\(value)</string>"
            let others = ["<true/>", "<array>", "<!-- \(value) -->", "<integer>NUM</integer>"]
            lines.append(indent + random.pick([string, string, string] + others))
            if random.once(in: 3) { lines.append(String(directive().dropLast())) }
        }
        return (lines + ["</dict>", "</plist>", ""]).joined(separator: random.pick(["\n", "\n", "\n", "\r\n"]))
    }

    private mutating func makeFlags() -> [String] {
        var flags: [String] = []
        for _ in 0..<Int.random(in: 0...7, using: &random) {
            let definition = random.pick(Self.definitions)
            flags += random.once(in: 5) ? ["-D", definition] : ["-D" + definition]
        }
        if random.once(in: 5) { flags.append("-U" + random.pick(["A", "B", "NAME"])) }
        if random.once(in: 2) {
            let modes = ["-C", "-CC", "-traditional", "-traditional-cpp", "-P", "-w", "-Wall"]
            flags.append(random.pick(modes))
            if random.once(in: 4) { flags.append(random.pick(modes)) }
        }
        if random.once(in: 4) { flags += ["-include", "pre.h"] }
        if random.once(in: 3) { flags += random.pick([["-Isub"], ["-I", "inc"]]) }
        return flags
    }
}
