import Foundation
import SchemeModel

/// The result of a quick scan of a Swift file, so that only relevant files are parsed.
///
/// It may have false positives, since words in comments and strings count, too. The only known calls that it passes over are
/// `open (url)` with a space in an extension of `UIApplication`, and `urls.forEach(open)` there.
final class FileScan: Sendable {
    /// The relevant words in the file.
    let words: Words
    /// The sorted hashes of declared names, combined with their kinds: types and functions anywhere, and variables at
    /// the start of a line.
    private let declared: [UInt64]
    /// A Bloom filter of the words in the file. Its number of bits is a power of two.
    private let filter: [UInt64]

    /// The bytes of memory that the file's syntax tree takes at most.
    ///
    /// Counts words and signs, including those in comments and strings. The trees of real code take a quarter of that.
    let treeBytes: Int

    /// Words that occur in all senders and handlers.
    struct Words: OptionSet, Sendable {
        let rawValue: UInt32

        /// A word that is sufficient alone.
        static let sure = Words(rawValue: 1 << 0)
        static let open = Words(rawValue: 1 << 1)
        /// An object with a function `open`.
        static let opener = Words(rawValue: 1 << 2)
        static let link = Words(rawValue: 1 << 3)
        static let destination = Words(rawValue: 1 << 4)
        static let activity = Words(rawValue: 1 << 5)
        static let continuation = Words(rawValue: 1 << 6)
        static let main = Words(rawValue: 1 << 7)
        static let app = Words(rawValue: 1 << 8)
        /// A call of a member `open` with arguments.
        static let openCall = Words(rawValue: 1 << 9)
        static let openURL = Words(rawValue: 1 << 10)
        /// A usual name of a delegate, other than to get at its members.
        static let delegate = Words(rawValue: 1 << 11)
    }

    /// Whether the file can contain a sender, a handler, a widget or the app's entry point.
    var isRelevant: Bool {
        !words.isDisjoint(with: [.sure, .openCall, .delegate]) || words.isSuperset(of: [.open, .opener])
            || words.isSuperset(of: [.link, .destination])
            || words.isSuperset(of: [.activity, .continuation]) || words.isSuperset(of: [.main, .app])
    }

    /// Whether the file can contain a function that passes a URL on to the system.
    var canForward: Bool { words.isSuperset(of: [.open, .opener]) || words.isSuperset(of: [.openURL, .opener]) }

    /// Returns the hash of `name` for ``declares(_:as:)``.
    static func hash(_ name: String) -> UInt64 { hash(name.utf8) }

