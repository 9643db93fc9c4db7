import SchemeModel

/// Finds the URLs that an Objective-C method handles.
///
/// Walks its statements and the methods of the same file that get the URL, and collects the comparisons. Swift
/// functions are analyzed by ``SwiftRoutes``.
final class ObjectiveCRoutes {
    /// A part of the URL in a variable or expression.
    enum Part: Equatable {
        case url
        case urls
        case contexts
        case context
        case event
        case components
        case component(Route.Component)
        case segments
        case derived
    }

    /// Returns the URLs for which the Swift function with this selector returns a value, given the parts; empty if
    /// unknown, `nil` if there is no such function.
    typealias SwiftRoutes = (_ selector: String, _ parts: [Part?], _ place: Place) -> RouteAlternatives?

    let file: ObjectiveCFile
    let texts: (String) -> String?
    let elsewhere: SwiftRoutes
    var routes: [Route] = []
    var steps = 0
    /// The methods on the call stack.
    var active: [String] = []
    /// The depth of nested braces in all these methods.
    private var depth = 0

    static let stepLimit = 20_000
    static let methodLimit = 8
    private static let depthLimit = 100

    /// - Parameters:
    ///   - texts: Returns the value of a string constant by name.
    ///   - elsewhere: Returns the URLs that a Swift function handles.
    init(_ file: ObjectiveCFile, texts: @escaping (String) -> String?, elsewhere: @escaping SwiftRoutes) {
        self.file = file
        self.texts = texts
        self.elsewhere = elsewhere
    }

    struct Scope {
        var parts: [String: Part]
        var holds: RouteAlternatives = [[]]
        var place: Place

        func adding(_ conditions: RouteAlternatives?, at place: Place) -> Scope {
            guard let conditions else { return self }
            return Scope(parts: parts, holds: holds.adding(conditions) ?? holds, place: place)
        }
    }

    /// Analyzes `method`, whose parameters are `parts`, in order.
    func read(_ method: ObjectiveCFile.Method, parts: [Part?], place: Place) {
        var known: [String: Part] = [:]
        for (name, part) in zip(method.parameters, parts) { known[name] = part }
        active.append(method.selector)
        _ = walk(method.body, Scope(parts: known, place: place))
        active.removeLast()
    }

    func accept(_ scope: Scope) {
        for conditions in scope.holds {
            guard routes.count < RouteTest.limit else { return }
            let route = Route(conditions: conditions, place: scope.place)
            if !routes.contains(where: { $0.conditions == conditions }) { routes.append(route) }
        }
    }

    private func act(_ scope: Scope, mentioning: Bool) {
        if mentioning || scope.holds.contains(where: { !$0.isEmpty }) { accept(scope) }
    }

    // MARK: Statements

    /// Walks the statements in `range`. Returns `false` if nothing after them is executed.
    private func walk(_ range: Range<Int>, _ outer: Scope) -> Bool {
        depth += 1
        defer { depth -= 1 }
        var scope = outer
        var index = range.lowerBound
        while index < range.upperBound {
            steps += 1
            guard steps < Self.stepLimit, depth < Self.depthLimit, !scope.holds.isEmpty else { return true }
            let start = index
            if !statement(&index, range.upperBound, &scope) { return false }
            if index == start { index += 1 }
        }
        return true
    }

    func word(_ index: Int) -> String? {
        index < file.tokens.count && file.tokens[index].kind == .word ? file.tokens[index].text : nil
    }

    /// Walks the statement at `index` and continues after it. Returns `false` if nothing after it is executed.
    private func statement(_ index: inout Int, _ end: Int, _ scope: inout Scope) -> Bool {
        if file.isSign("{", at: index) {
            let close = file.end(ofBracketAt: index, in: end)
            defer { index = close }
            return walk(index + 1..<max(index + 1, close - 1), scope)
        }
        if file.isSign(";", at: index) {
            index += 1
            return true
        }
        switch word(index) {
        case "if": return conditional(&index, end, &scope)
        case "for", "while", "switch":
            let close = file.isSign("(", at: index + 1) ? file.end(ofBracketAt: index + 1, in: end) : index + 1
            var inner = scope
            if word(index) == "for" { bindElement(index + 2..<max(index + 2, close - 1), &inner) }
            index = close
            _ = statement(&index, end, &inner)
            return true
        case "do", "else":
            index += 1
            return statement(&index, end, &scope)
        case "case", "default":
            while index < end, !file.isSign(":", at: index) { index += 1 }
            index += 1
            return true
        case "return", "break", "continue", "goto":
            let isReturn = word(index) == "return"
            let stop = endOfStatement(index, end)
            let range = index + 1..<max(index + 1, stop)
            index = stop + 1
            if isReturn, !range.isEmpty { returned(range, scope) }
            return false
        default: break
        }
        if file.isSign("@", at: index), let name = word(index + 1),
            ["autoreleasepool", "try", "catch", "finally", "synchronized"].contains(name)
        {
            index += 2
            if file.isSign("(", at: index) { index = file.end(ofBracketAt: index, in: end) }
            return statement(&index, end, &scope)
        }
        let stop = endOfStatement(index, end)
        simple(index..<stop, &scope)
        index = stop + 1
        return true
    }

    /// Parses the expression in `range`. The longer it is, the more steps it takes.
    private func expression(_ range: Range<Int>) -> ObjectiveCExpression {
        steps += range.count / 16
        var parser = ObjectiveCParser(file, range)
        return parser.expression()
    }

