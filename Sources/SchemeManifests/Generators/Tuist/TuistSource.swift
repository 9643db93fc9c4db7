import SchemeModel

/// A Tuist manifest during reading: the values of its expressions, and those that are not read.
struct TuistSource: SwiftEvaluator {
    let file: Path
    let origin: ProjectOrigin
    /// The folder that paths with `relativeToRoot` are relative to.
    var root: Path?
    private let text: [UInt8]
    let constants: SwiftConstants
    private let map: TextMap
    /// The number of values that may still be evaluated.
    var work: Int
    /// The constants of the project's helpers; `nil` if there is no root.
    var helpers: TuistHelpers?
    /// The functions of the helpers that were looked up, by their names and labels.
    private var callees: [String: SwiftCallee] = [:]
    /// The number of functions that are being evaluated.
    private var calls = 0
    /// The values that are not read.
    var unread = UnreadTuistValues()

    init(
        _ text: [UInt8],
        mark: Int,
        constants: SwiftConstants,
        file: Path,
        origin: ProjectOrigin,
        limits: Limits
    ) {
        self.text = text
        self.constants = constants
        self.file = file
        self.origin = origin
        map = TextMap(text, storage: .utf8(mark: mark))
        work = limits.projectObjects
    }

    var directory: Path { file.directory }

    /// Whether nested constants exceeded the work limit.
    var isOverLimit: Bool { work < 0 }

    /// Returns Tuist's call that makes the project, which a function may contain; `nil` if it is not read.
    mutating func project() -> SwiftLiteral? {
        for call in constants.call(of: "Project").map({ [$0] }) ?? constants.calls(ofMembersOf: "Project") {
            let made = value(call, of: "Project")
            if TuistCall.project.isMeant(by: made) { return made }
        }
        return nil
    }

    // MARK: Values

    /// Returns the value of an expression. Over the limit, it is not read.
    mutating func value(_ literal: SwiftLiteral) -> SwiftLiteral { value(literal, depth: 0) }

    mutating func value(_ literal: SwiftLiteral, depth: Int) -> SwiftLiteral {
        guard work >= 0, depth < Self.depth else { return literal.unread }
        work -= 1
        var value = constants.value(literal)
        if case .name(let path) = value.content, path[0] != "", !constants.declares(path[0]) {
            value = helpers?.value(value, work: &work) ?? value
        }
        switch value.content {
        case .sum(let terms):
            value.content = sum(of: terms.map { self.value($0, depth: depth + 1) })
        case .choice:
            value = chosen(value, depth: depth + 1).map { self.value($0, depth: depth + 1) } ?? value.unread
        case .fallback(let first, let second):
            value = present(first, or: second, depth: depth + 1) ?? value.unread
        case .member(let whole, let name, let arguments):
            value = member(name, arguments, of: whole, at: value.range, depth: depth + 1) ?? value.unread
        case .name(let path) where path.count > 1 && path[0] != "":
            let whole = SwiftLiteral(content: .name(path.dropLast()), range: value.range)
            value = member(path[path.count - 1], nil, of: whole, at: value.range, depth: depth + 1) ?? value
        case .contains(let whole, let part, let types):
            let isPart = isPart(part, of: whole, types: types, depth: depth + 1)
            value.content = isPart.map { .flag($0) } ?? .other
        case .call(let path, let arguments) where path[0] != "":
            let made = result(ofFunction: path.joined(separator: "."), arguments, at: value.range)
            if let made {
                value = self.value(made, depth: depth + 1)
            } else if path.count > 1, Self.methods.contains(path[path.count - 1]) {
                let whole = SwiftLiteral(content: .name(path.dropLast()), range: value.range)
                value = member(path[path.count - 1], arguments, of: whole, at: value.range, depth: depth + 1) ?? value
            }
        default: break
        }
        return value
    }

    /// Returns what conditions choose, one after the other; `nil` if one can't be decided.
    private mutating func chosen(_ literal: SwiftLiteral, depth: Int) -> SwiftLiteral? {
        var literal = literal
        while case .choice(let condition, let first, let second) = literal.content {
            guard work >= 0, let isTrue = decide(condition, depth: depth) else { return nil }
            literal = isTrue ? first : second
        }
        return literal
    }

    /// Returns the value of an expression, or that of another one if it is `nil`; `nil` if that isn't known.
    private mutating func present(_ first: SwiftLiteral, or second: SwiftLiteral, depth: Int) -> SwiftLiteral? {
        let first = value(first, depth: depth)
        switch first.content {
        case .text, .flag, .number, .list, .pairs: return first
        case .name(["nil"]), .name(["", "none"]): return value(second, depth: depth)
        // A member of Tuist's types, or of an extension.
        case .name(let path) where path[0].isEmpty: return first
        case .call(let path, _) where path[0].isEmpty: return first
        default: return nil
        }
    }

    mutating func decide(_ condition: SwiftLiteral) -> Bool? { decide(condition, depth: 0) }

    private mutating func decide(_ condition: SwiftLiteral, depth: Int) -> Bool? {
        if case .flag(let isTrue) = value(condition, depth: depth).content { isTrue } else { nil }
    }

