/// A type as it is written after a colon or an arrow.
struct SwiftType: Sendable {
    /// The names in it, each with those of the types around it.
    var paths: [[String]] = []
    private(set) var isOptional = false
    /// Whether it is more than a name: a list, a dictionary, or a type with arguments.
    private var isCompound = false
    /// Whether the project declares it, so that its values can have any description.
    var isOwn = false

    /// The name if it is only one, maybe with a question mark.
    var path: [String]? { isCompound ? nil : paths.first }

    /// The number of tokens. The type of a constant in a manifest never has many.
    private static let most = 48
    private static let prefixes: Set<String> = ["any", "inout", "some"]

    /// Takes a type; `nil` for a function, a tuple, or several arguments, of which the rest is left.
    init?(_ tokens: inout SwiftTokens) {
        var open = 0
        var (isAfterName, isAfterDot) = (false, false)
        loop: for _ in 0..<Self.most {
            var ahead = tokens
            switch ahead.next() {
            // Another name begins the next declaration.
            case .word(let word) where !isAfterName:
                guard !Self.prefixes.contains(word) else { break }
                if isAfterDot { paths[paths.count - 1].append(word) } else { paths.append([word]) }
                (isAfterName, isAfterDot) = (true, false)
            case .mark(UInt8(ascii: ".")) where isAfterName:
                (isAfterName, isAfterDot) = (false, true)
            case .mark(let byte)? where "[<".utf8.contains(byte):
                open += 1
                (isAfterName, isCompound) = (false, true)
            case .mark(let byte)? where "]>".utf8.contains(byte) && open > 0:
                open -= 1
                isAfterName = true
            case .mark(let byte)? where ":,".utf8.contains(byte) && open > 0:
                isAfterName = false
            case .mark(let byte)? where "?!".utf8.contains(byte) && isAfterName:
                if open == 0 { isOptional = true }
            default: break loop
            }
            tokens = ahead
        }
        guard !paths.isEmpty, open == 0, !isAfterDot else { return nil }
        paths = paths.map { $0.count > 1 && $0[0] == "ProjectDescription" ? Array($0.dropFirst()) : $0 }
    }

    /// Takes a colon and the type after it; `nil` if there is none.
    static func annotation(_ tokens: inout SwiftTokens) -> SwiftType? {
        var ahead = tokens
        guard ahead.next() == .mark(UInt8(ascii: ":")) else { return nil }
        tokens = ahead
        return SwiftType(&tokens)
    }

    /// Gives the types in it their qualified names.
    mutating func rename(_ name: ([String], Bool) -> [String], declares: ([String]) -> Bool) {
        paths = paths.map { name($0, false) }
        isOwn = path.map(declares) ?? false
    }
}

extension SwiftLiteral {
    /// The value of a constant or a result of this type: `.init(…)` and `Type.init(…)` become `Type(…)`, and a member of `Project` gets
    /// its name, by which it is found. A text or a number of another type has another description.
    func typed(_ type: SwiftType?) -> SwiftLiteral {
        switch content {
        case .text where type.map { $0.isOptional || $0.isOwn } ?? false: return unread
        case .number where type.map { $0.isOptional || $0.path != nil && $0.path != ["Int"] } ?? false: return unread
        case .call: return initialized(type)
        default: return self
        }
    }

    /// The call in which `.init(…)` and `Type.init(…)` are `Type(…)`, and a member of `Project` has its name.
    func initialized(_ type: SwiftType?) -> SwiftLiteral {
        guard case .call(var path, let arguments) = content else { return self }
        if let name = type?.path, type?.isOptional == false, path.count == 2, path[0].isEmpty,
            path[1] == "init" || name == ["Project"]
        {
            path = name + path.dropFirst()
        }
        if path.count > 1, path.last == "init", path.first != "" { path.removeLast() }
        var made = self
        made.content = .call(path, arguments)
        return made
    }
}
