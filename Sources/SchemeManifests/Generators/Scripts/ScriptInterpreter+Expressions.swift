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
        case .list(let elements): return .list(ScriptList(list(elements, scope), level: level))
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
            let value =
                symbol.isEmpty
                ? evaluate(operand, scope) : binary(evaluate(target, scope), symbol, operand, place, scope)
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
        for key in Set(first.keys + second.keys) {
            let value = nested { joined(first.value(for: key), second.value(for: key)) } ?? .unknown
            let place = first[key] ?? second[key]
            common[key] = .init(value: value, keyPlace: place?.keyPlace, place: place?.place)
        }
        common.others = [one, other]
        return .object(common)
    }

    /// Returns an unknown value that may be, or contain, one of these.
    func mixture(_ values: [ScriptValue]) -> ScriptValue {
        let references = values.flatMap { value -> [ScriptValue] in
            switch value {
            case .object, .list, .function: [value]
            case .mixed(let others): others
            default: []
            }
        }
        guard references.count <= Self.mostReferences else {
            for reference in references { forget(reference, at: nil) }
            return .unknown
        }
        return references.isEmpty ? .unknown : .mixed(references)
    }

    /// The number of objects that an unknown value may be.
    private static var mostReferences: Int { 16 }

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
        case .number(let number): second = number
        default: return .unknown
        }
        guard first.utf8.count + second.utf8.count <= Self.mostBytes, step(second.utf8.count / 16) else {
            return .unknown
        }
        return .text(first + second, isOfEnvironment ? .environment : self.origin(place))
    }

    private func unary(_ symbol: String, _ operand: ScriptExpression, _ scope: ScriptScope) -> ScriptValue {
        if symbol == "delete" { return delete(operand, scope) }
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

    private func delete(_ operand: ScriptExpression, _ scope: ScriptScope) -> ScriptValue {
        assign(.unknown, to: operand, operand.place, scope)
        guard case .chain(let base, let links) = operand.kind, case .member(let last, _)? = links.last,
            let key = key(last, scope),
            case .object(let object) = chain(base, Array(links.dropLast()), operand.place, scope), object.level >= level
        else { return .unknown }
        object.remove(key)
        return .unknown
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
                case "??": if case .unknown = value { nil } else { !value.isMissing }
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
            if symbol.utf8.count == 2, value.isMissing, other.isMissing { return .flag(symbol == "==") }
            return value.equals(other).map { .flag($0 == symbol.hasPrefix("=")) } ?? .unknown
        case "+": return sum(value, evaluate(operand, scope), place)
        case "in":
            guard case .text(let key, _) = value, case .object(let object) = evaluate(operand, scope) else {
                return .unknown
            }
            noteKeys(of: object, for: value)
            if object[key] != nil { return .flag(true) }
            return object.isOpen ? .unknown : .flag(false)
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
        case .text, .list, .environment, .native, .unknown, .mixed: object.open(at: place)
        }
    }

    func list(_ elements: [ScriptExpression], _ scope: ScriptScope) -> [ScriptList.Element] {
        elements.flatMap { element -> [ScriptList.Element] in
            guard case .spread(let expression) = element.kind else {
                return [.init(value: evaluate(element, scope), place: element.place)]
            }
            guard case .list(let list) = evaluate(expression, scope), step(list.elements.count) else {
                return [.init(value: nil, place: element.place)]
            }
            return list.elements.map { .init(value: $0.value, place: $0.place ?? element.place) }
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
        for link in links {
            guard step() else { return .unknown }
            switch link {
            case .member(let expression, let isOptional):
                if isOptional, value.isMissing { return .undefined }
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
            switch value {
            case .object(let object): return mixture(object.keys.compactMap { object[$0]?.value })
            case .list(let list): return mixture(list.elements.compactMap(\.value))
            default: return mixture([value])
            }
        }
        switch value {
        case .object(let object):
            noteKeys(of: object, for: key)
            return changedKeys?.contains(name) ?? true ? .unknown : object.value(for: name)
        case .list(let list):
            guard let values = list.values else { return mixture(list.elements.compactMap(\.value)) }
            if name == "length" { return .number(String(values.count)) }
            guard let index = Int(name) else { return .unknown }
            return values.indices.contains(index) ? values[index] : .undefined
        case .environment: return environment.value(of: name)
        case .native("process") where name == "env": return .environment
        case .native(let owner): return .native("\(owner).\(name)")
        case .mixed(let others):
            return nested { mixture(others.map { member(key, of: $0, at: place) }) } ?? .unknown
        case .text, .number, .flag, .undefined, .unset, .null, .function, .unknown: return .unknown
        }
    }

    private func noteKeys(of object: ScriptObject, for key: ScriptValue) {
        guard case .text(_, .environment) = key else { return }
        for key in object.keys { environment.note(key) }
    }

    // MARK: Changes

    private func assign(_ value: ScriptValue, to target: ScriptExpression, _ place: Int?, _ scope: ScriptScope) {
        switch target.kind {
        case .name(let name): if let owner = scope.declaring(name) { set(name, to: value, in: owner) }
        case .chain(let base, let links):
            guard case .member(let last, _)? = links.last else { return }
            let owner = chain(base, Array(links.dropLast()), place, scope)
            let key = key(last, scope)
            switch owner {
            case .object(let object):
                for other in object.others { forget(other, at: target.place) }
                guard let name = key else { return object.open(at: target.place) }
                let isCertain = object.level >= level
                let known = isCertain ? value : joined(object.value(for: name), value)
                object[name] = .init(value: known, keyPlace: target.place, place: place ?? target.place)
            case .list(let list): list.elements = [.init(value: nil, place: target.place)]
            case .environment: environment.change(key)
            case .unknown, .native: change(key)
            case .mixed, .function: forget(owner, at: target.place)
            default: break
            }
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
        guard step() else { return }
        switch value {
        case .object(let object):
            guard !object.keys.isEmpty || !object.isOpen else { return }
            let members = object.keys.compactMap { object[$0] }
            object.open(at: place)
            for other in object.others { _ = nested { forget(other, at: place) } }
            for member in members { _ = nested { forget(member.value, at: place) } }
        case .list(let list):
            let elements = list.elements.compactMap(\.value)
            list.elements = [.init(value: nil, place: place)]
            for element in elements { _ = nested { forget(element, at: place) } }
        case .function(let closure):
            guard closure.isKept else { return }
            closure.isKept = false
            forget(closure.function.tokens, closure.function.file.tokens, closure.scope)
            closure.isKept = true
        case .environment: environment.change(nil)
        case .mixed(let others): for other in others { _ = nested { forget(other, at: place) } }
        default: break
        }
    }

    /// Forgets what these tokens may change: what their names mean.
    func forget(_ range: Range<Int>, _ tokens: ScriptTokens, _ scope: ScriptScope) {
        for index in range {
            guard step() else { return }
            guard case .name(let name) = tokens[index], tokens[index - 1] != .mark(".") else { continue }
            if tokens.has(.name("process"), .mark("."), .name("env"), at: index), tokens[index + 3] != .mark(".") {
                environment.change(nil)
            }
            guard let owner = scope.declaring(name) else { continue }
            _ = nested { forget(owner.values[name] ?? .undefined, at: nil) }
            // `a = b`, `a += b`, `a ||= b`
            if (1...3).contains(where: { tokens.assigns(index + $0) }) { owner.values[name] = .unknown }
        }
    }
}