    /// Returns whether `whole` contains `part`: a text a text, or a list of one of these types a member of it, or a text.
    private mutating func isPart(
        _ part: SwiftLiteral,
        of whole: SwiftLiteral,
        types: [[String]],
        depth: Int
    ) -> Bool? {
        let part = value(part, depth: depth)
        if let text = value(whole, depth: depth).text, let part = part.text {
            return spend(on: text) ? text.contains(part) : nil
        }
        guard let elements = elements(whole, depth: depth) else { return nil }
        if let text = part.text {
            let texts = elements.compactMap(\.text)
            return texts.contains(text) ? true : texts.count == elements.count ? false : nil
        }
        guard let name = Self.member(part) else { return nil }
        let names = elements.map(Self.member)
        if names.contains(name) { return true }
        if elements.isEmpty { return false }
        // Another name may mean the same if it isn't a case.
        let all = Set(names.compactMap { $0 } + [name])
        let areCases = types.map { $0.joined(separator: ".") }.contains { type in any { $0.hasCases(all, of: type) } }
        return areCases && !names.contains(nil) ? false : nil
    }

    /// Returns the name of a member of a type: `app` for `.app` and `Kind.app`.
    private static func member(_ literal: SwiftLiteral) -> String? {
        guard case .name(let path) = literal.content, path.count > 1, let name = path.last else { return nil }
        return path == ["", name] || path.dropLast().allSatisfy { $0.first?.isUppercase ?? false } ? name : nil
    }

    /// Returns the text of texts and numbers, the list of lists, or the dictionary of dictionaries.
    ///
    /// A list that isn't read counts as one element that isn't read.
    mutating func sum(of terms: [SwiftLiteral]) -> SwiftLiteral.Content {
        let texts = terms.compactMap { $0.text ?? $0.number.map { String($0) } }
        if texts.count == terms.count, terms.contains(where: { $0.text != nil }) {
            return texts.allSatisfy { spend(on: $0) } ? .text(texts.joined()) : .other
        }
        let pairs = terms.compactMap(\.pairs)
        if pairs.count == terms.count, terms.contains(where: { $0.elements == nil }) {
            work -= pairs.reduce(0) { $0 + $1.count }
            return work >= 0 ? .pairs(pairs.flatMap { $0 }) : .other
        }
        let elements = terms.map { $0.elements ?? [$0.unread] }
        guard pairs.allSatisfy(\.isEmpty), terms.contains(where: { $0.elements != nil }) else { return .other }
        work -= elements.reduce(0) { $0 + $1.count }
        return work >= 0 ? .list(elements.flatMap { $0 }) : .other
    }

    /// Counts the work on a text; returns `false` over the limit.
    mutating func spend(on text: String) -> Bool {
        work -= text.utf8.count / Self.bytesOfValue
        return work >= 0
    }

    /// The maximum number of sums, constants and functions that lead from one to the next.
    private static let depth = 16
    /// The bytes of a text that count as one value.
    private static let bytesOfValue = 64

    /// Returns the value of an expression of Tuist's type `type`. `.app` can name a constant or a function in an extension of the
    /// type.
    mutating func value(_ literal: SwiftLiteral, of type: String) -> SwiftLiteral {
        var value = value(literal)
        for _ in 0..<Self.depth {
            switch value.content {
            case .name(let path) where path[0].isEmpty:
                let full = [type] + path.dropFirst()
                let named = self.value(SwiftLiteral(content: .name(full), range: value.range))
                if case .name(full) = named.content { return value }
                value = named
            case .call(let path, let arguments):
                let isImplicit = path.count > 1 && path[0].isEmpty
                guard isImplicit || path == [type] else { return value }
                let name = [type] + (isImplicit ? path.dropFirst() : ["init"])
                guard let made = result(ofFunction: name.joined(separator: "."), arguments, at: value.range) else {
                    return value
                }
                value = self.value(made)
            default: return value
            }
        }
        return value
    }

    /// Returns what a function of the file or of its helpers gives; `nil` for any other function.
    private mutating func result(
        ofFunction name: String,
        _ arguments: [SwiftLiteral.Argument],
        at range: Range<Int>
    ) -> SwiftLiteral? {
        let result: SwiftLiteral?
        // Functions can call each other, also in their conditions.
        calls += 1
        defer { calls -= 1 }
        switch (constants.callee(name, for: arguments), helpersCallee(name, for: arguments)) {
        case (.none, .none): return nil
        case (.one(let function), .none):
            guard isMeant(function, name, arguments) else { return nil }
            result = calls <= Self.depth ? function.value(of: arguments, in: &self) : nil
        case (.none, .one(let function)):
            guard isMeant(function, name, arguments) else { return nil }
            result = calls <= Self.depth ? function.value(of: arguments, at: range, in: &self) : nil
        default: result = nil
        }
        if let result { return result }
        // It must not be taken for Tuist's own.
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return TuistCall.names.contains(last) ? SwiftLiteral(content: .other, range: range) : nil
    }

