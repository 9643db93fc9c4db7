import SchemeModel

extension ScriptInterpreter {
    /// Calls a function of the program.
    ///
    /// - Parameter receiver: The value of `this`.
    func call(_ closure: ScriptClosure, _ arguments: [ScriptValue], on receiver: ScriptValue = .unknown) -> ScriptValue
    {
        let function = closure.function
        guard function.kind == .usual || function.kind == .arrow else {
            return callUnknown(arguments + [.function(closure), receiver], at: nil)
        }
        let scope = ScriptScope(in: closure.scope, level: level, isWhole: true)
        let outcome = called {
            for (index, (pattern, standard)) in function.parameters.enumerated() {
                let value = index < arguments.count ? arguments[index] : .undefined
                bind(pattern, self.value(value, or: standard, scope), scope)
            }
            if function.kind == .usual {
                scope.values["this"] = receiver
                scope.values["arguments"] = .list(ScriptList(arguments.map { .init(value: $0) }, level: level))
            }
            let inner = ScriptScope(in: scope, level: level, isWhole: true)
            for name in function.variables where scope.values[name] == nil { inner.values[name] = .undefined }
            return run(function.statements, inner)
        }
        switch outcome {
        case .value(let value): return value
        case .end: return .undefined
        case .failure:
            hasFailed = true
            return .unknown
        case nil: return callUnknown(arguments + [.function(closure), receiver], at: nil)
        case .leave, .mixed: return mixture(arguments + [.function(closure), receiver])
        }
    }

    /// Forgets what a call that isn't followed may change, and returns what it may give.
    private func callUnknown(_ values: [ScriptValue], at place: Int?) -> ScriptValue {
        for value in values { forget(value, at: place) }
        return mixture(values)
    }

    /// Calls a value.
    ///
    /// - Parameters:
    ///   - receiver: The value whose member is called, and its key.
    ///   - place: Where the call is.
    func call(
        _ callee: ScriptValue,
        _ receiver: (value: ScriptValue, key: String)?,
        _ arguments: ScriptList,
        _ place: Int?,
        _ scope: ScriptScope
    ) -> ScriptValue {
        guard !hasFailed else { return .unknown }
        let values = arguments.values ?? [mixture([.list(arguments)])]
        let isWhole = arguments.values != nil
        switch (callee, receiver) {
        case (.function(let closure), _) where isWhole: return call(closure, values, on: receiver?.value ?? .unknown)
        case (.native(let name), _): if let known = callNative(name, values, place, scope) { return known }
        case (.unknown, (_, "parse")?), (.unknown, (_, "safeParse")?), (.mixed, (_, "parse")?),
            (.mixed, (_, "safeParse")?):
            if case .object(let object)? = values.first { return checked(object, isSafe: receiver?.key == "safeParse") }
        case (_, (.text(let text, let origin), let key)?): return callText(text, origin, key, values)
        case (_, (.list(let list), let key)?) where isWhole:
            if let known = callList(list, key, arguments.elements, place) { return known }
        default: break
        }
        return callUnknown(values + [callee] + (receiver.map { [$0.value] } ?? []), at: place)
    }

    /// Calls a function of JavaScript or of a package; `nil` if that may change its arguments.
    private func callNative(
        _ name: String,
        _ arguments: [ScriptValue],
        _ place: Int?,
        _ scope: ScriptScope
    ) -> ScriptValue? {
        switch (name, arguments.first) {
        case ("require", .text(let path, let origin)?):
            if case .environment = origin { return .unknown }
            return imported(path, in: scope.folder)
        case ("process.exit", _):
            hasFailed = true
            return .unknown
        case ("Object.assign", .object(let object)?):
            guard object.level >= level, object.others.isEmpty else { return nil }
            for argument in arguments.dropFirst() { copy(argument, into: object, at: place) }
            return .object(object)
        case ("Object.freeze", let value?): return value
        case ("Object.keys", .object(let object)?) where object.hasKnownKeys:
            return .list(ScriptList(object.keys.map { .init(value: .text($0, .other)) }, level: level))
        case ("Object.values", .object(let object)?) where object.hasKnownKeys:
            return .list(ScriptList(object.keys.map { .init(value: object.value(for: $0)) }, level: level))
        case (_, .object(let object)?) where Self.isPlugin(name):
            // It may change the Info.plist.
            let others = ["Android", "Dangerous", "Gradle", "Podfile", "Xcode"]
            let isOfOthers = others.contains { name.contains($0) }
            let hasFunction = arguments.contains { if case .function = $0 { true } else { false } }
            if hasFunction, !isOfOthers { object["mods"] = .init(value: .unknown, keyPlace: place, place: place) }
            return .object(object)
        case ("Boolean", let value): return (value ?? .undefined).isTrue.map { .flag($0) } ?? .unknown
        case ("String", .text?): return arguments[0]
        case ("Array.isArray", .list?): return .flag(true)
        case ("Array.isArray", .text?), ("Array.isArray", .object?), ("Array.isArray", .undefined?): return .flag(false)
        default:
            let owner = name.prefix { $0 != "." }
            // What they call, they call at once, or never.
            let isHarmless =
                Self.harmless.contains(String(owner)) && !name.hasPrefix("Object.define") && name != "Object.assign"
                && name != "Object.setPrototypeOf"
            guard isHarmless else { return nil }
            return ["Object", "Array"].contains(owner) ? mixture(arguments) : .unknown
        }
    }

    /// Whether this is a plugin of a package, which returns the configuration: `withSentry`.
    private static func isPlugin(_ name: String) -> Bool {
        guard name.hasPrefix("package:"), let last = name.split(separator: ".").last, last.hasPrefix("with") else {
            return false
        }
        return last.dropFirst(4).first?.isUppercase ?? false
    }

