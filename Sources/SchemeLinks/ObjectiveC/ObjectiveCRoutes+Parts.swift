import SchemeModel

/// Maps Objective-C expressions to parts of a URL.
extension ObjectiveCRoutes {
    func part(of value: ObjectiveCExpression, _ scope: Scope) -> Part? {
        switch value {
        case .name(let name):
            let part = scope.parts[name]
            return part == .derived ? nil : part
        case .member(let base, let name): return part(of: base, scope).flatMap { member(name, of: $0) }
        case .index(let base, let index):
            guard part(of: base, scope) == .segments, case .number(let number) = index else { return nil }
            return .component(.pathComponent(min(number, 1_000)))
        case .message(let receiver, let selector, let arguments):
            if let made = made(selector, arguments, scope) { return made }
            guard let known = part(of: receiver, scope) else { return nil }
            switch selector {
            case "objectAtIndex:":
                guard known == .segments, case .number(let number)? = arguments.first else { return nil }
                return .component(.pathComponent(min(number, 1_000)))
            case "lowercaseString", "uppercaseString", "stringByRemovingPercentEncoding", "copy": return known
            case "paramDescriptorForKeyword:": return known == .event ? .event : nil
            default: return arguments.isEmpty ? member(selector, of: known) : nil
            }
        default: return nil
        }
    }

    private func made(_ selector: String, _ arguments: [ObjectiveCExpression], _ scope: Scope) -> Part? {
        guard let first = arguments.first, let known = part(of: first, scope),
            known == .url || known == .component(.text)
        else { return nil }
        switch selector {
        case "componentsWithURL:resolvingAgainstBaseURL:", "componentsWithString:",
            "initWithURL:resolvingAgainstBaseURL:":
            return .components
        case "URLWithString:", "initWithString:": return .url
        default: return nil
        }
    }

    private func member(_ name: String, of part: Part) -> Part? {
        switch (part, name) {
        case (.contexts, "anyObject"), (.contexts, "firstObject"): return .context
        case (.urls, "firstObject"), (.urls, "lastObject"): return .url
        case (.contexts, "allObjects"): return .contexts
        case (.context, "URL"): return .url
        case (.event, "stringValue"): return .component(.text)
        case (.url, "scheme"), (.components, "scheme"):
            return .component(.scheme)
        case (.url, "host"), (.components, "host"):
            return .component(.host)
        case (.url, "path"), (.components, "path"), (.url, "relativePath"):
            return .component(.path)
        case (.url, "lastPathComponent"), (.segments, "lastObject"):
            return .component(.lastPathComponent)
        case (.url, "pathComponents"):
            return .segments
        case (.segments, "firstObject"): return .component(.pathComponent(0))
        case (.url, "absoluteString"), (.components, "string"), (.url, "description"): return .component(.text)
        case (.url, "absoluteURL"), (.url, "standardizedURL"), (.components, "URL"): return .url
        default: return nil
        }
    }

    /// Whether `value` mentions a part of the URL.
    func mentions(_ value: ObjectiveCExpression, _ scope: Scope) -> Bool {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .name(let name): if scope.parts[name] != nil { return true }
            case .block(let range):
                steps += range.count / 16
                if range.contains(where: { index in word(index).map { scope.parts[$0] != nil } ?? false }) {
                    return true
                }
            default: pending += next.parts
            }
        }
        return false
    }
}
