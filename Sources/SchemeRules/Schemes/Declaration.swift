import SchemeModel

/// A declared scheme and its URL type.
struct Declaration {
    /// The URL type.
    var type: URLType
    /// The declared scheme.
    var scheme: DeclaredScheme
}

extension Manifest {
    /// The URL types that rules about claims check: those of applications. Empty for a malformed manifest, which only
    /// `malformed-manifest` reports.
    var checkedURLTypes: [URLType] { isMalformed || !kind.isApplication ? [] : urlTypes }

    /// The declared schemes in ``checkedURLTypes``, in order.
    var declarations: [Declaration] {
        checkedURLTypes.flatMap { type in type.schemes.map { Declaration(type: type, scheme: $0) } }
    }

    /// The schemes that an application queries with `canOpenURL`, in order.
    ///
    /// Empty for Macs and watches, where the system doesn't use the list.
    var checkedQueries: [Located<String>] {
        isMalformed || !kind.isApplication || !mayRun(on: [.iOS, .tvOS, .visionOS]) ? [] : queriesSchemes
    }

    /// The entries of ``checkedQueries`` whose values are known.
    var knownQueries: [Located<String>] { checkedQueries.filter(\.isKnown) }

    /// Whether the manifest may contain undefined macros.
    var hasUnknownMacros: Bool { irregularities.contains { $0.kind == .unknownMacros } }

    /// Whether the preprocessor removes a part of the value at `span`.
    func hasLostPart(of span: ValueSpan) -> Bool {
        irregularities.contains { $0.kind == .removedComment && $0.span.element == span.element }
    }

    /// Whether the app is built for one of `platforms`, or its platform is unknown.
    func mayRun(on platforms: PlatformSet) -> Bool {
        deviceSupport.platforms.isEmpty || !deviceSupport.platforms.isDisjoint(with: platforms)
    }

    /// Whether a build setting determines `text` and the app's identity is left open, as when each developer sets their
    /// own. The value of `text` is then unknown.
    func isLeftOpen(_ text: Located<String>?) -> Bool {
        guard let text else { return false }
        return text.span.origin != .literal && !app.isKnown
    }

    /// Returns the irregularities of `kind`, in order; none for a malformed manifest, which has its own finding.
    func irregularities(_ kind: Irregularity.Kind) -> [Irregularity] {
        isMalformed ? [] : irregularities.filter { $0.kind == kind }
    }

    /// The first script that may change the URL types; `nil` if there is none.
    var changingScript: String? {
        isDistrusted ? nil : irregularities(.notRead).lazy.compactMap(Wording.script).first
    }

    /// The key paths of values of the wrong type, and of arrays that contain such values.
    var wrongTypes: Set<ByteString> { paths(of: irregularities(.wrongType)) }

    /// The key paths of arrays with missing schemes: some have the wrong type or were skipped.
    var incompleteSchemes: Set<ByteString> { paths(of: irregularities(.wrongType) + irregularities(.leftOut)) }

    /// Returns the key paths of `irregularities` and of the arrays that contain them.
    private func paths(of irregularities: [Irregularity]) -> Set<ByteString> {
        irregularities.reduce(into: Set()) { paths, irregularity in
            let path = irregularity.span.keyPath
            paths.insert(ByteString(path))
            if path.hasSuffix("]"), let bracket = path.utf8.lastIndex(of: UInt8(ascii: "[")) {
                paths.insert(ByteString(String(path[..<bracket])))
            }
        }
    }
}

extension URLType {
    /// Returns the path from the root to the value of `key`, whether it exists or not.
    func keyPath(of key: String) -> ByteString { ByteString("CFBundleURLTypes[\(index)].\(key)") }
}

extension ValueSpan {
    /// Whether the value is at `root` or inside it.
    func isInside(_ root: String) -> Bool {
        let (path, root) = (keyPath.utf8, root.utf8)
        guard path.starts(with: root) else { return false }
        return [nil, UInt8(ascii: "["), UInt8(ascii: ".")].contains(path.dropFirst(root.count).first)
    }
}

extension Place {
    /// The place with a range: without one, the start of the file.
    var withRange: Place {
        guard range == nil else { return self }
        var place = self
        let start = TextPosition(line: 1, column: 1, columnUTF16: 1)
        place.range = SourceRange(byteOffset: 0, byteLength: 0, lines: .init(start: start, end: start))
        return place
    }
}

extension IrregularityRule {
    /// Returns a finding of this rule about an irregularity.
    ///
    /// - Parameters:
    ///   - place: The place to report; `nil` for the place of the irregularity.
    ///   - subject: Identifies the finding across runs, together with the rule and the app.
    func finding(
        about facts: IrregularityFacts,
        at place: Place? = nil,
        _ severity: Severity,
        _ message: String,
        hint: String?,
        subject: String
    ) -> Finding {
        Finding(
            rule: description.id,
            severity: severity,
            message: message,
            hint: hint,
            app: facts.app,
            place: place ?? facts.place,
            subject: subject
        )
    }
}

extension Rule {
    /// Returns a finding of this rule about `manifest`.
    ///
    /// - Parameter subject: Identifies the finding across runs, together with the rule and the app.
    func finding(
        in manifest: Manifest,
        at place: Place,
        _ severity: Severity,
        _ message: String,
        hint: String?,
        scheme: SchemeKey? = nil,
        related: [Finding.Related] = [],
        certainty: Certainty = .certain,
        edits: [Finding.Edit] = [],
        subject: String
    ) -> Finding {
        Finding(
            rule: description.id,
            severity: severity,
            message: message,
            hint: hint,
            app: manifest.appDescription,
            scheme: scheme,
            place: place,
            related: related,
            certainty: certainty,
            edits: edits,
            subject: subject
        )
    }
}
