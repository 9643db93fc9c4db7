extension ScriptParser {
    /// Reads an expression. Several with commas between them aren't understood.
    mutating func expression() throws(Failure) -> ScriptExpression { try assignment() }

    /// Reads an expression without commas.
    mutating func assignment() throws(Failure) -> ScriptExpression {
        guard depth < Self.mostDepth else { throw Failure() }
        depth += 1
        defer { depth -= 1 }
        let start = next
        if beginsFunction { return expression(.function(try function()), start) }
        let value = try binary(0)
        let symbol = symbol(at: next)
        if symbol == nil, take("?") {
            let first = try assignment()
            try expect(":")
            return expression(.conditional(value, first, try assignment()), start)
        }
        guard let symbol, let operation = Self.assignments[symbol] else { return value }
        switch value.kind {
        case .name, .chain: break
        // The values of a pattern aren't followed.
        default: throw Failure()
        }
        next += symbol.utf8.count
        return expression(.assignment(value, operation, try assignment()), start)
    }

    /// The operators of assignments, and the operation of each.
    private static let assignments = Dictionary(
        uniqueKeysWithValues: ["", "+", "-", "*", "/", "%", "&", "|", "^", "**", "<<", ">>", ">>>", "??", "||", "&&"]
            .map { ($0 + "=", $0) }
    )

    private static let precedences: [String: Int] = [
        "??": 1, "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "===": 6, "!==": 6, "==": 6, "!=": 6, "<": 7, ">": 7,
        "<=": 7,
        ">=": 7, "in": 7, "instanceof": 7, "<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
        "**": 10,
    ]

    /// Returns the longest operator at `index`, without unary ones.
    private func symbol(at index: Int) -> String? {
        guard index < end else { return nil }
        if case .name(let name) = tokens[index] { return name == "in" || name == "instanceof" ? name : nil }
        var (symbol, longest): (String, String?) = ("", nil)
        // `++`
        if ["+", "-"].contains(where: { tokens.has(.mark($0), .mark($0), at: index) }), tokens.isAdjacent(index + 1) {
            return nil
        }
        for place in index..<min(index + 4, end) {
            guard case .mark(let mark) = tokens[place], place == index || tokens.isAdjacent(place) else { break }
            symbol += mark
            if Self.precedences[symbol] != nil || Self.assignments[symbol] != nil { longest = symbol }
        }
        return longest
    }

    /// Reads operands with operators of at least this precedence.
    private mutating func binary(_ least: Int) throws(Failure) -> ScriptExpression {
        let start = next
        var value = try unary()
        while let symbol = symbol(at: next), let precedence = Self.precedences[symbol], precedence >= max(least, 1) {
            var operands: [(symbol: String, operand: ScriptExpression)] = []
            while let other = self.symbol(at: next), Self.precedences[other] == precedence {
                next += other == "in" || other == "instanceof" ? 1 : other.utf8.count
                operands.append((other, try binary(precedence + 1)))
            }
            value = expression(.binary(value, operands), start)
        }
        return value
    }

    private mutating func unary() throws(Failure) -> ScriptExpression {
        let start = next
        var symbols: [String] = []
        while true {
            switch peek() {
            case .mark(let mark) where ["!", "-", "+", "~"].contains(mark):
                // `++a`
                if mark == symbols.last, mark == "+" || mark == "-" { throw Failure() }
                symbols.append(mark)
            case .name(let name) where ["typeof", "void", "await", "delete"].contains(name): symbols.append(name)
            default:
                var value = try chain()
                while isName("as") || isName("satisfies"), !isOnNewLine(next) || isName("satisfies") {
                    next += 1
                    try skipType()
                }
                for symbol in symbols.reversed().prefix(Self.mostDepth) {
                    value = expression(.unary(symbol, value), start)
                }
                guard symbols.count <= Self.mostDepth else { throw Failure() }
                return value
            }
            next += 1
        }
    }

    /// Reads a value, and the members and calls after it.
    private mutating func chain() throws(Failure) -> ScriptExpression {
        let start = next
        var value = try primary()
        var links: [ScriptExpression.Link] = []
        while true {
            let isOptional = isMark("?") && isMark(".", 1)
            if isOptional { next += 1 }
            if isOptional, isMark("[", 1) || isMark("(", 1) { next += 1 }
            if isMark(".") {
                next += 1
                let index = next
                links.append(.member(expression(.text(try name()), index), isOptional: isOptional))
            } else if take("[") {
                links.append(.member(try expression(), isOptional: isOptional))
                try expect("]")
            } else if isMark("(") {
                links.append(.call(try elements()))
            } else if isMark("!"), symbol(at: next) == nil, !isOnNewLine(next) {
                next += 1
            } else if isMark("<"), let call = endOfTypeArguments {
                next = call
            } else if isMark("+") && isMark("+", 1) || isMark("-") && isMark("-", 1), tokens.isAdjacent(next + 1),
                !isOnNewLine(next)
            {
                next += 2
                if !links.isEmpty { value = expression(.chain(value, links), start) }
                return expression(.assignment(value, "+", expression(.other, start)), start)
            } else {
                // Another template after a value is a call.
                if case .text = peek(), !isOnNewLine(next) { throw Failure() }
                return links.isEmpty ? value : expression(.chain(value, links), start)
            }
        }
    }

    /// The token after `<A>` in `f<A>(b)`; `nil` if this isn't one.
    private var endOfTypeArguments: Int? {
        var copy = self
        // Real ones are short.
        copy.end = min(end, next + 40)
        do throws(Failure) { try copy.skipTypeArguments() } catch { return nil }
        return tokens[copy.next] == .mark("(") ? copy.next : nil
    }

    /// Reads what is in the brackets ahead, and moves after them.
    private mutating func elements() throws(Failure) -> [ScriptExpression] {
        let close = tokens.end(of: next)
        next += 1
        var found: [ScriptExpression] = []
        while next < close {
            let start = next
            if take("...") {
                found.append(expression(.spread(try assignment()), start))
            } else {
                found.append(try assignment())
            }
            guard take(",") || next == close else { throw Failure() }
        }
        next = close + 1
        return found
    }

    private mutating func primary() throws(Failure) -> ScriptExpression {
        let start = next
        switch peek() {
        case .text(let text):
            next += 1
            if let text { return expression(.text(text), start) }
            return expression(try template(start), start)
        case .pattern:
            next += 1
            return expression(.other, start)
        case .mark("{"): return try object()
        case .mark("["): return expression(.list(try elements()), start)
        case .mark("("):
            next += 1
            let value = try expression()
            try expect(")")
            return value
        case .name("new"):
            next += 1
            guard depth < Self.mostDepth else { throw Failure() }
            depth += 1
            defer { depth -= 1 }
            return expression(.unary("new", try chain()), start)
        case .name(let name):
            next += 1
            switch name {
            case "true", "false": return expression(.flag(name == "true"), start)
            case "null": return expression(.null, start)
            case "class", "super", "yield": throw Failure()
            default:
                guard let first = name.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                    return expression(.name(name), start)
                }
                // `1.5`
                guard isMark("."), case .name(let rest) = peek(1), tokens.isAdjacent(next) else {
                    return expression(.number(name), start)
                }
                next += 2
                return expression(.number("\(name).\(rest)"), start)
            }
        default: throw Failure()
        }
    }

    /// Returns the parts of the template at the token `index`.
    private func template(_ index: Int) throws(Failure) -> ScriptExpression.Kind {
        guard let parts = tokens.parts(ofTemplate: index) else { return .other }
        let place = file.place(index)
        var found: [ScriptExpression] = []
        for part in parts {
            switch part {
            case .text(let text): found.append(ScriptExpression(kind: .text(text), place: place))
            case .expression(let bytes):
                guard let inner = ScriptTokens(bytes) else { throw Failure() }
                var parser = Self(ScriptFile(inner) { _ in place }, 0..<inner.all.count)
                parser.depth = depth + 1
                found.append(try parser.expression())
                guard parser.next == parser.end else { throw Failure() }
            }
        }
        return .template(found)
    }

    /// Reads the key of a member: `a`, `"a"`, `[a]`.
    mutating func key() throws(Failure) -> ScriptExpression {
        let start = next
        switch peek() {
        case .name(let name):
            next += 1
            return expression(.text(name), start)
        case .text(let text?):
            next += 1
            return expression(.text(text), start)
        case .mark("["):
            next += 1
            let key = try assignment()
            try expect("]")
            return key
        default: throw Failure()
        }
    }

    private mutating func object() throws(Failure) -> ScriptExpression {
        let (start, close) = (next, tokens.end(of: next))
        next += 1
        var members: [ScriptExpression.Member] = []
        while next < close {
            let first = next
            if take("...") {
                members.append(.spread(try assignment()))
            } else {
                let prefixes = ["get", "set", "async"].filter { isName($0) }
                let isAccessor = !prefixes.isEmpty && ![",", ":", "(", "}"].contains { isMark($0, 1) }
                // An assignment would call it.
                if isAccessor, isName("set") { throw Failure() }
                if isAccessor { next += 1 }
                _ = take("*")
                let key = try key()
                if isMark("(") || isMark("<") {
                    next = first
                    members.append(.value(key: key, try method(isAccessor: isAccessor)))
                } else if take(":") {
                    members.append(.value(key: key, try assignment()))
                } else {
                    guard case .name(let name) = tokens[first], next == first + 1 else { throw Failure() }
                    members.append(.value(key: key, expression(.name(name), first)))
                }
            }
            guard take(",") || next == close else { throw Failure() }
        }
        next = close + 1
        return expression(.object(members), start)
    }

    // MARK: Functions

    private var beginsFunction: Bool {
        let start = isName("async") && !isOnNewLine(next + 1) ? next + 1 : next
        switch tokens[start] {
        case .name("function"): return true
        case .name: return start + 1 < end && tokens[start + 1] == .mark("=>")
        case .mark("("):
            var copy = self
            copy.next = tokens.end(of: start) + 1
            do throws(Failure) { if copy.take(":") { try copy.skipType() } } catch { return false }
            return copy.isMark("=>")
        default: return false
        }
    }

    /// Reads a function with its name, if it has one, or an arrow function.
    mutating func function() throws(Failure) -> ScriptFunction {
        let start = next
        let isAsynchronous = isName("async") && !isMark("=>", 1)
        if isAsynchronous { next += 1 }
        if takeName("function") {
            let isGenerator = take("*")
            if case .name = peek() { next += 1 }
            return try function(from: start, isAsynchronous || isGenerator ? .other : .usual)
        }
        var parameters: [(pattern: ScriptPattern, standard: ScriptExpression?)] = []
        if isMark("(") {
            parameters = try self.parameters()
            if take(":") { try skipType() }
        } else {
            parameters = [(.name(try name()), nil)]
        }
        try expect("=>")
        if isMark("{") {
            let body = next + 1..<tokens.end(of: next)
            next = tokens.end(of: next) + 1
            return ScriptFunction(file, parameters, start..<next, isAsynchronous ? .other : .arrow, .block(body))
        }
        let value = try assignment()
        return ScriptFunction(file, parameters, start..<next, isAsynchronous ? .other : .arrow, .expression(value))
    }

    /// Reads a member that is a function. One that gives a value when it is read has no known value.
    private mutating func method(isAccessor: Bool) throws(Failure) -> ScriptExpression {
        let start = next
        while !isMark("("), !isMark("<") { next = tokens.end(of: next) + 1 }
        let function = try function(from: start, isAccessor ? .other : .usual)
        return expression(isAccessor ? .other : .function(function), start)
    }

    /// Reads the parameters and the body of a function.
    private mutating func function(from start: Int, _ kind: ScriptFunction.Kind) throws(Failure) -> ScriptFunction {
        if isMark("<") { try skipTypeArguments() }
        let parameters = try parameters()
        if take(":") { try skipType() }
        guard isMark("{") else { throw Failure() }
        let body = next + 1..<tokens.end(of: next)
        next = tokens.end(of: next) + 1
        return ScriptFunction(file, parameters, start..<next, kind, .block(body))
    }

    private mutating func parameters() throws(Failure) -> [(pattern: ScriptPattern, standard: ScriptExpression?)] {
        guard isMark("(") else { throw Failure() }
        let close = tokens.end(of: next)
        next += 1
        var found: [(pattern: ScriptPattern, standard: ScriptExpression?)] = []
        while next < close {
            if take("...") {
                found.append((.names([try name()]), nil))
            } else {
                found.append((try pattern(), nil))
            }
            _ = take("?")
            if take(":") { try skipType() }
            if take("=") { found[found.count - 1].standard = try assignment() }
            guard take(",") || next == close else { throw Failure() }
        }
        next = close + 1
        return found
    }

    // MARK: Types

    /// Moves after `<A, B>`.
    mutating func skipTypeArguments() throws(Failure) {
        try expect("<")
        var open = 1
        while open > 0 {
            switch peek() {
            case nil, .mark(";"), .mark(")"), .mark("}"), .mark("]"): throw Failure()
            case .mark("<"): open += 1
            case .mark(">"): open -= 1
            default: break
            }
            next = tokens.end(of: next) + 1
        }
    }

    /// Moves after a type.
    ///
    /// - Source: the TypeScript handbook (seen 2026-12-01).
    mutating func skipType() throws(Failure) {
        while true {
            while isMark("|") || isMark("&") { next += 1 }
            while ["keyof", "typeof", "readonly", "unique", "infer", "asserts"].contains(where: { isName($0) }) {
                next += 1
            }
            switch peek() {
            case .mark("-"): next += 2
            case .text: next += 1
            case .name:
                next += 1
                while isMark("."), case .name = peek(1) { next += 2 }
                if isMark("<") { try skipTypeArguments() }
                if takeName("is") { continue }
            case .mark("{"), .mark("["): next = tokens.end(of: next) + 1
            case .mark("("):
                next = tokens.end(of: next) + 1
                if take("=>") { continue }
            default: throw Failure()
            }
            while isMark("["), !isOnNewLine(next) { next = tokens.end(of: next) + 1 }
            let isUnion = ["|", "&"].contains { isMark($0) && !isMark($0, 1) && !isMark("=", 1) }
            guard isUnion else { return }
        }
    }
}
