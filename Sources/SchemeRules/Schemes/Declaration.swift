import SchemeModel

/// One declared scheme and the URL type that it stands in.
struct Declaration {
    /// The URL type.
    var type: URLType
    /// The declared scheme.
    var scheme: DeclaredScheme
}

extension Manifest {
    /// The URL types that rules on claims judge: those of an application. A malformed manifest has none, since
    /// `malformed-manifest` has said all about it.
    var judgedURLTypes: [URLType] { isMalformed || !kind.isApplication ? [] : urlTypes }

    /// The declared schemes of ``judgedURLTypes``, in order.
    var declarations: [Declaration] {
        judgedURLTypes.flatMap { type in type.schemes.map { Declaration(type: type, scheme: $0) } }
    }

    /// The schemes that an application asks for with `canOpenURL`, in order. The system looks at the list where that
    /// function is limited, which is not so on a Mac and on a watch.
    var judgedQueries: [Located<String>] {
        isMalformed || !kind.isApplication || !mayRun(on: [.iOS, .tvOS, .visionOS]) ? [] : queriesSchemes
    }

    /// Those of ``judgedQueries`` whose text is known.
    var knownQueries: [Located<String>] { judgedQueries.filter(\.isKnown) }

    /// Whether words of the manifest may be macros that nothing here defines.
    var hasUnknownMacros: Bool { irregularities.contains { $0.kind == .unknownMacros } }

    /// Whether the preprocessor removes a part of the value at `span`.
    func hasLostPart(of span: ValueSpan) -> Bool {
        irregularities.contains { $0.kind == .removedComment && $0.span.element == span.element }
    }

    /// Whether the app is built for one of `platforms`, or nobody knows for which.
    func mayRun(on platforms: PlatformSet) -> Bool {
        reach.platforms.isEmpty || !reach.platforms.isDisjoint(with: platforms)
    }

    /// Whether a build makes `text` from a setting and leaves the app's identity open, as where each developer sets their
    /// own. What the text becomes is not known then.
    func isLeftOpen(_ text: Located<String>?) -> Bool {
        guard let text else { return false }
        return text.span.making != .written && !app.isKnown
    }

    /// The irregularities of `kind`, in order; none in a malformed manifest, of which nothing else is to be said.
    func irregularities(_ kind: Irregularity.Kind) -> [Irregularity] {
        isMalformed ? [] : irregularities.filter { $0.kind == kind }
    }

    /// The key paths of the values that are of the wrong kind, or arrays that hold such a value.
    var wrongTypes: Set<ByteString> { paths(of: irregularities(.wrongType)) }

    /// The key paths of arrays whose schemes are not all there: some are of the wrong kind, or were left out.
    var incompleteSchemes: Set<ByteString> { paths(of: irregularities(.wrongType) + irregularities(.leftOut)) }

    /// The key paths of `irregularities`, and of the arrays that hold them.
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
    /// The way from the root to the value under `key`, present or not.
    func keyPath(of key: String) -> ByteString { ByteString("CFBundleURLTypes[\(index)].\(key)") }
}

extension ValueSpan {
    /// Whether the value is the one at `root` or inside it.
    func isInside(_ root: String) -> Bool {
        let (path, root) = (keyPath.utf8, root.utf8)
        guard path.starts(with: root) else { return false }
        return [nil, UInt8(ascii: "["), UInt8(ascii: ".")].contains(path.dropFirst(root.count).first)
    }
}

extension Rule {
    /// A finding of this rule about `manifest`.
    ///
    /// - Parameter subject: what names the finding in another run; the rule and the app are added.
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
