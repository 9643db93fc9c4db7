import SchemeModel

extension Source.Repository {
    /// Finds the repository that contains `folder`, without running git; `nil` if there is none or it has no remote
    /// `origin`.
    ///
    /// - Parameter folder: A real path.
    static func find(around folder: Path, in files: any FileAccess) -> Source.Repository? {
        // Without a readable configuration, the repository is unknown.
        var root = folder
        while (try? files.kind(of: root.appending(".git"))) == nil {
            guard root.bytes.count > 1, root.isAbsolute else { return nil }
            root = root.directory
        }
        func text(_ path: Path) -> String? {
            (try? files.contents(of: path, limit: limit)).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        func firstLine(_ path: Path) -> Substring? { text(path)?.prefix { !$0.isNewline } }
        var git = root.appending(".git")
        // A work tree or a submodule has a file that names its git folder; a work tree's folder names the shared one.
        if let line = firstLine(git), line.hasPrefix("gitdir: ") {
            git = root.appending(Path(String(line.dropFirst("gitdir: ".count))))
            if let shared = firstLine(git.appending("commondir")) { git = git.appending(Path(String(shared))) }
        }
        guard let below = folder.relative(to: root), let configuration = text(git.appending("config")),
            let address = origin(in: configuration), let remote = identity(of: address)
        else { return nil }
        return Source.Repository(remote: remote, path: below)
    }

    private static let limit = 1 << 20

    /// Returns the address of the remote `origin` in a git configuration.
    ///
    /// - Source: https://git-scm.com/docs/git-config#_configuration_file, seen 2026-11-21.
    static func origin(in configuration: String) -> Substring? {
        var isInside = false
        for line in configuration.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            if line.hasPrefix("[") {
                isInside = line.hasPrefix("[remote \"origin\"]")
            } else if isInside, let cut = line.firstIndex(of: "="),
                line[..<cut].filter({ !$0.isWhitespace }).lowercased() == "url"
            {
                let value = line[line.index(after: cut)...].drop(while: \.isWhitespace)
                return value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { !$0.isWhitespace }
            }
        }
        return nil
    }

    /// Returns the host and path of an address, which are the same for all protocols, users and passwords.
    ///
    /// - Source: https://git-scm.com/docs/git-clone#_git_urls, seen 2026-11-21.
    static func identity(of address: Substring) -> String? {
        var (host, path): (Substring, Substring)
        if let scheme = address.firstRange(of: "://") {
            let rest = address[scheme.upperBound...]
            let cut = rest.firstIndex(of: "/") ?? rest.endIndex
            (host, path) = (rest[..<cut], rest[cut...])
            if let port = host.lastIndex(of: ":"), host[port...].dropFirst().allSatisfy(\.isNumber) {
                host = host[..<port]
            }
        } else if let cut = address.firstIndex(of: ":"), !address[..<cut].contains("/") {
            (host, path) = (address[..<cut], address[cut...].dropFirst())
        } else {
            guard address.hasPrefix("/") else { return nil }
            (host, path) = ("", address)
        }
        if let user = host.lastIndex(of: "@") { host = host[user...].dropFirst() }
        var names = path.split(separator: "/")
        guard let last = names.popLast() else { return nil }
        names.append(last.hasSuffix(".git") ? last.dropLast(4) : last)
        return host.lowercased() + "/" + names.joined(separator: "/")
    }
}