    /// Whether a call that fits Tuist's own function as well means a function of the project: if it gives all arguments, since Swift
    /// prefers the function of which it needs no standard ones.
    private func isMeant(_ function: SwiftFunction, _ name: String, _ arguments: [SwiftLiteral.Argument]) -> Bool {
        name != "Target.target" || !TuistCall.target.accepts(arguments) || function.hasParameters(arguments.count)
    }

    mutating func helpersCallee(_ name: String, for arguments: [SwiftLiteral.Argument]) -> SwiftCallee {
        let key = "\(name)(\(arguments.map { $0.label ?? "_" }.joined(separator: ":")))"
        if let callee = callees[key] { return callee }
        // What the manifest declares hides it.
        guard !constants.declares(name.split(separator: ".").first.map(String.init) ?? name) else { return .none }
        let callee = helpers?.callee(name, for: arguments, work: &work) ?? .none
        callees[key] = callee
        return callee
    }

    /// Whether something holds for what the manifest declares, or its helpers.
    func any(_ holds: (SwiftConstants) -> Bool) -> Bool {
        holds(constants) || helpers.map { holds($0.constants) } ?? false
    }

    /// Returns the text value of `literal`, or `nil` for anything else.
    mutating func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0, of: "String").text } }

    /// Returns the elements of the list value of `literal`, or `nil` for anything else.
    mutating func elements(_ literal: SwiftLiteral) -> [SwiftLiteral]? { elements(literal, depth: 0) }

    private mutating func elements(_ literal: SwiftLiteral, depth: Int) -> [SwiftLiteral]? {
        var list = value(literal, depth: depth)
        if case .call(let path, let arguments) = list.content, [["Set"], ["", "init"]].contains(path),
            arguments.count == 1,
            arguments[0].label == nil
        {
            list = value(arguments[0].value, depth: depth)
        }
        return list.elements.map { elements in elements.map { value($0, depth: depth) } }
    }

    /// Returns the case of one of Tuist's enumerations that `literal` names: `iOS` for `.iOS` and `Platform.iOS`; `nil` for anything
    /// else.
    mutating func name(_ literal: SwiftLiteral, of types: String...) -> String? {
        guard case .name(let path) = value(literal, of: types[0]).content else { return nil }
        return Self.member(path, of: types)
    }

    /// Returns the member of one of Tuist's types that `literal` names or calls: `file` for `.file(path: "A")`; `nil` for anything
    /// else, such as the member of a helper.
    mutating func member(_ literal: SwiftLiteral, of types: String...) -> String? {
        switch value(literal).content {
        case .name(let path), .call(let path, _): Self.member(path, of: types)
        default: nil
        }
    }

    private static func member(_ path: [String], of types: [String]) -> String? {
        path.count == 2 && (path[0].isEmpty || types.contains(path[0])) ? path[1] : nil
    }

    /// Returns whether an expression is missing or `nil`.
    mutating func isNil(_ literal: SwiftLiteral?) -> Bool {
        guard let literal else { return true }
        if case .name(["nil"]) = value(literal).content { return true }
        return false
    }

    /// Returns the absolute path of `literal`: a text, or one of Tuist's calls for paths.
    mutating func path(_ literal: SwiftLiteral) -> Path? {
        let value = value(literal)
        if let text = value.text {
            guard text.hasPrefix("//") else { return directory.appending(Path(text)).normalized }
            return root?.appending(Path(String(text.dropFirst(2)))).normalized
        }
        guard let arguments = value.call?.arguments, arguments.count == 1, let text = text(arguments[0].value) else {
            return nil
        }
        switch member(value, of: "Path") {
        case "relativeToManifest", "relativeToCurrentFile", "path": return directory.appending(Path(text)).normalized
        case "relativeToRoot": return root?.appending(Path(text)).normalized
        default: return nil
        }
    }

    // MARK: Places

    func range(_ literal: SwiftLiteral) -> SourceRange { map.range(literal.range) }

    /// Returns the range between the quotes of a text, or `nil` if it has escapes.
    func inner(_ literal: SwiftLiteral, of text: String) -> SourceRange? {
        // A value of a helper has no quotes here, and neither has a sum.
        guard !self.text[literal.range].isEmpty, "\"#".utf8.contains(self.text[literal.range.lowerBound]) else {
            return nil
        }
        let (rest, isOdd) = (literal.range.count - text.utf8.count).quotientAndRemainder(dividingBy: 2)
        guard rest > 0, isOdd == 0 else { return nil }
        let range = (literal.range.lowerBound + rest)..<(literal.range.upperBound - rest)
        return self.text[range].elementsEqual(text.utf8) ? map.range(range) : nil
    }

    /// Notes that the value `what` is not read at `literal`.
    mutating func report(_ what: String, _ literal: SwiftLiteral) {
        guard !isOverLimit else { return }
        unread.add(what, at: literal.range.lowerBound, range(literal))
    }

    /// Notes that the target that `literal` makes is not read.
    mutating func tellOfTarget(_ literal: SwiftLiteral) {
        guard !isOverLimit else { return }
        let name = text(literal["name"])
        unread.addTarget(name, at: literal.range.lowerBound, range(literal))
    }
}
