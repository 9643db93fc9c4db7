#if Links
import SchemeModel

/// A `URLComponents` value.
struct URLComponentsValue {
    /// The URL that it was created from; `nil` if it was created empty.
    var base: URLPattern?
    var scheme: [URLPattern]?
    var host: [URLPattern]?
    var path: [URLPattern]?
    /// The part after the path, with its question mark. An open one may also be empty.
    var tail: [URLPattern]?
    /// Whether unknown code may have changed everything.
    var isOpen = false

    /// The possible URLs.
    var urls: [URLPattern] {
        let count = [scheme, host, path, tail].reduce(1) { min($0 * max(1, $1?.count ?? 1), ValueSet.limit + 1) }
        guard !isOpen, count <= ValueSet.limit else { return [URLPattern([.hole(nil)])] }
        var heads = base.map { [$0] } ?? [URLPattern()]
        if tail != nil, let base { heads = [base.cut(before: "?")] }
        if let base, scheme != nil || host != nil || path != nil {
            let schemes = scheme ?? [base.schemePart]
            let hosts = host == nil && path != nil ? [URLPattern([.hole("host")])] : host
            heads = Self.join(schemes, hosts ?? [], path ?? [URLPattern([.hole(nil)])])
        } else if base == nil {
            guard let scheme else { return [URLPattern([.hole(nil)])] }
            heads = Self.join(scheme, host ?? [], path ?? [])
        }
        guard let tail else { return heads }
        return heads.flatMap { head in tail.map { head.appending($0) } }
    }

    private static func join(_ schemes: [URLPattern], _ hosts: [URLPattern], _ paths: [URLPattern]) -> [URLPattern] {
        schemes.flatMap { scheme in
            (hosts.isEmpty ? [nil] : hosts.map { $0 }).flatMap { (host: URLPattern?) in
                (paths.isEmpty ? [URLPattern()] : paths).map { path in
                    var url = scheme
                    url.append(.literal(":"))
                    if let host {
                        url.append(.literal("//"))
                        url.append(host)
                    }
                    url.append(path)
                    return url
                }
            }
        }
    }
}

extension URLPattern {
    /// Returns the pattern up to the first `mark` in a known part.
    func cut(before mark: Character) -> URLPattern {
        var result = URLPattern()
        for part in parts {
            if case .literal(let text) = part, let index = text.firstIndex(of: mark) {
                result.append(.literal(String(text[..<index])))
                return result
            }
            result.append(part)
        }
        return result
    }

    /// The scheme, or a hole if it is unknown.
    var schemePart: URLPattern { schemeSpelling.map { URLPattern($0) } ?? URLPattern([.hole("scheme")]) }
}
#endif