    /// Returns the hash of the name with these bytes.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        name.reduce(offsetBasis) { ($0 ^ UInt64($1)) &* prime }
    }

    /// The kind of a declaration.
    enum DeclarationKind: UInt64, Sendable {
        /// A type, an extension or a type alias.
        case type = 1
        case function
        case variable

        /// Returns a hash that depends on the name's hash and on the kind.
        fileprivate func mark(_ hash: UInt64) -> UInt64 { (hash ^ rawValue) &* FileScan.prime }
    }

    /// Whether the file declares the name with this hash as this kind. Hash collisions are possible.
    func declares(_ name: UInt64, as kind: DeclarationKind) -> Bool {
        let hash = kind.mark(name)
        var (low, high) = (0, declared.count)
        while low < high {
            let middle = (low + high) / 2
            if declared[middle] < hash { low = middle + 1 } else { high = middle }
        }
        return low < declared.count && declared[low] == hash
    }

    /// Whether the file can contain the word with this hash.
    func canContain(_ hash: UInt64) -> Bool {
        let bit = Int(truncatingIfNeeded: hash >> 20) & (filter.count * 64 - 1)
        return filter[bit / 64] & (1 << UInt64(bit % 64)) != 0
    }

    /// Mutating methods of the types that links are made from.
    static let mutating: Set<String> = [
        "append", "appendPathComponent", "appendPathExtension", "insert", "removeAll", "removeFirst", "removeLast",
        "replaceSubrange", "standardize", "toggle",
    ]

    /// The keywords that start the declaration of a type that can inherit from another one, or of an extension.
    static let typeKeywords = ["struct", "class", "enum", "actor", "extension"]

    /// Scans `bytes` in one pass.
    init(_ bytes: [UInt8]) {
        var words: Words = []
        var treeBytes = 4_096
        var names: [UInt64] = []
        // About two bits for each byte of code give at least four for each distinct word.
        var size = 16
        while size < bytes.count / 32, size < 1 << 14 { size *= 2 }
        var bits = [UInt64](repeating: 0, count: size)
        let mask = size * 64 - 1
        let table = Self.table
        bytes.withUnsafeBufferPointer { text in
            var index = 0
            var lineStart = 0
            // The declaration whose name comes next, and whether the name continues after a dot (`extension A.B`).
            var pending: DeclarationKind?
            while index < text.count {
                guard Self.isWord(text[index]) else {
                    if text[index] > 0x20 { treeBytes += TokenBytes.sign(text[index]) }
                    if text[index] == 0x0A || text[index] == 0x0D { lineStart = index + 1 }
                    index += 1
                    continue
                }
                let start = index
                var hash = Self.offsetBasis
                while index < text.count, Self.isWord(text[index]) {
                    hash = (hash ^ UInt64(text[index])) &* Self.prime
                    // Each character that isn't ASCII may be an operator.
                    if text[index] >= 0xC0 { treeBytes += 2 * TokenBytes.word }
                    index += 1
                }
                let bit = Int(truncatingIfNeeded: hash >> 20) & mask
                bits[bit / 64] |= 1 << UInt64(bit % 64)
                let declaration = pending
                if let keyword = pending {
                    names.append(keyword.mark(hash))
                    let isQualified = keyword == .type && index < text.count && text[index] == UInt8(ascii: ".")
                    pending = isQualified ? keyword : nil
                    if isQualified { continue }
                }
                let meaning = table.meaning(of: hash)
                treeBytes += meaning.isKeyword ? TokenBytes.keyword : TokenBytes.word
                switch meaning {
                // Only the attribute `@main` is an entry point. The word is in many files.
                case .word(.main) where start == 0 || text[start - 1] != UInt8(ascii: "@"): break
                // Mocks are full of declarations of `open`.
                case .word(.open) where declaration == .function || !Self.mayBeUsed(start..<index, in: text): break
                case .word(.delegate) where Self.onlyLeadsToMember(start..<index, in: text): break
                case .word(let word):
                    words.insert(word)
                    if word == .open, start > 0, text[start - 1] == UInt8(ascii: "."), index + 1 < text.count,
                        text[index] == UInt8(ascii: "("), text[index + 1] != UInt8(ascii: ")")
                    {
                        words.insert(.openCall)
                    }
                case .declaration(.variable):
                    let isAtMargin = lineStart < text.count && text[lineStart] != 0x20 && text[lineStart] != 0x09
                    pending = isAtMargin && start >= lineStart ? .variable : nil
                case .declaration(let kind): pending = kind
                case .keyword, .none: break
                }
            }
        }
        names.sort()
        var declared: [UInt64] = []
        declared.reserveCapacity(names.count)
        for name in names where name != declared.last { declared.append(name) }
        (self.words, self.declared, self.treeBytes, filter) = (words, declared, treeBytes, bits)
    }

    /// Whether a word may be a member, the name of a function that is called, or a label, rather than a word of a comment.
    private static func mayBeUsed(_ word: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if word.lowerBound > 0, text[word.lowerBound - 1] == UInt8(ascii: ".") { return true }
        let next = text[word.upperBound...].prefix(2)
        guard let first = next.first else { return false }
        // `application(_:open url: URL)`
        return "({:".utf8.contains(first) || first == 0x20 && next.count == 2 && isWord(next[word.upperBound + 1])
    }

    /// Whether the name of a type is only used to get at a member of it, or of an object that is cast to it.
    private static func onlyLeadsToMember(_ word: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if word.upperBound < text.count, text[word.upperBound] == UInt8(ascii: ".") { return true }
        return word.lowerBound >= 4
            && ["as? ", "as! "].contains { text[word.lowerBound - 4..<word.lowerBound].elementsEqual($0.utf8) }
    }

    // FNV-1a, 64 bits: simple, and good enough to choose files.
    private static let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    /// Whether `byte` can be part of a name.
    static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte.isDigit || byte == 0x5F || byte >= 0x80
    }

    private enum WordClass: Sendable, Equatable {
        case word(Words)
        case declaration(DeclarationKind)
        /// Another keyword after which the parser expects much.
        case keyword
        case none

        var isKeyword: Bool {
            switch self {
            case .declaration, .keyword: true
            case .word, .none: false
            }
        }
    }

    private static let table = Table([
        (
            .word(.sure),
            [
                "widgetURL", "onOpenURL", "openURLContexts", "handleOpen", "handleOpenURL", "canOpenURL",
                "OpenURLIntent",
                "ActivityConfiguration", "StaticConfiguration", "IntentConfiguration", "AppIntentConfiguration",
                "ActivityAttributes", "kAEGetURL", "ASWebAuthenticationSession", "SFAuthenticationSession",
                "webAuthenticationSession", "webAuth", "callbackURLScheme", "callbackUrlScheme", "callbackScheme",
                "onContinueUserActivity", "willConnectTo", "didFinishLaunchingWithOptions",
                "configurationForConnecting",
                "UIApplicationDelegate", "NSApplicationDelegate", "UIWindowSceneDelegate", "UISceneDelegate",
                "WKApplicationDelegate", "WKExtensionDelegate", "UIApplicationDelegateAdaptor",
                "NSApplicationDelegateAdaptor", "UIApplicationMain", "NSApplicationMain", "FlutterAppDelegate",
                "RCTAppDelegate", "ExpoAppDelegate", "CDVAppDelegate", "CPTemplateApplicationSceneDelegate",
            ]
        ),
        (.word(.delegate), ["AppDelegate", "SceneDelegate"]),
        (.word([.sure, .openURL]), ["openURL"]),
        (.word(.open), ["open"]),
        (.word(.opener), ["UIApplication", "NSWorkspace", "NSApplication", "extensionContext"]),
        (.word(.link), ["Link"]),
        (.word(.destination), ["destination"]),
        (.word(.activity), ["NSUserActivity"]),
        (.word(.main), ["main"]),
        (.word(.app), ["App"]),
        (.word(.continuation), ["continue", "handle"]),
        (.declaration(.type), ["struct", "class", "enum", "actor", "protocol", "extension", "typealias"]),
        (.declaration(.function), ["func"]),
        (.declaration(.variable), ["let", "var"]),
        (
            .keyword,
            [
                "_originallyDefinedIn", "associatedtype", "backDeployed", "break", "case", "default", "deinit", "do",
                "for",
                "if", "import", "init", "inout", "precedencegroup", "subscript", "while",
            ]
        ),
    ])

    /// A hash table with open addressing. Most words of a file hit an empty slot after one comparison.
    private struct Table: Sendable {
        private var hashes = [UInt64](repeating: 0, count: 1024)
        private var meanings = [WordClass](repeating: .none, count: 1024)

        init(_ entries: [(WordClass, [String])]) {
            for (meaning, names) in entries {
                for name in names {
                    let hash = FileScan.hash(name)
                    var slot = Int(truncatingIfNeeded: hash & 1023)
                    while meanings[slot] != .none { slot = (slot + 1) & 1023 }
                    hashes[slot] = hash
                    meanings[slot] = meaning
                }
            }
        }

        func meaning(of hash: UInt64) -> WordClass {
            var slot = Int(truncatingIfNeeded: hash & 1023)
            while hashes[slot] != 0 {
                if hashes[slot] == hash { return meanings[slot] }
                slot = (slot + 1) & 1023
            }
            return .none
        }
    }
}