    private func endOfStatement(_ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end, !file.isSign(";", at: index) {
            let isOpening = ["(", "[", "{"].contains { file.isSign($0, at: index) }
            index = isOpening ? file.end(ofBracketAt: index, in: end) : index + 1
        }
        return index
    }

    private func conditional(_ index: inout Int, _ end: Int, _ scope: inout Scope) -> Bool {
        guard file.isSign("(", at: index + 1) else {
            index += 1
            return true
        }
        let close = file.end(ofBracketAt: index + 1, in: end)
        let condition = index + 2..<max(index + 2, close - 1)
        let test = test(expression(condition), scope)
        let place = file.place(of: condition)
        index = close
        steps += (test.whenTrue.map { scope.holds.work(with: $0) } ?? 0) / 16
        let taken = scope.adding(test.whenTrue, at: place)
        let body = index
        var inner = taken
        let goesOn = statement(&index, end, &inner)
        // `if ([self handle:url]) { return YES; }`: the URLs that the method accepts are handled.
        if test.isHandled, !goesOn, index - body < 8 { accept(taken) }
        let otherwise = scope.adding(test.whenFalse, at: place)
        guard word(index) == "else" else {
            if !goesOn { scope = otherwise }
            return true
        }
        index += 1
        var other = otherwise
        let otherGoesOn = statement(&index, end, &other)
        return goesOn || otherGoesOn
    }

    /// Binds the variable of `for (UIOpenURLContext *context in contexts)`.
    private func bindElement(_ range: Range<Int>, _ scope: inout Scope) {
        guard let position = range.first(where: { word($0) == "in" }), position > range.lowerBound,
            let name = word(position - 1)
        else { return }
        switch part(of: expression(position + 1..<range.upperBound), scope) {
        case .contexts: scope.parts[name] = .context
        case .urls: scope.parts[name] = .url
        default: scope.parts[name] = nil
        }
    }

    private func returned(_ range: Range<Int>, _ scope: Scope) {
        let value = expression(range)
        switch value {
        case .name("NO"), .name("nil"), .name("NULL"), .name("false"): return
        case .name("YES"), .name("true"), .number: act(scope, mentioning: false)
        case .operation, .not:
            let test = test(value, scope)
            if mentions(value, scope) { accept(scope.adding(test.whenTrue, at: file.place(of: range))) }
        case .message(_, let selector, _) where Self.relations[selector] != nil && mentions(value, scope):
            accept(scope.adding(test(value, scope).whenTrue, at: file.place(of: range)))
        default: if mentions(value, scope) { run(value, scope) } else { act(scope, mentioning: false) }
        }
    }

    /// Walks a declaration, an assignment or an expression.
    private func simple(_ range: Range<Int>, _ scope: inout Scope) {
        guard !range.isEmpty else { return }
        var depth = 0
        for index in range where file.tokens[index].kind == .sign {
            switch file.tokens[index].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "=" where depth == 0:
                let value = expression(index + 1..<range.upperBound)
                let isName = index - 1 >= range.lowerBound && !file.isSign(".", at: index - 2)
                guard isName, let name = word(index - 1) else { return act(scope, mentioning: mentions(value, scope)) }
                if let part = part(of: value, scope) {
                    scope.parts[name] = part
                } else if mentions(value, scope) {
                    if case .message = value { run(value, scope) }
                    scope.parts[name] = .derived
                } else if scope.parts[name] != nil {
                    scope.parts[name] = .derived
                } else {
                    act(scope, mentioning: false)
                }
                return
            default: break
            }
        }
        let value = expression(range)
        if case .message(.name(let name), "()", _) = value, name.hasSuffix("Log") || name.hasPrefix("DDLog") { return }
        if mentions(value, scope) { run(value, scope) } else { act(scope, mentioning: false) }
    }

    /// Analyzes an expression statement that contains the URL.
    private func run(_ value: ObjectiveCExpression, _ scope: Scope) {
        var isDone = false
        for block in value.blocks where mentions(.block(block), scope) {
            isDone = true
            _ = walk(block, scope)
        }
        guard case .message(let receiver, let selector, let arguments) = value, selector != "()" else {
            if !isDone { opaque(scope) }
            return
        }
        let parts = arguments.map { part(of: $0, scope) ?? (mentions($0, scope) ? .derived : nil) }
        guard parts.contains(where: { $0 != nil }) else {
            if mentions(receiver, scope), !isDone { act(scope, mentioning: false) }
            return
        }
        if let method = file.method(selector), active.count < Self.methodLimit, !active.contains(selector) {
            enter(method, parts, scope)
        } else if let conditions = elsewhere(selector, parts, scope.place) {
            accept(scope.adding(conditions.isEmpty ? nil : conditions, at: scope.place))
        } else if !isDone {
            opaque(scope)
        }
    }

    func enter(_ method: ObjectiveCFile.Method, _ parts: [Part?], _ scope: Scope) {
        var inner = Scope(parts: [:], holds: scope.holds, place: scope.place)
        for (name, part) in zip(method.parameters, parts) { inner.parts[name] = part }
        active.append(method.selector)
        _ = walk(method.body, inner)
        active.removeLast()
    }

    private func opaque(_ scope: Scope) {
        if scope.holds.contains(where: { !$0.isEmpty }) { accept(scope) }
    }
}

extension ObjectiveCExpression {
    /// The blocks in it, as ranges of tokens between braces.
    fileprivate var blocks: [Range<Int>] {
        var found: [Range<Int>] = []
        var pending = [self]
        while let next = pending.popLast() {
            if case .block(let range) = next { found.append(range) } else { pending += next.parts }
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }
    }
}
