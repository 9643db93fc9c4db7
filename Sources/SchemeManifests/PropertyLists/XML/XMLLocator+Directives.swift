import SchemeModel

// Preprocessor lines.
extension XMLLocator {
    mutating func follow(_ directive: XMLScanner.Directive) throws(XMLFault) {
        if !hasDirective { remark(.conditional, element: directive.range) }
        hasDirective = true
        switch directive.kind {
        case .begin:
            guard conditionals.depth < limits.depth else {
                throw .overLimit(what: "levels of conditional lines", limit: limits.depth)
            }
            let awaiting = stack.last.flatMap { $0.isAwaiting ? $0.key : nil }
            conditionals.begin(
                XMLConditionals.Opening(
                    range: directive.range,
                    container: stack.last?.open.lowerBound,
                    awaiting: awaiting
                )
            )
        case .alternative:
            guard let opening = conditionals.alternate() else { throw unmatched(directive) }
            // Each branch is read as if it followed `#if`: after a key, each gives that key's value.
            guard opening.container == stack.last?.open.lowerBound else {
                throw .malformed(
                    cause: "the branch before `\(scanner.quote(directive.range))` opens or closes elements of its own, "
                        + "so that the branches cannot be read together",
                    at: directive.range,
                    related: opening.range
                )
            }
            guard let last = stack.indices.last else { return }
            stack[last].isAwaiting = opening.awaiting != nil
            if let key = opening.awaiting {
                stack[last].key = key
                if isRoot(last) { isRecording = table.isWanted(key, by: wanted, scanner.bytes) }
            }
        case .end:
            guard conditionals.end() else { throw unmatched(directive) }
        case .other:
            break
        }
    }

    func unmatched(_ directive: XMLScanner.Directive) -> XMLFault {
        .malformed(cause: "`\(scanner.quote(directive.range))` stands without `#if`", at: directive.range)
    }
}
