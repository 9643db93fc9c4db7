import SchemeModel

/// A call of `.iOSApplication(…)` in a package manifest, with its literal arguments.
struct AppProductCall {
    /// An argument with its location.
    struct Argument: Hashable {
        /// The text of a literal; `nil` if the value is computed.
        var literal: String?
        /// The location of the value.
        var range: Range<Int>
    }

    /// The start of the call.
    var range: Range<Int>
    /// The arguments other than `nil`, by label.
    var arguments: [String: Argument] = [:]
    /// The names in `supportedDeviceFamilies`; `nil` if it isn't a list of names.
    var families: [String]?

    /// Returns the calls in `text` in order, at most `limit`.
    static func all(in text: [UInt8], limit: Int) -> [AppProductCall] {
        var calls: [AppProductCall] = []
        var tokens = SwiftTokens(text)
        var isMember = false
        while calls.count < limit, let token = tokens.next() {
            let start = tokens.start
            if isMember, token == .word("iOSApplication") {
                var ahead = tokens
                if ahead.next() == .mark(UInt8(ascii: "(")) {
                    tokens = ahead
                    calls.append(AppProductCall(&tokens, from: start))
                }
            }
            isMember = token == .mark(UInt8(ascii: "."))
        }
        return calls
    }

    /// Parses the arguments after an opening bracket.
    private init(_ tokens: inout SwiftTokens, from start: Int) {
        range = start..<tokens.offset
        var depth = 1
        var label: String?
        var last: String?
        var value: [SwiftTokens.Token] = []
        var valueRange: Range<Int>?
        while depth > 0, let token = tokens.next() {
            if case .mark(let byte) = token {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
                let isEnd = depth == 0 || (depth == 1 && byte == UInt8(ascii: ","))
                if isEnd {
                    if let label, let valueRange { take(label, value, valueRange) }
                    (label, last, value, valueRange) = (nil, nil, [], nil)
                    continue
                }
                if depth == 1, byte == UInt8(ascii: ":"), label == nil {
                    (label, value, valueRange) = (last, [], nil)
                    continue
                }
            }
            if depth == 1, case .word(let word) = token { last = word }
            // Relevant values never have many tokens.
            if value.count < 64 { value.append(token) }
            valueRange = (valueRange?.lowerBound ?? tokens.start)..<tokens.offset
        }
    }

    private mutating func take(_ label: String, _ value: [SwiftTokens.Token], _ range: Range<Int>) {
        if value == [.word("nil")] { return }
        if label == "supportedDeviceFamilies" { families = Self.names(value) }
        var literal: String?
        if value.count == 1, case .text(let text) = value[0] { literal = text }
        arguments[label] = Argument(literal: literal, range: range)
    }

    /// Returns the names in a list `[.pad, .phone]`, or `nil` for anything else.
    private static func names(_ tokens: [SwiftTokens.Token]) -> [String]? {
        guard tokens.first == .mark(UInt8(ascii: "[")), tokens.last == .mark(UInt8(ascii: "]")) else { return nil }
        var names: [String] = []
        for token in tokens.dropFirst().dropLast() {
            switch token {
            case .word(let name): names.append(name)
            case .mark(UInt8(ascii: ".")), .mark(UInt8(ascii: ",")): continue
            default: return nil
            }
        }
        return names
    }
}