    /// Returns what a schema gives for an object: its values, or those that it sets in place of missing ones.
    ///
    /// - Source: zod.dev/basics (seen 2026-12-01).
    private func checked(_ object: ScriptObject, isSafe: Bool) -> ScriptValue {
        let copy = ScriptObject(level: level)
        self.copy(.object(object), into: copy, at: nil)
        for key in copy.keys {
            if copy[key]?.value.isUndefined == true { copy[key]?.value = .unknown }
        }
        guard isSafe else { return .object(copy) }
        let result = ScriptObject(level: level, isOpen: true)
        result["data"] = .init(value: .object(copy))
        return .object(result)
    }

    /// What doesn't change its arguments.
    private static let harmless: Set<String> = [
        "console", "JSON", "Object", "Array", "Math", "String", "Number", "Error", "URL", "parseInt", "process",
        "require",
        "package:path", "package:fs", "package:node:path", "package:node:fs", "package:dotenv", "package:os",
    ]

    /// Calls a method of a text.
    ///
    /// - Source: ECMA-262, String Objects (seen 2026-12-01).
    private func callText(
        _ text: String,
        _ origin: ScriptOrigin,
        _ key: String,
        _ arguments: [ScriptValue]
    ) -> ScriptValue {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        switch (key, arguments.first) {
        case ("toString", nil): return .text(text, origin)
        case ("toLowerCase", nil) where isASCII: return .text(text.lowercased(), origin)
        case ("toUpperCase", nil) where isASCII: return .text(text.uppercased(), origin)
        case ("trim", nil) where isASCII:
            let blanks = text.utf8.prefix { $0 <= 0x20 }.count
            let kept = text.utf8.dropFirst(blanks).reversed().drop { $0 <= 0x20 }.reversed()
            return .text(String(decoding: Array(kept), as: UTF8.self), origin)
        case ("includes", .text(let part, _)?), ("startsWith", .text(let part, _)?), ("endsWith", .text(let part, _)?):
            guard arguments.count == 1 else { return .unknown }
            environment.compare(.text(text, origin), arguments[0])
            let (all, part) = (Array(text.utf8), Array(part.utf8))
            switch key {
            case "startsWith": return .flag(all.starts(with: part))
            case "endsWith": return .flag(all.reversed().starts(with: part.reversed()))
            default: return .flag(part.isEmpty || all.firstRange(of: part) != nil)
            }
        default: return .unknown
        }
    }

    /// Calls a method of an array; `nil` if it isn't known.
    ///
    /// - Source: ECMA-262, Array Objects (seen 2026-12-01).
    private func callList(
        _ list: ScriptList,
        _ key: String,
        _ arguments: [ScriptList.Element],
        _ place: Int?
    ) -> ScriptValue? {
        let first = arguments.first?.value
        switch key {
        case "push", "unshift":
            let added = list.level >= level ? arguments : [.init(value: nil, place: place)]
            list.hide(arguments.flatMap { $0.value?.references ?? [] })
            list.elements = key == "push" ? list.elements + added : added + list.elements
            return step(list.elements.count) ? .unknown : nil
        case "concat":
            let added = arguments.flatMap { argument -> [ScriptList.Element] in
                switch argument.value {
                case .list(let other): other.elements
                case .unknown, nil: [.init(value: nil, place: argument.place)]
                default: [argument]
                }
            }
            guard step(list.elements.count + added.count) else { return nil }
            let whole = ScriptList(list.elements + added, level: level)
            let references = arguments.flatMap { $0.value?.references ?? [] }
            whole.hide(list.hidden + references + references.flatMap(\.hidden))
            return .list(whole)
        case "includes":
            guard let first, arguments.count == 1, let values = list.values else { return .unknown }
            var isContained: Bool? = false
            for value in values {
                guard step() else { return .unknown }
                environment.compare(first, value)
                switch first.equals(value) {
                case true: isContained = true
                case nil: if isContained == false { isContained = nil }
                default: break
                }
            }
            return isContained.map { .flag($0) } ?? .unknown
        case "map", "filter", "forEach":
            guard let first, list.values != nil else { return nil }
            let results = ScriptList([], level: level)
            for (index, element) in list.elements.enumerated() {
                let value = element.value ?? .unknown
                var given: ScriptValue
                switch first {
                case .function(let closure):
                    given = call(closure, [value, .number(String(index)), .list(list)])
                case .native("Boolean"): given = value.isTrue.map { .flag($0) } ?? .unknown
                default: return nil
                }
                if key == "filter" {
                    guard let isKept = given.isTrue else {
                        results.elements.append(.init(value: nil, place: element.place))
                        results.hide(value.references)
                        continue
                    }
                    if !isKept { continue }
                    given = value
                }
                results.elements.append(.init(value: given, place: element.place))
            }
            return key == "forEach" ? .undefined : .list(results)
        case "join":
            guard let values = list.values, case .text(let separator, _)? = first ?? .text(",", .other) else {
                return .unknown
            }
            var joined = ""
            for (index, value) in values.enumerated() {
                guard case .text(let text, let origin) = value, step() else { return .unknown }
                if case .environment = origin { return .unknown }
                joined += (index > 0 ? separator : "") + text
                guard joined.utf8.count <= Self.mostBytes else { return .unknown }
            }
            return .text(joined, .other)
        case "indexOf", "find", "some", "every", "slice", "entries", "keys", "toString", "at", "flat":
            if case .function = first { return nil }
            return mixture([.list(list)])
        default: return nil
        }
    }
}
