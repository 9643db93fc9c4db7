package import SchemeModel

/// Finds out which entries of an association file match a web address.
///
/// - Source: Apple, applinks.Details.Components; WWDC 2019, session 717; WWDC 2020, session 10098.
package struct AssociationMatcher {
    /// Whether an entry matches an address.
    package enum Match: Hashable, Sendable {
        case yes, no
        /// Not documented, not understood or too complex to tell, or a part of the address is unknown.
        case unknown
    }

    /// What a file says about an address and an app.
    package enum Result: Hashable, Sendable {
        /// The first entry that matches lets the address open the app. It belongs to the element of `details` with this index.
        case matched(AssociationEntry, element: Int)
        /// The first entry that matches excludes the address. It belongs to the element of `details` with this index.
        case excluded(AssociationEntry, element: Int)
        /// The file lists the app, but none of its entries matches.
        case unmatched
        /// The file doesn't list the app.
        case unlisted
        /// It can't be told; the entry is the first one that may match, if that is known.
        case unknown(AssociationEntry?)
    }

    private let address: WebAddress
    private let limits: Limits
    /// The steps that the run may still take. Without any, everything is unknown.
    package var steps: LinkSteps
    /// What is known about files, by their origins.
    private var known: [Place: KnownFile] = [:]

    /// - Parameter steps: The steps that are left for several addresses; `nil` for those of a run.
    package init(_ address: WebAddress, steps: LinkSteps? = nil, limits: Limits = .standard) {
        self.address = address
        self.limits = limits
        self.steps = steps ?? LinkSteps(limits: limits)
    }

    /// A file, and what its elements say about the address. Each element is matched once, however many apps it lists.
    private struct KnownFile {
        var detailsByApp: [AppID: [Int]] = [:]
        var variables: [ByteString: [String]]
        /// What each element says; `nil` if it hasn't been matched.
        var elements: [Element?]

        init(_ contents: AssociationFile.Contents) {
            for (index, detail) in contents.details.enumerated() {
                for app in Set(detail.apps.compactMap(\.app)) { detailsByApp[app, default: []].append(index) }
            }
            variables = contents.valuesByVariable
            elements = Array(repeating: nil, count: contents.details.count)
        }
    }

    /// What an element of `details` says about the address.
    private enum Element {
        /// The first entry that matches.
        case matched(AssociationEntry)
        /// No entry matches.
        case unmatched
        /// It can't be told; the entry is the first one that may match.
        case unknown(AssociationEntry?)
    }

    /// Returns what the file says about the address and `app`.
    ///
    /// The first entry that matches counts, in the order of the file.
    ///
    /// - Parameter prefix: The app's Application Identifier Prefix; `nil` if unknown.
    package mutating func result(of file: AssociationFile, for app: AppID, prefix: String?) -> Result {
        let contents = file.contents
        var known = self.known.removeValue(forKey: file.origin) ?? KnownFile(contents)
        defer { self.known[file.origin] = known }
        let details = (known.detailsByApp[app] ?? []).filter { index in
            contents.details[index].apps.contains { $0.names(app, prefix: prefix) }
        }
        // The file may list an app whose bundle identifier is unknown.
        guard !details.isEmpty else { return contents.isWhole && app.isKnown ? .unlisted : .unknown(nil) }
        for index in details {
            let element = known.elements[index] ?? match(contents.details[index], variables: known.variables)
            known.elements[index] = element
            switch element {
            case .unmatched: continue
            case .matched(let entry):
                return entry.isExcluded ? .excluded(entry, element: index) : .matched(entry, element: index)
            case .unknown(let entry): return .unknown(entry)
            }
        }
        return contents.isWhole ? .unmatched : .unknown(nil)
    }

    private mutating func match(_ detail: AssociationFile.Detail, variables: [ByteString: [String]]) -> Element {
        guard let entries = detail.entries else { return .unknown(nil) }
        for entry in entries {
            switch match(entry, variables: variables) {
            case .no: continue
            case .yes: return .matched(entry)
            case .unknown: return .unknown(entry)
            }
        }
        return .unmatched
    }

    /// Returns whether `entry` matches the address: all parts that the entry names must match.
    package mutating func match(_ entry: AssociationEntry, variables: [ByteString: [String]]) -> Match {
        guard entry.isKnown else { return .unknown }
        var isSure = true
        for part in [path, query, fragment] {
            switch part(&self, entry, variables) {
            case .no: return .no
            case .unknown: isSure = false
            case .yes: break
            }
        }
        return isSure ? .yes : .unknown
    }

    private typealias PartMatch = (inout AssociationMatcher, AssociationEntry, [ByteString: [String]]) -> Match

    private var path: PartMatch {
        { matcher, entry, variables in
            guard let pattern = entry.path else { return .yes }
            let path = matcher.address.path
            let match = matcher.match(path, with: pattern, of: entry, variables)
            guard path.text.isEmpty, !path.isOpen else { return match }
            // Whether a URL without a path has the path `/` isn't documented.
            return match == matcher.match(.init("/"), with: pattern, of: entry, variables) ? match : .unknown
        }
    }

    private var fragment: PartMatch {
        { matcher, entry, variables in
            entry.fragment.map { matcher.match(matcher.address.fragment, with: $0, of: entry, variables) } ?? .yes
        }
    }

    private var query: PartMatch {
        { matcher, entry, variables in
            switch entry.query {
            case nil: return .yes
            case .pattern(let pattern):
                return matcher.match(matcher.address.query, with: pattern, of: entry, variables)
            case .items(let items):
                let size = matcher.address.query.text.utf8.count
                guard size <= matcher.limits.associationURLBytes else { return .unknown }
                var isSure = true
                for item in items {
                    guard !matcher.steps.isSpent else { return .unknown }
                    matcher.steps.left -= size / 8 + 1
                    // Whether names are decoded, or compared without case, isn't documented.
                    guard entry.isCaseSensitive, item.name.isPlainName, !matcher.address.hasEncodedItemName,
                        let values = matcher.address.values(ofItem: item.name)
                    else {
                        isSure = false
                        continue
                    }
                    for value in values {
                        switch matcher.match(.init(value), with: item.pattern, of: entry, variables) {
                        case .no: return .no
                        case .unknown: isSure = false
                        case .yes: break
                        }
                    }
                }
                return isSure ? .yes : .unknown
            }
        }
    }

    /// Returns whether a pattern of `entry` matches a part of the address.
    private mutating func match(
        _ part: WebAddress.Part,
        with pattern: String,
        of entry: AssociationEntry,
        _ variables: [ByteString: [String]]
    ) -> Match {
        if pattern == "*" { return .yes }
        guard part.text.utf8.count <= limits.associationURLBytes, part.text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return .unknown
        }
        // What is compared without percent-encoding isn't documented.
        if !entry.isPercentEncoded {
            let isPlain = (pattern.utf8 + Array(part.text.utf8)).allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
            guard isPlain else { return .unknown }
        }
        func accepts(_ reading: AssociationPattern.Reading) -> Bool? {
            guard !steps.isSpent else { return nil }
            let compiled = AssociationPattern(
                pattern,
                variables: variables,
                isCaseSensitive: entry.isCaseSensitive,
                reading: reading,
                limits: limits
            )
            steps.left -= compiled?.size ?? limits.associationPatternStates
            return compiled?.accepts(part, steps: &steps.left)
        }
        switch accepts(.possible) {
        case nil: return .unknown
        case false: return .no
        default: break
        }
        return !part.isOpen && accepts(.certain) == true ? .yes : .unknown
    }
}

extension String {
    /// Whether the text has the same form in a URL and after decoding.
    fileprivate var isPlainName: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"%+&=#".utf8.contains($0) }
    }
}