extension SourceFile {
    /// Whether `word` occurs in the file as a whole word.
    func contains(word: String) -> Bool { find(word) != nil }

    /// Whether `name` is used other than as a declaration, a call or a label.
    func usesAsValue(_ name: String) -> Bool {
        find(name) { range in
            let next = bytes[range.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
            return next.map { !Array("(:{<".utf8).contains($0) } ?? true
        } != nil
    }

    /// Whether `name` is used as a member.
    func mentionsMember(_ name: String) -> Bool {
        find(name) { $0.lowerBound > 0 && bytes[$0.lowerBound - 1] == UInt8(ascii: ".") } != nil
    }

    /// Whether something called `name` may be called, judging by what follows it.
    func calls(_ name: String) -> Bool {
        find(name) { range in
            let next = bytes[range.upperBound...].first { !" \t\r\n?!`".utf8.contains($0) }
            return next.map { "({</".utf8.contains($0) } ?? false
        } != nil
    }

    /// Whether a function `name` may be called with a first argument labeled `label`; `nil` for an unlabeled one.
    func calls(_ name: String, label: String?) -> Bool {
        let label = label.map { Array($0.utf8) }
        return find(name) { range in
            guard range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: "(") else { return false }
            let rest = bytes[(range.upperBound + 1)...].drop { " \t\r\n".utf8.contains($0) }
            guard let label else { return rest.first != UInt8(ascii: ")") }
            return rest.starts(with: label)
                && rest.dropFirst(label.count).drop { $0 == 0x20 }.first == UInt8(ascii: ":")
        } != nil
    }

    /// Whether a type or an extension may be declared to inherit from `name` or to conform to it: in the text between the last
    /// brace and `name`, a keyword for types comes before a colon.
    func mayInherit(from name: String) -> Bool {
        find(name) { range in
            let start = bytes[..<range.lowerBound].lastIndex { "{}".utf8.contains($0) } ?? 0
            let before = bytes[start..<range.lowerBound]
            guard let colon = before.lastIndex(of: UInt8(ascii: ":")) else { return false }
            return before[..<colon].split { !FileScan.isWord($0) }.contains { word in
                FileScan.typeKeywords.contains { word.elementsEqual($0.utf8) }
            }
        } != nil
    }

