/// The universal links in an `apple-app-site-association` file, with which a website names apps and their links.
///
/// - Source: Apple, Bundle Resources: applinks, applinks.Details, applinks.Details.Components, applinks.Defaults,
///   applinks.SubstitutionVariables (seen 2026-11-24).
package struct AssociationFile: Hashable, Sendable, Codable {
    /// Folders between the folder of a host and the file. `www` isn't one, because it may stand for a host of its own.
    package static let innerFolders: [Path] = [".well-known", "public", "static", "dist", "htdocs"]

    /// The file, as a whole.
    package var origin: Place
    /// What the file says.
    package var contents: Contents

    package init(origin: Place, contents: Contents) {
        self.origin = origin
        self.contents = contents
    }

    /// The content of a file, with ranges in it.
    package struct Contents: Hashable, Sendable, Codable {
        /// The hosts that serve the file, in lower case, sorted; empty if unknown.
        package var hosts: [String]
        /// The elements of `applinks.details`, in order.
        package var details: [Detail] = []
        /// The variables in `applinks.substitutionVariables`, ordered by name.
        package var variables: [Variable] = []
        /// Whether the file lists no more apps than ``details``. Otherwise a part of it was not understood.
        package var isWhole = true

        package init(hosts: [String] = []) { self.hosts = hosts }
    }

    /// An element of `applinks.details`: apps, and the links that they open.
    package struct Detail: Hashable, Sendable, Codable {
        /// The values of `appIDs` and `appID`, in order.
        package var apps: [ListedApp]
        /// The elements of `components` or, without them, of `paths`, in order; `nil` if there are neither, if they are not
        /// a list, or if the file is ambiguous.
        package var entries: [AssociationEntry]?

        package init(apps: [ListedApp], entries: [AssociationEntry]?) {
            self.apps = apps
            self.entries = entries
        }
    }

    /// An application identifier.
    package struct ListedApp: Hashable, Sendable, Codable {
        /// The Application Identifier Prefix, a dot and the bundle identifier, as written.
        package var identifier: String
        package var range: SourceRange

        package init(identifier: String, range: SourceRange) {
            self.identifier = identifier
            self.range = range
        }
    }

    /// A variable in patterns.
    package struct Variable: Hashable, Sendable, Codable {
        package var name: String
        /// The texts that it stands for, which may contain wildcards.
        package var values: [String]

        package init(name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }
}

extension AssociationFile.ListedApp {
    /// The Application Identifier Prefix; `nil` if the identifier has none.
    package var prefix: String? { parts.map(\.prefix) }

    /// The app; `nil` if its bundle identifier isn't complete.
    package var app: AppID? { parts.flatMap { AppID(bundleIdentifier: $0.rest) } }

    private var parts: (prefix: String, rest: String)? {
        guard let dot = identifier.utf8.firstIndex(of: UInt8(ascii: ".")), dot != identifier.utf8.startIndex else {
            return nil
        }
        return (String(identifier[..<dot]), String(identifier[identifier.utf8.index(after: dot)...]))
    }

    /// Whether this names `app`. An unknown prefix may be any.
    package func names(_ app: AppID, prefix known: String?) -> Bool {
        guard self.app == app else { return false }
        return known.map { known in prefix.map { ByteString($0) == ByteString(known) } ?? false } ?? true
    }
}

extension AssociationFile {
    /// Returns the place of a range in the file.
    package func place(_ range: SourceRange?) -> Place {
        var place = origin
        place.range = range
        return place
    }

    /// Whether the host serves the file.
    package func isServed(by host: String) -> Bool {
        contents.hosts.contains { ByteString($0) == ByteString(host) }
    }
}

extension AssociationFile.Contents {
    /// The apps that the file lists, in order, each identifier once.
    package var listedApps: [AssociationFile.ListedApp] {
        var seen: Set<ByteString> = []
        return details.flatMap(\.apps).filter { seen.insert(ByteString($0.identifier)).inserted }
    }

    /// The texts that each variable stands for, by its name.
    package var valuesByVariable: [ByteString: [String]] {
        Dictionary(variables.map { (ByteString($0.name), $0.values) }, uniquingKeysWith: { first, _ in first })
    }
}

extension AssociationFile: Comparable {
    package static func < (left: AssociationFile, right: AssociationFile) -> Bool { left.origin < right.origin }
}
