/// The address of a registry on a PostgreSQL server, as users write it: `postgres://user@host/database`.
package struct ServerAddress: Hashable, Sendable {
    /// The address as it was given, which may contain passwords.
    package let uri: String

    /// Creates an address from text that starts with `postgres://` or `postgresql://`; `nil` for other text.
    package init?(_ text: String) {
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix) else { return nil }
        uri = text
    }

    /// The parts of the address between which passwords may be.
    private var parts: (scheme: Substring, user: Substring, secret: Substring, rest: Substring) {
        let start = uri.firstRange(of: "://")?.upperBound ?? uri.startIndex
        // A password may contain any character, also by mistake, so it ends at the last one.
        guard let end = uri.lastIndex(of: "@"), end >= start else { return (uri[..<start], "", "", uri[start...]) }
        let user = uri[start..<end]
        let cut = user.firstIndex(of: ":") ?? user.endIndex
        return (uri[..<start], user[..<cut], user[cut...].dropFirst(), uri[end...])
    }

    /// The address without passwords, for everything that is shown.
    package var display: String {
        let parts = parts
        return parts.scheme + Self.withoutSecretParameters(parts.user) + Self.withoutSecretParameters(parts.rest)
    }

    private static func withoutSecretParameters(_ part: Substring) -> String {
        let shown = parameters(of: part).filter { !isSecret($0) }
        let separator = part.contains("?") ? "?" : "&"
        return (shown.first ?? "") + (shown.count > 1 ? separator : "") + shown.dropFirst().joined(separator: "&")
    }

    /// Returns what is between the separators of parameters. The first one is what is before them.
    private static func parameters(of part: Substring) -> [Substring] {
        part.split(omittingEmptySubsequences: false) { $0 == "?" || $0 == "&" }
    }

    private static func isSecret(_ parameter: Substring) -> Bool {
        guard let end = parameter.firstIndex(of: "=") else { return false }
        let name = String(parameter[..<end]).removingPercents.lowercased()
        return ["password", "key", "secret", "token"].contains(where: name.contains)
    }

    /// The passwords in the address, as written and decoded, without empty ones.
    private var secrets: [String] {
        let parameters = Self.parameters(of: uri[...]).filter(Self.isSecret)
        let raw = [parts.secret] + parameters.map { $0.drop { $0 != "=" }.dropFirst() }
        return raw.flatMap { [String($0), String($0).removingPercents] }.filter { !$0.isEmpty }
    }

    /// Returns the first line of `text`, without the passwords. Further lines have advice that doesn't fit here.
    package func withoutSecrets(_ text: String) -> String {
        let line = String(text.split(whereSeparator: \.isNewline).first ?? "")
        return secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(line) { $0.replacing($1, with: "***") }
    }
}

extension String {
    /// The text with `%XX` decoded; bytes that are not UTF-8 are replaced.
    fileprivate var removingPercents: String {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
