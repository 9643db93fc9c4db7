import SchemeModel

extension ScriptInterpreter {
    func evaluate(_ expression: ScriptExpression, _ scope: ScriptScope) -> ScriptValue {
        guard !hasFailed else { return .unknown }
        return nested { value(of: expression, scope) } ?? .unknown
    }

    private func value(of expression: ScriptExpression, _ scope: ScriptScope) -> ScriptValue {
        let place = expression.place
        switch expression.kind {
        case .text(let text): return .text(text, origin(place))
        case .template(let parts): return template(parts, place, scope)
        case .number(let number): return .number(number)
        case .flag(let flag): return .flag(flag)
        case .null: return .null
        case .name(let name): return value(of: name, scope)
        case .object(let members): return object(members, scope)
        case .list(let elements): return .list(list(elements, scope))
        case .spread, .other: return .unknown
        case .function(let function): return .function(ScriptClosure(function, scope))
        case .chain(let base, let links): return chain(base, links, place, scope)
        case .unary(let symbol, let operand): return unary(symbol, operand, scope)
        case .binary(let first, let operands):
            var value = evaluate(first, scope)
            for (symbol, operand) in operands { value = binary(value, symbol, operand, place, scope) }
            return value
        case .conditional(let condition, let first, let second):
            return choose(evaluate(condition, scope).isTrue, first, second, scope)
        case .assignment(let target, let symbol, let operand):
            let value: ScriptValue
            if symbol.isEmpty {
                value = evaluate(operand, scope)
            } else {
                // A call is evaluated once.
                let former = target.hasCall ? .unknown : evaluate(target, scope)
                value = binary(former, symbol, operand, place, scope)
            }
            assign(value, to: target, operand.place, scope)
            return value
        }
    }

    /// What Node.js defines.
    private static let globals: Set<String> = [
        "Array", "Boolean", "Error", "JSON", "Math", "Number", "Object", "String", "URL", "console", "parseInt",
        "process",
        "require",
    ]

    private func origin(_ place: Int?) -> ScriptOrigin { place.map { .token($0) } ?? .other }

    /// Returns the value of a name.
    func value(of name: String, _ scope: ScriptScope) -> ScriptValue {
        if let value = scope.declaring(name)?.values[name] { return value }
        if name == "undefined" { return .undefined }
        return Self.globals.contains(name) ? .native(name) : .unknown
    }

    /// Returns the value of one expression, or what both have in common if it isn't known which.
    private func choose(
        _ isFirst: Bool?,
        _ first: ScriptExpression,
        _ second: ScriptExpression,
        _ scope: ScriptScope
    ) -> ScriptValue {
        if let isFirst { return evaluate(isFirst ? first : second, scope) }
        level += 1
        defer { level -= 1 }
        let one = evaluate(first, scope)
        let hasFirstFailed = hasFailed
        hasFailed = false
        let other = evaluate(second, scope)
        if hasFailed != hasFirstFailed {
            defer { hasFailed = false }
            return hasFailed ? one : other
        }
        return joined(one, other)
    }

    /// Returns what is known of a value that is one of two.
    func joined(_ one: ScriptValue, _ other: ScriptValue) -> ScriptValue {
        if one.equals(other) ?? false { return one }
        guard case .object(let first) = one, case .object(let second) = other, !second.isOpen else {
            return mixture([one, other])
        }
        // Of two objects, the members that are equal.
        let common = ScriptObject(level: level)
        copy(one, into: common, at: nil)
        for key in first.keys + second.keys.filter({ first[$0] == nil }) {
            let (one, other) = (first.value(for: key), second.value(for: key))
            let value = nested { joined(one ?? .unknown, other ?? .unknown) } ?? .unknown
            let place = first[key] ?? second[key]
            common[key] = .init(value: value, keyPlace: place?.keyPlace, place: place?.place)
        }
        common.others = [first, second]
        return .object(common)
    }

    /// Returns an unknown value that may be, or contain, one of these.
    func mixture(_ values: [ScriptValue]) -> ScriptValue { mixture(values.flatMap(\.references)) }

