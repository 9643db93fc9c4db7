/// Association files by the hosts that serve them.
package struct AssociationFiles: Hashable, Sendable {
    private var byHost: [ByteString: [AssociationFile]] = [:]

    /// Creates a collection of `files`, which may be in any order.
    package init(_ files: [AssociationFile] = []) {
        for file in files.sorted() {
            for host in file.contents.hosts { byHost[ByteString(host), default: []].append(file) }
        }
    }

    /// Creates a collection of the files of `hosts`, which `load` returns in order.
    package init(of hosts: some Sequence<String>, load: (String) throws -> [AssociationFile]) rethrows {
        for host in hosts where byHost[ByteString(host)] == nil { byHost[ByteString(host)] = try load(host) }
    }

    /// Returns the files that `host` serves, ordered by place.
    package func served(by host: String) -> [AssociationFile] { byHost[ByteString(host)] ?? [] }

    /// Returns the files that decide about the apps with a domain, ordered by place.
    package func deciding(on pattern: DomainPattern) -> [AssociationFile] { served(by: pattern.associationHost) }
}

extension DomainPattern {
    /// The host whose association file decides about the apps with this domain.
    ///
    /// - Source: TN3155 "Debugging universal links", as quoted by Apple in developer.apple.com/forums/thread/773412 (seen
    ///   2026-11-24): the file of `example.com` only works with `applinks:example.com` and with subdomains that
    ///   `applinks:*.example.com` matches; the file of `www.example.com` only works with `applinks:www.example.com`.
    package var associationHost: String { host }
}
