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
        /// The attribute `@main`.
        static let main = Words(rawValue: 1 << 7)
        /// A call of a member `open` with arguments.
        static let openCall = Words(rawValue: 1 << 8)
        static let openURL = Words(rawValue: 1 << 9)
        /// A usual name of a delegate, other than to get at its members.
        static let delegate = Words(rawValue: 1 << 10)
    }

    /// Whether the file can contain a sender, a handler, a widget or the app's entry point.
    var isRelevant: Bool {
        !words.isDisjoint(with: [.sure, .openCall, .delegate, .main]) || words.isSuperset(of: [.open, .opener])
            || words.isSuperset(of: [.link, .destination])
            || words.isSuperset(of: [.activity, .continuation])
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
                guard text[index].isWord else {
                    if text[index] > 0x20 { treeBytes += TokenBytes.sign(text[index]) }
                    if text[index] == 0x0A || text[index] == 0x0D { lineStart = index + 1 }
                    index += 1
                    continue
                }
                let start = index
                var hash = Self.offsetBasis
                while index < text.count, text[index].isWord {
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
        return "({:".utf8.contains(first) || first == 0x20 && next.count == 2 && next[word.upperBound + 1].isWord
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