    private func mixture(_ references: [ScriptReference]) -> ScriptValue {
        guard !references.isEmpty, step(references.count) else { return .unknown }
        var known: Set<ObjectIdentifier> = []
        return .mixed(references.filter { known.insert(ObjectIdentifier($0)).inserted })
    }

    private func template(_ parts: [ScriptExpression], _ place: Int?, _ scope: ScriptScope) -> ScriptValue {
        var value = ScriptValue.text("", origin(place))
        for part in parts {
            value = sum(value, evaluate(part, scope), place)
        }
        return value
    }

    /// Returns two texts after one another.
    private func sum(_ one: ScriptValue, _ other: ScriptValue, _ place: Int?) -> ScriptValue {
        guard case .text(let first, let origin) = one else { return .unknown }
        let second: String
        var isOfEnvironment = false
        if case .environment = origin { isOfEnvironment = true }
        switch other {
        case .text(let text, let origin):
            second = text
            if case .environment = origin { isOfEnvironment = true }
        // Others, such as `1.0`, have another text.
        case .number(let number) where Int(number).map { String($0) == number } ?? false: second = number
        default: return .unknown
        }
        guard first.utf8.count + second.utf8.count <= Self.mostBytes, step(second.utf8.count / 16) else {
            return .unknown
        }
        return .text(first + second, isOfEnvironment ? .environment : self.origin(place))
    }

    private func unary(_ symbol: String, _ operand: ScriptExpression, _ scope: ScriptScope) -> ScriptValue {
        if symbol == "delete" {
            assign(nil, to: operand, operand.place, scope)
            return .unknown
        }
        let value = evaluate(operand, scope)
        switch symbol {
        case "new":
            // It may be a class, whose objects change what it mentions.
            if case .chain(let base, let links) = operand.kind {
                let made = links.isEmpty ? value : evaluate(base, scope)
                forget(made, at: operand.place)
                return mixture([made, value])
            }
            return mixture([value])
        case "!": return value.isTrue.map { .flag(!$0) } ?? .unknown
        case "typeof": return value.type.map { .text($0, .other) } ?? .unknown
        case "await": return value
        case "void": return .undefined
        default: return .unknown
        }
    }

    private func binary(
        _ value: ScriptValue,
        _ symbol: String,
        _ operand: ScriptExpression,
        _ place: Int?,
        _ scope: ScriptScope
    ) -> ScriptValue {
        switch symbol {
        case "??", "||", "&&":
            let isDecided: Bool? =
                switch symbol {
                case "??": value.isMissing.map { !$0 }
                case "||": value.isTrue
                default: value.isTrue.map { !$0 }
                }
            guard let isDecided else {
                level += 1
                defer { (level, hasFailed) = (level - 1, false) }
                let other = evaluate(operand, scope)
                return hasFailed ? value : joined(value, other)
            }
            guard isDecided else { return evaluate(operand, scope) }
            switch operand.kind {
            case .text, .name: environment.fallBack(value, to: evaluate(operand, scope))
            default: break
            }
            return value
        case "===", "!==", "==", "!=":
            let other = evaluate(operand, scope)
            environment.compare(value, other)
            // `null == undefined`
            if symbol.utf8.count == 2, value.isMissing ?? false, other.isMissing ?? false {
                return .flag(symbol == "==")
            }
            return value.equals(other).map { .flag($0 == symbol.hasPrefix("=")) } ?? .unknown
        case "+": return sum(value, evaluate(operand, scope), place)
        case "in":
            guard case .text(let key, _) = value, case .object(let object) = evaluate(operand, scope) else {
                return .unknown
            }
            noteKeys(of: object, for: value)
            guard object.hasKnownKeys else { return .unknown }
            return .flag(object[key] != nil)
        default:
            _ = evaluate(operand, scope)
            return .unknown
        }
    }

    // MARK: Objects

