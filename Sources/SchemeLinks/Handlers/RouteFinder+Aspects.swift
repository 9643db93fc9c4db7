#if Links
import SchemeModel
import SwiftSyntax

/// What the code of a handler looks at, wherever that stands in it.
extension RouteFinder {
    /// Words that matter wherever they stand.
    func noteWords(of node: Syntax, parts: [String: URLPart]) {
        let options = Set(parts.filter { $0.value == .options }.map(\.key))
        for token in node.tokens(viewMode: .sourceAccurate) {
            if let part = parts[token.text], part.isWhole { noteWhole(token) }
            switch token.text {
            case "urlContexts": looksAt.insert(.urlContexts)
            case "sourceApplication": looksAt.insert(.sourceApplication)
            case "scheme", "host", "absoluteString", "path", "pathComponents", "lastPathComponent", "query",
                "queryItems":
                noteComponent(token, parts: parts)
            case "userInfo", "activityType", "webpageURL": looksAt.insert(.activity)
            case let text where options.contains(text):
                // The name by itself, and not a member of it, is handed on.
                guard token.parent?.parent?.is(MemberAccessExprSyntax.self) != true else { continue }
                looksAt.insert(.options)
            default: break
            }
        }
    }

    /// Notes what the code around `node` does with the URL once it has another name.
    func noteUses(of name: String, as part: URLPart, around node: Syntax) {
        // Few handlers name it twice; each look goes through all of the block.
        guard part == .url || part == .components, trail.namesGiven < 8 else { return }
        trail.namesGiven += 1
        var current = node.parent
        while let next = current, !next.is(CodeBlockItemListSyntax.self) { current = next.parent }
        if let current { noteWords(of: current, parts: [name: part]) }
    }

    /// Notes a member that may be one of the URL: of scheme and host whatever they are members of, so that nobody is told
    /// that they are not looked at; of the others only where they are the URL's.
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

    /// Notes where the URL that `token` names goes as a whole.
    private func noteWhole(_ token: TokenSyntax) {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return }
        var current = Syntax(reference)
        while let parent = current.parent,
            parent.is(ForceUnwrapExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
        {
            current = parent
        }
        // The name of a member is no name of the URL, and one that is given another name is followed by that.
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
            return
        }
        guard current.parent?.is(LabeledExprSyntax.self) == true,
            let call = current.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return note(.elsewhere) }
        if Self.isLog(call) || call.calleeName == "URLComponents" { return }
        trail.handedOver.insert(call.id)
    }

    /// Members of a URL and of what holds one that check nothing.
    private static let plainMembers: Set<String> = [
        "absoluteURL", "first", "forEach", "fragment", "host", "absoluteString", "lastPathComponent", "path",
        "pathComponents", "pathExtension", "query", "queryItems", "scheme", "standardized", "url",
    ]
}
#endif
