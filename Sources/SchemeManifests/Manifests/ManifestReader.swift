package import SchemeModel

extension ManifestReader {
    /// Whether the name is typical of manifests: `Info.plist`, `App-Info.plist`, `ShareExtension.plist`.
    package static func isManifestName(_ name: Path) -> Bool { ManifestCandidacy.isManifestName(name) }
}

/// Reads manifests in every format that Apple's systems read, without resolving anything.
package struct ManifestReader: Sendable {
    /// The version of the reader, which changes whenever the same bytes produce a different result.
    ///
    /// A change makes registries read everything again.
    package static let version = 18

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Reads the manifest in `bytes`, from the input `origin`.
    package func read(_ bytes: [UInt8], origin: Place, context: ManifestContext) -> ManifestReading {
        let candidacy = ManifestCandidacy(origin: origin, bytes: bytes, isNamed: context.isNamed)
        guard candidacy.isWorthParsing else { return .notCandidate }
        let format = PropertyFormat.sniff(bytes)
        let document: PropertyDocument
        do throws(PropertyListError) {
            document = try parse(bytes)
        } catch {
            return reading(of: error, bytes, format, origin, context, candidacy)
        }
        guard candidacy.accepts(document) else { return .notCandidate }
        guard case .dictionary(let members) = document.root.content else {
            let irregularity = Irregularity(
                .malformed,
                span: ValueSpan(keyPath: "", element: document.root.element, text: document.root.text),
                expected: "a dictionary",
                found: document.root.kindName,
                cause: "expected a dictionary at the root, found \(document.root.kindName)"
            )
            let failure = PropertyListError.malformed(irregularity)
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

    private func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyDocument {
        guard bytes.count <= limits.manifestBytes else {
            throw .overLimit(what: "bytes", limit: limits.manifestBytes)
        }
        return try PropertyFormat.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
    }

    private func reading(
        of failure: PropertyListError,
        _ bytes: [UInt8],
        _ format: Manifest.Format,
        _ origin: Place,
        _ context: ManifestContext,
        _ candidacy: ManifestCandidacy
    ) -> ManifestReading {
        guard candidacy.acceptsUnreadable else { return .notCandidate }
        switch failure {
        case .overLimit(let what, let limit):
            return ManifestReading(problems: [Self.overLimit(what, limit, origin)], isCandidate: true)
        case .malformed(var irregularity):
            if candidacy.isPart { irregularity.found = "part" }
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

    /// Returns the problem of a manifest that exceeds a limit at `place`.
    static func overLimit(_ what: String, _ limit: Int, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "the manifest has more than \(limit.grouped) \(what) and was not read",
            hint: "exclude the file if it is not one of your manifests",
            place: place
        )
    }

    /// Returns the location that names an app without an identity.
    ///
    /// Paths below a root never contain `//`, so no file is mistaken for an archive member.
    private static func name(of origin: Place) -> ByteString {
        ByteString(origin.path.display + (origin.member.map { "//" + $0.display } ?? ""))
    }
}
