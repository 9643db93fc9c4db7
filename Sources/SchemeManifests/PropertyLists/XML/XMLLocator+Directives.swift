import SchemeModel

// Preprocessor lines.
extension XMLLocator {
    mutating func follow(_ directive: XMLScanner.Directive) throws(XMLPropertyError) {
        if !hasDirective { report(.conditional, element: directive.range) }
        hasDirective = true
        switch directive.kind {
        case .begin:
            guard conditionals.depth < limits.depth else {
                throw .overLimit(what: "levels of preprocessor conditionals", limit: limits.depth)
            }
            let awaiting = stack.last.flatMap { $0.isAwaiting ? $0.key : nil }
            conditionals.begin(
                XMLConditionals.GroupStart(
                    range: directive.range,
                    container: stack.last?.open.lowerBound,
                    awaiting: awaiting
                )
            )
        case .alternative:
            guard let opening = conditionals.alternate() else { throw unmatched(directive) }
            // Each branch is read as if it followed `#if`. After a key, each branch provides a value of that key.
            guard opening.container == stack.last?.open.lowerBound else {
                throw .malformed(
                    cause: "the branch before `\(scanner.quote(directive.range))` has unbalanced elements, "
                        + "so the branches cannot be read together",
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

    func unmatched(_ directive: XMLScanner.Directive) -> XMLPropertyError {
        .malformed(cause: "`\(scanner.quote(directive.range))` has no matching `#if`", at: directive.range)
    }
}
