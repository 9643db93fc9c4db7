import Foundation

/// What a pass over the bytes of a Swift file tells, so that only files that can matter are parsed.
///
/// It errs to one side only: words in comments and strings count, too.
struct FileScan: Sendable {
    /// The words that it contains, of those that senders and receivers cannot do without.
    private(set) var words: Words = []
    /// Hashes of the names that it declares, each changed by its kind, sorted: types and functions anywhere, variables at
    /// the start of a line.
    private var declared: [UInt64] = []
    /// One bit for the hash of each word, in a number of bits that is a power of two: says of most words that are not
    /// in the file that they are not.
    private var filter: [UInt64] = []

    /// Words that senders and receivers cannot do without.
    struct Words: OptionSet, Sendable {
        let rawValue: UInt32

        /// Enough by itself.
        static let sure = Words(rawValue: 1 << 0)
        static let open = Words(rawValue: 1 << 1)
        /// Something that has a function `open`.
        static let opener = Words(rawValue: 1 << 2)
        static let link = Words(rawValue: 1 << 3)
        static let destination = Words(rawValue: 1 << 4)
        static let activity = Words(rawValue: 1 << 5)
        static let continuation = Words(rawValue: 1 << 6)
        static let main = Words(rawValue: 1 << 7)
        static let app = Words(rawValue: 1 << 8)
        /// `open` behind a dot, called with something.
        static let openCall = Words(rawValue: 1 << 9)
        static let openURL = Words(rawValue: 1 << 10)
    }

    /// Whether the file can contain a sender, a receiver, a widget or the beginning of an app.
    var canMatter: Bool {
        words.contains(.sure) || words.contains(.openCall) || words.isSuperset(of: [.open, .opener])
            || words.isSuperset(of: [.link, .destination])
            || words.isSuperset(of: [.activity, .continuation]) || words.isSuperset(of: [.main, .app])
    }

    /// Whether the file can contain a function that hands a URL on to the system.
    var canForward: Bool { words.isSuperset(of: [.open, .opener]) || words.isSuperset(of: [.openURL, .opener]) }

    /// The hash of `name` that ``declares(_:as:)`` takes.
    static func hash(_ name: String) -> UInt64 { hash(name.utf8) }

