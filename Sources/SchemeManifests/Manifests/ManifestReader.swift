package import SchemeModel

/// What is known of an input besides its bytes when a manifest is read from it.
package struct ManifestContext: Hashable, Sendable, Codable {
    /// Whether a person named the input, so that it is read as a manifest whatever it looks like.
    package var isNamed: Bool
    /// The bundle identifier that a person gave for it.
    package var bundleIdentifierOverride: String?
    /// The app that contains it, where its place in a bundle says so.
    package var container: AppID?
    /// Whether it lies in a bundle that a build made.
    package var isInBuiltBundle: Bool

    package init(
        isNamed: Bool = false,
        bundleIdentifierOverride: String? = nil,
        container: AppID? = nil,
        isInBuiltBundle: Bool = false
    ) {
        self.isNamed = isNamed
        self.bundleIdentifierOverride = bundleIdentifierOverride
        self.container = container
        self.isInBuiltBundle = isInBuiltBundle
    }
}

extension ManifestReader {
    /// Whether a property list of this name is most likely a manifest, whatever it holds: `Info.plist`, `App-Info.plist`,
    /// `ShareExtension.plist`.
    package static func isManifestName(_ name: Path) -> Bool { ManifestCandidacy.isManifestName(name) }
}

/// What came of reading an input as a manifest.
package struct ManifestReading: Hashable, Sendable, Codable {
    /// The manifest; none for an input that is passed over or beyond a limit.
    package var manifests: [Manifest]
    /// What kept the tool from looking at it, or at a part of it.
    package var problems: [Problem]
    /// Whether it is a manifest, or should be one. `false`: it is passed over.
    package var isCandidate: Bool
    /// `CFBundleExecutable`, for whoever looks at what a built bundle is signed with.
    package var executable: String?

    package init(manifests: [Manifest] = [], problems: [Problem] = [], isCandidate: Bool) {
        self.manifests = manifests
        self.problems = problems
        self.isCandidate = isCandidate
    }

    /// Something that the tool has no business with.
    package static let passedOver = ManifestReading(isCandidate: false)
}

/// Reads manifests in every format that Apple's systems read, as they stand: nothing is resolved.
package struct ManifestReader: Sendable {
    /// Changes whenever the same bytes give another reading, so that what was read before is read again.
    package static let version = 5

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// The manifest in `bytes`, which are the input `origin`.
    package func read(_ bytes: [UInt8], origin: Place, context: ManifestContext) -> ManifestReading {
        let candidacy = ManifestCandidacy(origin: origin, bytes: bytes, isNamed: context.isNamed)
        guard candidacy.isWorthParsing else { return .passedOver }
        let format = PropertyFormat.sniff(bytes)
        let document: PropertyDocument
        do throws(ReadFailure) {
            document = try parse(bytes, format)
        } catch {
            return reading(of: error, bytes, format, origin, context, candidacy)
        }
        guard candidacy.accepts(document) else { return .passedOver }
        guard case .dictionary(let members) = document.root.content else {
            let irregularity = Irregularity(
                .malformed,
                span: ValueSpan(keyPath: "", element: document.root.element, text: document.root.text),
                expected: "a dictionary",
                found: document.root.kindName,
                cause: "its root is \(document.root.kindName), where a manifest is a dictionary"
            )
            let failure = ReadFailure.malformed(irregularity)
            return reading(of: failure, bytes, format, origin, context, candidacy)
        }
        var extraction = ManifestExtraction(members, of: document, origin: origin, limits: limits)
        var manifest = Manifest(
            origin: origin,
            format: format,
            digest: SHA256.hex(of: bytes),
            app: .unknown(Self.name(of: origin))
        )
        guard extraction.fill(&manifest, context: context) else {
            return ManifestReading(problems: extraction.problems, isCandidate: true)
        }
        var reading = ManifestReading(manifests: [manifest], problems: extraction.problems, isCandidate: true)
        reading.executable = RootMembers(all: members).string("CFBundleExecutable")
        return reading
    }

    private func parse(_ bytes: [UInt8], _ format: Manifest.Format) throws(ReadFailure) -> PropertyDocument {
        guard bytes.count <= limits.manifestBytes else {
            throw .overLimit(what: "bytes", limit: limits.manifestBytes)
        }
        switch format {
        case .xml:
            return try XMLPropertyReader.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
        case .binary:
            return try BinaryPropertyReader.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
        case .openStep:
            return try OpenStepPropertyReader.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
        case .unknown, .yaml, .json, .swift:
            throw .malformed(
                Irregularity(
                    .malformed,
                    span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: bytes.count)),
                    cause: PropertyFormat.unknownCause(bytes)
                )
            )
        }
    }

    private func reading(
        of failure: ReadFailure,
        _ bytes: [UInt8],
        _ format: Manifest.Format,
        _ origin: Place,
        _ context: ManifestContext,
        _ candidacy: ManifestCandidacy
    ) -> ManifestReading {
        guard candidacy.acceptsUnreadable else { return .passedOver }
        switch failure {
        case .overLimit(let what, let limit):
            return ManifestReading(problems: [Self.overLimit(what, limit, origin)], isCandidate: true)
        case .malformed(let irregularity):
            var manifest = Manifest(
                origin: origin,
                format: format,
                digest: SHA256.hex(of: bytes),
                app: .unknown(Self.name(of: origin))
            )
            manifest.container = context.container ?? manifest.app
            manifest.isBuilt = context.isInBuiltBundle
            manifest.irregularities = [irregularity]
            return ManifestReading(manifests: [manifest], isCandidate: true)
        }
    }

    /// The problem of a manifest that holds too much, of which the first beyond the limit is at `place`.
    static func overLimit(_ what: String, _ limit: Int, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "the manifest holds more than \(limit) \(what) and was not read",
            hint: "no app needs that much; exclude the file if it is no manifest of yours",
            place: place
        )
    }

    /// An app of unknown identity is named by where it was found. No path below a root has `//` in it, so that no file is
    /// taken for the member of an archive.
    private static func name(of origin: Place) -> ByteString {
        ByteString(origin.path.display + (origin.member.map { "//" + $0.display } ?? ""))
    }
}
