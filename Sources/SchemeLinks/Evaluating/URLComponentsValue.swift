#if Links
import SchemeModel

/// A `URLComponents` value: what was put into it.
struct URLComponentsValue {
    /// The URL that it was made from; `nil` for an empty one.
    var base: URLPattern?
    var scheme: [URLPattern]?
    var host: [URLPattern]?
    var path: [URLPattern]?
    /// What follows the path, with its question mark; one that is open may as well be empty.
    var tail: [URLPattern]?
    /// Whether something was done to it that can change everything.
    var isOpen = false

    /// The URLs that it can give.
    var urls: [URLPattern] {
        let count = [scheme, host, path, tail].reduce(1) { min($0 * max(1, $1?.count ?? 1), Values.limit + 1) }
        guard !isOpen, count <= Values.limit else { return [URLPattern([.hole(nil)])] }
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
    /// The pattern up to the first `mark` in a known part.
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

    /// The scheme, or a hole.
    var schemePart: URLPattern { schemeSpelling.map { URLPattern($0) } ?? URLPattern([.hole("scheme")]) }
}
#endif