    /// The hash of the name with these bytes.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        name.reduce(offsetBasis) { ($0 ^ UInt64($1)) &* prime }
    }

    /// What a name is declared as.
    enum Declared: UInt64, Sendable {
        /// A type, an extension or an alias.
        case type = 1
        case function
        case variable

        /// The hash of a name, changed so that the same name as another kind has another one.
        fileprivate func mark(_ hash: UInt64) -> UInt64 { (hash ^ rawValue) &* FileScan.prime }
    }

    /// Whether the file declares the name with this hash as one of this kind, or another with the same hash.
    func declares(_ name: UInt64, as kind: Declared) -> Bool {
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

    /// Functions that change what they are called on, of those that a link is made of.
    static let mutating: Set<String> = [
        "append", "appendPathComponent", "appendPathExtension", "insert", "removeAll", "removeFirst", "removeLast",
        "replaceSubrange", "standardize", "toggle",
    ]

    /// Looks at all of `bytes` once.
    init(_ bytes: [UInt8]) {
        var names: [UInt64] = []
        // About two bits for each byte of text give four or more for each different word.
        var size = 16
        while size < bytes.count / 32, size < 1 << 14 { size *= 2 }
        var bits = [UInt64](repeating: 0, count: size)
        let mask = size * 64 - 1
        let table = Self.table
        bytes.withUnsafeBufferPointer { text in
            var index = 0
            var lineStart = 0
            // The declaration whose name comes next, and whether it goes on after a dot (`extension A.B`).
            var pending: Declared?
            while index < text.count {
                guard Self.isWord(text[index]) else {
                    if text[index] == 0x0A || text[index] == 0x0D { lineStart = index + 1 }
                    index += 1
                    continue
                }
                let start = index
                var hash = Self.offsetBasis
                while index < text.count, Self.isWord(text[index]) {
                    hash = (hash ^ UInt64(text[index])) &* Self.prime
                    index += 1
                }
                let bit = Int(truncatingIfNeeded: hash >> 20) & mask
                bits[bit / 64] |= 1 << UInt64(bit % 64)
                if let keyword = pending {
                    names.append(keyword.mark(hash))
                    let isQualified = keyword == .type && index < text.count && text[index] == UInt8(ascii: ".")
                    pending = isQualified ? keyword : nil
                    if isQualified { continue }
                }
                switch table.meaning(of: hash) {
                // The attribute alone begins an app; the word is in every other file.
                case .word(.main) where start == 0 || text[start - 1] != UInt8(ascii: "@"): break
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
                case .none: break
                }
            }
        }
        filter = bits
        names.sort()
        declared.reserveCapacity(names.count)
        for name in names where name != declared.last { declared.append(name) }
    }

    // FNV-1a, 64 bits: simple, and good enough to choose files by.
    private static let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    /// Whether `byte` can stand in a name.
    static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte >= 0x80
    }

    private enum Meaning: Sendable, Equatable {
        case word(Words)
        case declaration(Declared)
        case none
    }

    private static let table = Table([
        (
            .word(.sure),
            [
                "widgetURL", "onOpenURL", "openURLContexts", "handleOpen", "canOpenURL", "OpenURLIntent",
                "ActivityConfiguration", "StaticConfiguration", "IntentConfiguration", "AppIntentConfiguration",
                "ActivityAttributes", "kAEGetURL", "ASWebAuthenticationSession", "SFAuthenticationSession",
                "webAuthenticationSession", "onContinueUserActivity", "willConnectTo", "handleUserActivity",
                "UIApplicationDelegate", "NSApplicationDelegate", "UIWindowSceneDelegate", "UISceneDelegate",
                "WKApplicationDelegate", "WKExtensionDelegate", "UIApplicationDelegateAdaptor",
                "NSApplicationDelegateAdaptor", "UIApplicationMain", "NSApplicationMain", "AppDelegate",
                "FlutterAppDelegate", "RCTAppDelegate", "ExpoAppDelegate", "CDVAppDelegate", "SceneDelegate",
            ]
        ),
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
    ])

    /// Words by their hash, in open addressing: most words of a file are in no slot and cost one comparison.
    private struct Table: Sendable {
        private var hashes = [UInt64](repeating: 0, count: 1024)
        private var meanings = [Meaning](repeating: .none, count: 1024)

        init(_ entries: [(Meaning, [String])]) {
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

        func meaning(of hash: UInt64) -> Meaning {
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
    /// Whether `word` stands in the file with no letter, digit or underscore beside it.
    func contains(word: String) -> Bool { find(word) { _ in true } != nil }

    /// Where `word` first stands in the file with no letter, digit or underscore beside it.
    func offset(ofWord word: String) -> Int? { find(word) { _ in true } }

    /// Whether `name` stands somewhere and is neither declared, called nor a label there.
    func usesAsValue(_ name: String) -> Bool {
        find(name) { range in
            let next = bytes[range.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
            return next.map { !Array("(:{<".utf8).contains($0) } ?? true
        } != nil
    }

    /// Whether a function `name` may be called with a first argument that has `label`; `nil` for one without.
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

    /// Whether code may change something with `name`; without `isBare` only as a member of some value.
    func changes(_ name: String, isBare: Bool) -> Bool {
        find(name) { range in
            // The whole of `&a.b.name`, from behind its mark.
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
                // A declaration begins with its own value.
                let word = before.drop { " \t".utf8.contains($0) }.prefix { FileScan.isWord($0) }
                let isDeclared = ["let", "var", "case"].contains { word.elementsEqual($0.utf8.reversed()) }
                return !isDeclared && rest.dropFirst().first != UInt8(ascii: "=")
            default: return false
            }
        } != nil
    }

    /// Where `word` first stands with no letter, digit or underscore beside it and `condition` holds.
    func find(_ word: String, where condition: (Range<Int>) -> Bool) -> Int? {
        let needle = Array(word.utf8)
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        return bytes.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return nil }
            var index = 0
            // The system's search for one byte is far faster than a loop over them.
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