    /// Whether code may compare the member `name` of a value with something, or with its beginning.
    func compares(member name: String) -> Bool {
        let signs = ["==", "!=", ".hasPrefix(", ".starts(", ".lowercased("].map { Array($0.utf8) }
        return find(name) { range in
            guard range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ".") else { return false }
            // `!=` begins like an unwrapped value.
            var rest = bytes[range.upperBound...]
            if let first = rest.first, "?!".utf8.contains(first) { rest = rest.dropFirst() }
            rest = rest.drop { " \t\r\n".utf8.contains($0) }
            return signs.contains { rest.starts(with: $0) }
        } != nil
    }

    /// Whether code may change something called `name`. Unless `isBare`, only as a member of a value.
    func changes(_ name: String, isBare: Bool) -> Bool {
        find(name) { range in
            // The whole of `&a.b.name`, from after its ampersand.
            let before = bytes[..<range.lowerBound].reversed().prefix(256)
            let way = before.prefix { FileScan.isWord($0) || $0 == UInt8(ascii: ".") }
            if let mark = before.dropFirst(way.count).first, "&$".utf8.contains(mark) { return true }
            guard isBare || way.first == UInt8(ascii: ".") else { return false }
            let rest = bytes[range.upperBound...].drop { " \t\r\n?!".utf8.contains($0) }
            switch rest.first {
            case UInt8(ascii: "."):
                let word = rest.dropFirst().prefix { FileScan.isWord($0) }
                return FileScan.mutating.contains { word.elementsEqual($0.utf8) }
            case UInt8(ascii: "+"): return rest.dropFirst().first == UInt8(ascii: "=")
            case UInt8(ascii: "="):
                guard way.isEmpty else { return rest.dropFirst().first != UInt8(ascii: "=") }
                // A declaration initializes its own variable.
                let word = before.drop { " \t".utf8.contains($0) }.prefix { FileScan.isWord($0) }
                let isDeclared = ["let", "var", "case"].contains { word.elementsEqual($0.utf8.reversed()) }
                return !isDeclared && rest.dropFirst().first != UInt8(ascii: "=")
            default: return false
            }
        } != nil
    }

    /// The schemes of the URLs that the file makes from a literal with nothing after the scheme: `URL(string: "wallet://")`.
    var bareURLSchemes: Set<String> {
        let start = Array("(string: \"".utf8)
        var found: Set<String> = []
        _ = find("URL") { range in
            let rest = bytes[range.upperBound...]
            guard rest.starts(with: start), found.count < Self.names else { return false }
            let scheme = rest.dropFirst(start.count).prefix { FileScan.isWord($0) || "+-.".utf8.contains($0) }
            let end = bytes[scheme.endIndex...]
            if end.starts(with: ":\"".utf8) || end.starts(with: "://\"".utf8) {
                found.insert(String(decoding: scheme, as: UTF8.self))
            }
            return false
        }
        return found
    }

    /// Returns the names that directly follow `mark`, which begins with `@`, without duplicates or order.
    func names(after mark: String) -> Set<String> {
        let mark = Array(mark.utf8)
        var found: Set<String> = []
        bytes.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            var index = 0
            while index + mark.count < text.count,
                let hit = memchr(base + index, Int32(UInt8(ascii: "@")), text.count - mark.count - index)
            {
                index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
                if memcmp(base + index, mark, mark.count) == 0 {
                    let name = text[(index + mark.count)...].prefix { FileScan.isWord($0) }
                    if found.count < Self.names { found.insert(String(decoding: name, as: UTF8.self)) }
                }
                index += 1
            }
        }
        return found
    }

    /// The maximum number of names to find in one file.
    private static let names = 10_000

    /// Returns the offset of the first occurrence of `word` as a whole word for which `condition` holds.
    func find(_ word: String, where condition: (Range<Int>) -> Bool = { _ in true }) -> Int? {
        let needle = Array(word.utf8)
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        return bytes.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return nil }
            var index = 0
            // The system's search for one byte is far faster than a loop.
            while index <= text.count - needle.count,
                let hit = memchr(base + index, Int32(first), text.count - needle.count - index + 1)
            {
                index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
                let range = index..<index + needle.count
                if memcmp(base + index, needle, needle.count) == 0,
                    index == 0 || !FileScan.isWord(text[index - 1]),
                    range.upperBound == text.count || !FileScan.isWord(text[range.upperBound]),
                    condition(range)
                {
                    return index
                }
                index += 1
            }
            return nil
        }
    }
}