    private func object(_ members: [ScriptExpression.Member], _ scope: ScriptScope) -> ScriptValue {
        let object = ScriptObject(level: level)
        for member in members {
            switch member {
            case .value(let key, let expression):
                let value = evaluate(expression, scope)
                if let name = self.key(key, scope), name != "__proto__" {
                    object[name] = .init(value: value, keyPlace: key.place, place: expression.place)
                } else {
                    object.open(at: key.place)
                    object.hide(value.references)
                }
            case .spread(let expression): copy(evaluate(expression, scope), into: object, at: expression.place)
            }
        }
        return .object(object)
    }

    /// Returns the key that an expression gives; `nil` if it isn't known.
    private func key(_ expression: ScriptExpression, _ scope: ScriptScope) -> String? {
        if case .text(let text) = expression.kind { return text }
        guard case .text(let text, let origin) = evaluate(expression, scope) else { return nil }
        if case .environment = origin { return nil }
        return text
    }

    /// Sets the members of a value in an object.
    func copy(_ value: ScriptValue, into object: ScriptObject, at place: Int?) {
        switch value {
        case .object(let other):
            if step(other.keys.count) { object.copy(other, at: place) } else { object.open(at: place) }
        case .undefined, .unset, .null, .flag, .number, .function: break
        case .text, .list, .environment, .native, .unknown, .mixed:
            object.open(at: place)
            object.hide(value.references)
        }
    }

    func list(_ elements: [ScriptExpression], _ scope: ScriptScope) -> ScriptList {
        let list = ScriptList([], level: level)
        for element in elements {
            guard case .spread(let expression) = element.kind else {
                list.elements.append(.init(value: evaluate(element, scope), place: element.place))
                continue
            }
            let value = evaluate(expression, scope)
            if case .list(let other) = value, step(other.elements.count) {
                list.elements += other.elements.map { .init(value: $0.value, place: $0.place ?? element.place) }
                list.hide(other.hidden)
            } else {
                list.elements.append(.init(value: nil, place: element.place))
                list.hide(value.references.flatMap { [$0] + $0.hidden })
            }
        }
        return list
    }

    /// What an object or an array contains.
    private func parts(of reference: ScriptReference) -> [ScriptReference] {
        switch reference {
        case let object as ScriptObject:
            object.keys.flatMap { object[$0]?.value.references ?? [] } + object.hidden
        case let list as ScriptList: list.elements.flatMap { $0.value?.references ?? [] } + list.hidden
        default: reference.hidden
        }
    }

    private func chain(
        _ base: ScriptExpression,
        _ links: [ScriptExpression.Link],
        _ place: Int?,
        _ scope: ScriptScope
    ) -> ScriptValue {
        var value = evaluate(base, scope)
        var receiver: (value: ScriptValue, key: String)?
        let former = level
        defer { level = former }
        for link in links {
            guard step() else { return .unknown }
            switch link {
            case .member(let expression, let isOptional):
                if isOptional {
                    if value.isMissing == true { return .undefined }
                    // It isn't known whether the rest is evaluated.
                    if value.isMissing == nil { level = former + 1 }
                }
                let key = evaluate(expression, scope)
                if case .text(let name, _) = key { receiver = (value, name) } else { receiver = (value, "") }
                value = member(key, of: value, at: expression.place)
            case .call(let arguments):
                value = call(value, receiver, list(arguments, scope), place, scope)
                receiver = nil
            }
        }
        return value
    }

    /// Returns a member of a value.
    func member(_ key: ScriptValue, of value: ScriptValue, at place: Int?) -> ScriptValue {
        let name: String
        switch key {
        case .text(let text, _), .number(let text): name = text
        case .undefined, .unset: name = "undefined"
        default:
            // Any of its members.
            return mixture(value.references.flatMap(parts(of:)))
        }
        switch value {
        case .object(let object):
            noteKeys(of: object, for: key)
            let isKept = changedKeys.map { !$0.contains(name) } ?? false
            return (isKept ? object.value(for: name) : nil) ?? mixture(object.hidden)
        case .list(let list):
            guard let values = list.values else { return mixture(parts(of: list)) }
            if name == "length" { return .number(String(values.count)) }
            guard let index = Int(name) else { return .unknown }
            return values.indices.contains(index) ? values[index] : .undefined
        case .environment: return environment.value(of: name)
        case .native("process") where name == "env": return .environment
        case .native(let owner): return .native("\(owner).\(name)")
        case .mixed(let others):
            return nested { mixture(others.map { member(key, of: $0.value, at: place) }) } ?? .unknown
        case .text, .number, .flag, .undefined, .unset, .null, .function, .unknown: return .unknown
        }
    }

