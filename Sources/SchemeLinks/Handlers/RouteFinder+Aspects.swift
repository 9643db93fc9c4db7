#if Links
import SchemeModel
import SwiftSyntax

/// Collects the parts of the input that a handler uses anywhere in its code.
extension RouteFinder {
    /// Notes the names in a function that count as usage wherever they appear. Its callers share what was found once.
    func noteWords(of candidate: Candidate) {
        guard trail.noted.insert(candidate.key).inserted else { return }
        noteWords(of: Syntax(candidate.body), parts: candidate.parts)
    }

    /// Notes names that count as usage wherever they appear.
    func noteWords(of node: Syntax, parts: [String: URLPart]) {
        let options = Set(parts.filter { $0.value == .options }.map(\.key))
        for token in node.tokens(viewMode: .sourceAccurate) {
            trail.tokens += 1
            guard !trail.isOver else { return note(.elsewhere) }
            let text = token.text
            if let part = parts[text], part.isWhole { noteWhole(token, as: part) }
            switch text {
            case "urlContexts": looksAt.insert(.urlContexts)
            case "userActivities": looksAt.insert(.userActivities)
            case "sourceApplication": looksAt.insert(.sourceApplication)
            case "scheme", "host", "absoluteString", "path", "pathComponents", "lastPathComponent", "query",
                "queryItems":
                noteComponent(token, parts: parts)
            case "userInfo", "activityType", "webpageURL": looksAt.insert(.activity)
            case _ where options.contains(text):
                // The name alone, without a member, passes on the whole.
                guard token.parent?.parent?.is(MemberAccessExprSyntax.self) != true else { continue }
                looksAt.insert(.options)
            default: break
            }
        }
    }

    /// Notes the uses of a new name for the URL in the code around `node`.
    func noteUses(of name: String, as part: URLPart, around node: Syntax) {
        // Each search visits the whole block. Few handlers rename the URL twice.
        guard part == .url || part == .components, trail.namesGiven < 8 else { return }
        trail.namesGiven += 1
        var current = node.parent
        while let next = current, !next.is(CodeBlockItemListSyntax.self) { current = next.parent }
        if let current { noteWords(of: current, parts: [name: part]) }
    }

    /// Notes a member that may belong to the URL. A scheme or host counts for any value, so that no handler is reported
    /// for ignoring it by mistake. Other members only count for the URL.
    private func noteComponent(_ token: TokenSyntax, parts: [String: URLPart]) {
        guard let member = token.parent?.parent?.as(MemberAccessExprSyntax.self),
            member.declName.baseName.id == token.id
        else { return }
        let holder = member.base?.unwrapped.dottedNames.flatMap { $0.count == 1 ? parts[$0[0]] : nil }
        let isURL = holder == .url || holder == .components || holder == .context
        switch token.text {
        case "scheme": note(.scheme)
        case "host": note(.host)
        case "absoluteString": note(.text)
        case "query", "queryItems": if isURL { note(.query) }
        default: if isURL { note(.path) }
        }
    }

    /// Notes the use of the whole URL or activity called `token`.
    private func noteWhole(_ token: TokenSyntax, as part: URLPart) {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return }
        var current = Syntax(reference)
        while let parent = current.parent,
            parent.is(ForceUnwrapExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
        {
            current = parent
        }
        // A member of this name is not the URL, and a new name for the URL is searched separately.
        if let member = current.parent?.as(MemberAccessExprSyntax.self) {
            guard member.base?.id == current.id else { return }
            let name = member.declName.baseName.text
            if name == "isFileURL" {
                note(.scheme)
            } else if !Self.plainMembers.contains(name) {
                note(.elsewhere)
            }
            return
        }
        if current.parent?.is(InitializerClauseSyntax.self) == true || current.parent?.is(ForStmtSyntax.self) == true {
            if part == .activity { note(.elsewhere) }
            return
        }
        guard current.parent?.is(LabeledExprSyntax.self) == true,
            let call = current.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return note(.elsewhere) }
        if call.isLog || call.calleeName == "URLComponents" { return }
        trail.handedOver.insert(call.id)
    }

    /// Members of a URL or its container that check nothing.
    private static let plainMembers: Set<String> = [
        "absoluteURL", "first", "forEach", "fragment", "host", "absoluteString", "lastPathComponent", "path",
        "pathComponents", "pathExtension", "query", "queryItems", "scheme", "standardized", "url", "webpageURL",
    ]
}
#endif
