import SchemeManifests
import SchemeModel

extension InputReader {
    /// Reads a ZIP archive and the apps in it. Unpacks only manifests, signatures and profiles, and writes nothing.
    func readArchive(_ candidate: Candidate) -> CandidateResult {
        let file: any RandomAccessFile
        do throws(FileError) {
            file = try context.files.randomAccess(to: absolute(candidate.path))
        } catch {
            return unreadable(candidate, [Problem(error, of: candidate.path, in: source.name)])
        }
        var contents = ArchiveContents(place: Place(source: source.name, path: candidate.path))
        contents.read(
            file,
            bundleIdentifier: options.bundleIdentifiers[absolute(candidate.path)],
            limits: limits
        )
        if contents.manifests.isEmpty, contents.irregularities.isEmpty, !contents.problems.isEmpty {
            return unreadable(candidate, contents.problems)
        }
        var digests: [UInt8] = []
        for manifest in contents.manifests {
            digests += manifest.origin.member?.bytes ?? []
            digests.append(0)
            digests += Array(manifest.digest.utf8)
        }
        return CandidateResult(
            reading: InputReading(
                path: candidate.path,
                status: .read(
                    stamp: reliable(file.stamp, of: candidate),
                    digest: SHA256.hex(of: digests),
                    manifests: contents.manifests
                ),
                irregularities: contents.irregularities,
                isPartial: contents.problems.contains { $0.code != .overLimit }
            ),
            problems: contents.problems
        )
    }
}

/// The content of an archive.
private struct ArchiveContents {
    /// The place of the archive.
    let place: Place
    private(set) var manifests: [Manifest] = []
    private(set) var problems: [Problem] = []
    private var defects: [ArchiveDefect] = []
    /// The bundles whose entitlements matter, each with the index of its manifest.
    private var signed: [(manifest: Int, bundle: BundleLayout.Bundle, executable: String?)] = []

    init(place: Place) { self.place = place }

    /// Reads the archive `file`.
    ///
    /// - Parameter bundleIdentifier: The identifier given for the outermost app.
    mutating func read(_ file: any RandomAccessFile, bundleIdentifier: String?, limits: Limits) {
        do throws(ArchiveError) {
            let archive = try ArchiveReader(file, limits: limits)
            let listing = try archive.inspect(keeping: BundleLayout.isManifest)
            defects = listing.defects
            try readManifests(listing.members, in: archive, bundleIdentifier, limits)
            try readEntitlements(in: archive, limits)
        } catch {
            do throws(ArchiveError) { try note(error) } catch { report(error) }
        }
        manifests.sort(by: Manifest.isOrderedBefore)
    }

    private mutating func readManifests(
        _ members: [ArchiveMember],
        in archive: ArchiveReader,
        _ bundleIdentifier: String?,
        _ limits: Limits
    ) throws(ArchiveError) {
        let members = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let layout = BundleLayout(members.keys)
        var (bytesLeft, keptLeft) = (limits.archiveManifestBytes, limits.archiveKeptBytes)
        // Apps come first, because they are the containers of what is inside them.
        var apps: [Path: AppID] = [:]
        for bundle in layout.bundles.filter({ $0.container == nil }) + layout.bundles.filter({ $0.container != nil }) {
            guard let member = members[bundle.manifest] else { continue }
            bytesLeft -= member.size
            guard bytesLeft >= 0, keptLeft >= 0 else { return reportTooMuch() }
            do throws(ArchiveError) {
                let context = ManifestContext(
                    isNamed: true,
                    bundleIdentifierOverride: bundle.container == nil ? bundleIdentifier : nil,
                    container: bundle.container.flatMap { apps[$0] },
                    isInBuiltBundle: true
                )
                guard let manifest = try manifest(of: bundle, in: archive, member, context, limits) else { continue }
                apps[bundle.manifest] = manifest.app
                manifests.append(manifest)
                keptLeft -= manifest.weight
            } catch {
                try note(error)
            }
        }
    }

    private mutating func manifest(
        of bundle: BundleLayout.Bundle,
        in archive: ArchiveReader,
        _ member: ArchiveMember,
        _ context: ManifestContext,
        _ limits: Limits
    ) throws(ArchiveError) -> Manifest? {
        var origin = place
        origin.member = member.name
        let bytes = try archive.contents(of: member, limit: limits.manifestBytes)
        let reading = ManifestReader(limits: limits).read(bytes, origin: origin, context: context)
        problems += reading.problems
        guard var manifest = reading.manifests.first else { return nil }
        // The location of a bundle is more specific than a manifest that is ambiguous or shared with an App Clip.
        if manifest.kind == .unknown || bundle.role == .appClip { manifest.kind = bundle.role.productKind }
        if manifest.mayNeedEntitlements { signed.append((manifests.count, bundle, reading.executable)) }
        return manifest
    }

    /// Adds the entitlements of the apps. Finds all files together, since each search goes through all members.
    private mutating func readEntitlements(in archive: ArchiveReader, _ limits: Limits) throws(ArchiveError) {
        guard !signed.isEmpty else { return }
        let names = signed.flatMap { BuiltEntitlements.files(of: $0.bundle, executable: $0.executable) }
        let members = try archive.members(named: Set(names))
        for app in signed {
            do throws(ArchiveError) {
                let built = try BuiltEntitlements(
                    of: app.bundle,
                    executable: app.executable,
                    in: archive,
                    members: members,
                    limits: limits
                )
                let (source, path) = (place.source, place.path)
                manifests[app.manifest].add(built) { Place(source: source, path: path, member: $0) }
            } catch {
                try note(error)
            }
        }
    }

    private mutating func reportTooMuch() {
        problems.append(
            Problem(
                code: .overLimit,
                message: "the archive's manifests are too large, and some were not read",
                hint: "unpack the archive, and name the apps in it",
                place: place
            )
        )
    }

    /// Records a defect in the archive's content.
    ///
    /// - Throws: Failures that prevent further reading.
    private mutating func note(_ failure: ArchiveError) throws(ArchiveError) {
        guard case .defect(let defect) = failure else { throw failure }
        if defect.isLimit {
            var place = place
            place.member = defect.member
            problems.append(Problem(code: .overLimit, message: defect.cause, hint: defect.hint, place: place))
        } else if !defects.contains(defect) {
            defects.append(defect)
        }
    }

    private mutating func report(_ failure: ArchiveError) {
        guard case .file(let error) = failure else { return }
        problems.append(Problem(error, of: place.path, in: place.source))
    }

    /// The defects of the archive itself.
    var irregularities: [InputIrregularity] {
        defects.map { defect in
            let irregularity = Irregularity(
                .malformedArchive,
                subject: defect.member?.display,
                expected: defect.hint,
                cause: defect.cause
            )
            return InputIrregularity(irregularity, of: place)
        }
    }
}