    private func noteKeys(of object: ScriptObject, for key: ScriptValue) {
        guard case .text(_, .environment) = key else { return }
        for key in object.keys { environment.note(key) }
    }

    // MARK: Changes

    /// Sets the value of a name or a member; `nil` to delete it.
    private func assign(_ value: ScriptValue?, to target: ScriptExpression, _ place: Int?, _ scope: ScriptScope) {
        guard case .chain(let base, let links) = target.kind, case .member(let last, _)? = links.last else {
            if case .name(let name) = target.kind, let owner = scope.declaring(name) {
                set(name, to: value ?? .unknown, in: owner)
            }
            return
        }
        let owner = chain(base, Array(links.dropLast()), place, scope)
        let key = key(last, scope)
        switch owner {
        case .object(let object):
            for other in object.others { forget(other, at: target.place, holding: value) }
            guard let name = key else {
                object.open(at: target.place)
                return object.hide(value?.references ?? [])
            }
            let isCertain = object.level >= level
            guard let value else {
                if isCertain { return object.remove(name) }
                return object[name] = .init(value: .unknown, keyPlace: target.place, place: target.place)
            }
            let known = isCertain ? value : joined(object.value(for: name) ?? mixture(object.hidden), value)
            object[name] = .init(value: known, keyPlace: target.place, place: place ?? target.place)
        case .list, .mixed, .function:
            for reference in owner.references { forget(reference, at: target.place, holding: value) }
        case .environment: environment.change(key)
        case .unknown, .native: change(key)
        default: break
        }
    }

    /// Sets the value of a name of a block.
    func set(_ name: String, to value: ScriptValue, in scope: ScriptScope) {
        let former = scope.values[name]
        scope.values[name] = scope.level >= level ? value : joined(former ?? .undefined, value)
    }

    /// Forgets what a value contains, since what isn't known may change it.
    func forget(_ value: ScriptValue, at place: Int?) {
        if case .environment = value { environment.change(nil) }
        for reference in value.references { forget(reference, at: place) }
    }

    /// Forgets what a reference contains, which may now be this value, too.
    private func forget(_ reference: ScriptReference, at place: Int?, holding value: ScriptValue? = nil) {
        reference.hide(value?.references ?? [])
        guard !reference.isBeingForgotten, step() else { return }
        reference.isBeingForgotten = true
        defer { reference.isBeingForgotten = false }
        reference.open(at: place)
        if let closure = reference as? ScriptClosure {
            forget(closure.function.tokens, closure.function.file.tokens, closure.scope)
        }
        let others = (reference as? ScriptObject)?.others ?? []
        for inner in reference.hidden + others { _ = nested { forget(inner, at: place) } }
    }

    /// Forgets what these tokens may change: what their names mean.
    func forget(_ range: Range<Int>, _ tokens: ScriptTokens, _ scope: ScriptScope) {
        var mentioned: [ScriptReference] = []
        var assigned: [(name: String, scope: ScriptScope)] = []
        for index in range {
            guard step() else { return }
            guard case .name(let name) = tokens[index], tokens[index - 1] != .mark(".") else { continue }
            if tokens.has(.name("process"), .mark("."), .name("env"), at: index), tokens[index + 3] != .mark(".") {
                environment.change(nil)
            }
            guard let owner = scope.declaring(name) else { continue }
            mentioned += owner.values[name]?.references ?? []
            // `a = b`, `a += b`, `a ||= b`
            if (1...3).contains(where: { tokens.assigns(index + $0) }) { assigned.append((name, owner)) }
        }
        let mixture = mixture(mentioned)
        for reference in mixture.references {
            reference.hide(mixture.references)
            _ = nested { forget(reference, at: nil) }
        }
        for (name, owner) in assigned { owner.values[name] = mixture }
    }
}
