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
        guard let below = folder.relative(to: root), let configuration = configuration(at: root, in: files),
            let address = origin(in: configuration), let remote = identity(of: address[...])
        else { return nil }
        return Source.Repository(remote: remote, path: below)
    }

    private static let limit = 1 << 20

    /// Returns the configuration of the repository whose `.git` is in `root`, a real path; `nil` if it is unknown.
    ///
    /// A folder from a stranger could name the repository of someone else. So links aren't followed, and a git folder
    /// elsewhere counts only if it names `root` in return.
    ///
    /// - Source: https://git-scm.com/docs/gitrepository-layout, seen 2026-11-27.
    private static func configuration(at root: Path, in files: any FileAccess) -> String? {
        func real(_ path: Path) -> Path? { try? files.realPath(of: path) }
        func text(_ path: Path) -> String? {
            guard real(path) == path else { return nil }
            return (try? files.contents(of: path, limit: limit)).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        func line(_ path: Path) -> Path? { text(path).map { Path(String($0.prefix { !$0.isNewline })) } }
        let link = root.appending(".git")
        guard let name = line(link)?.text, name.hasPrefix("gitdir: ") else { return text(link.appending("config")) }
        guard let folder = real(root.appending(Path(String(name.dropFirst("gitdir: ".count))))) else { return nil }
        // The folder of a work tree is in the folder of its repository.
        if let shared = line(folder.appending("commondir")) {
            guard let back = line(folder.appending("gitdir")), real(folder.appending(back)) == link,
                let repository = real(folder.appending(shared)), folder.relative(to: repository) != nil
            else { return nil }
            return text(repository.appending("config"))
        }
        // That of a submodule has a configuration, and a second one if only some of its files are checked out.
        let configuration = text(folder.appending("config"))
        let back = [configuration, text(folder.appending("config.worktree"))].lazy.compactMap(\.self)
            .compactMap { value(of: "worktree", in: "[core]", of: $0) }.first
        return back.flatMap { real(folder.appending(Path($0))) } == root ? configuration : nil
    }

    /// Returns the address of the remote `origin` in a git configuration.
    ///
    /// - Source: https://git-scm.com/docs/git-config#_configuration_file, seen 2026-11-21.
    static func origin(in configuration: String) -> String? {
        value(of: "url", in: "[remote \"origin\"]", of: configuration)
    }

    private static func value(of key: String, in section: String, of configuration: String) -> String? {
        var isInside = false
        for line in configuration.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            if line.hasPrefix("[") {
                isInside = line.hasPrefix(section)
            } else if isInside, let cut = line.firstIndex(of: "="),
                line[..<cut].filter({ !$0.isWhitespace }).lowercased() == key
            {
                return unquoted(line[line.index(after: cut)...])
            }
        }
        return nil
    }

    /// Returns the rest of a line as git reads it: without the spaces around it, quotes and a comment; `nil` if a backslash
    /// escapes something else than a quote or another one.
    private static func unquoted(_ text: Substring) -> String? {
        var (value, spaces) = ("", "")
        var (isQuoted, isEscaped) = (false, false)
        for character in text.drop(while: \.isWhitespace) {
            if isEscaped {
                guard "\"\\".contains(character) else { return nil }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                isQuoted.toggle()
                continue
            } else if !isQuoted, character.isWhitespace {
                spaces.append(character)
                continue
            } else if !isQuoted, "#;".contains(character) {
                break
            }
            value += spaces + String(character)
            spaces = ""
        }
        return value
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
