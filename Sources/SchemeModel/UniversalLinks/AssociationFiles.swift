/// Association files by the hosts that serve them or, if no host is known, by the apps that they name.
package struct AssociationFiles: Hashable, Sendable {
    private var byKey: [Key: [AssociationFile]] = [:]

    /// What files are found by.
    package enum Key: Hashable, Sendable {
        /// A host that serves them.
        case host(ByteString)
        /// An app that they name, while no host is known.
        case app(AppID)
    }

    /// Creates a collection of `files`, which may be in any order.
    package init(_ files: [AssociationFile] = []) {
        for file in files.sorted() { for key in file.contents.keys { byKey[key, default: []].append(file) } }
    }

    /// Creates a collection of the files with one of `keys`, which `load` returns in order.
    package init(of keys: some Sequence<Key>, load: (Key) throws -> [AssociationFile]) rethrows {
        for key in keys where byKey[key] == nil { byKey[key] = try load(key) }
    }

    /// Returns the files with a key, ordered by place.
    package subscript(key: Key) -> [AssociationFile] { byKey[key] ?? [] }

    /// Returns the files that `host` serves, ordered by place.
    package func served(by host: String) -> [AssociationFile] { self[.host(ByteString(host))] }

    /// Returns the files that decide about the apps with a domain, ordered by place.
    package func deciding(on pattern: DomainPattern) -> [AssociationFile] { served(by: pattern.associationHost) }
}

extension AssociationFile.Contents {
    /// What the file is found by.
    fileprivate var keys: Set<AssociationFiles.Key> {
        hosts.isEmpty
            ? Set(listedApps.compactMap(\.app).map { .app($0) }) : Set(hosts.map { .host(ByteString($0)) })
    }
}

extension DomainPattern {
    /// The host whose association file decides about the apps with this domain.
    ///
    /// - Source: TN3155 "Debugging universal links", as quoted by Apple in developer.apple.com/forums/thread/773412 (seen
    ///   2026-11-24): the file of `example.com` only works with `applinks:example.com` and with subdomains that
    ///   `applinks:*.example.com` matches; the file of `www.example.com` only works with `applinks:www.example.com`.
    package var associationHost: String { host }
}
