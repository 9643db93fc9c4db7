import SchemeManifests
import SchemeModel

extension InputReader {
    /// Looks at a ZIP archive: the apps in it and everything inside them. Only manifests, signatures and profiles are
    /// unpacked, and nothing is written.
    func lookAtArchive(_ candidate: Candidate) -> Look {
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
        if contents.manifests.isEmpty, !contents.problems.isEmpty { return unreadable(candidate, contents.problems) }
        var digests: [UInt8] = []
        for manifest in contents.manifests {
            digests += manifest.origin.member?.bytes ?? []
            digests.append(0)
            digests += Array(manifest.digest.utf8)
        }
        return Look(
            reading: InputReading(
                path: candidate.path,
                outcome: .read(
                    stamp: reliable(file.stamp, of: candidate),
                    digest: SHA256.hex(of: digests),
                    manifests: contents.manifests
                ),
                isPartial: contents.problems.contains { $0.code != .overLimit }
            ),
            problems: contents.problems
        )
    }
}

/// What an archive holds.
private struct ArchiveContents {
    /// The archive.
    let place: Place
    private(set) var manifests: [Manifest] = []
    private(set) var problems: [Problem] = []
    private var faults: [ArchiveFault] = []
    /// The bundles whose entitlements matter, each with the index of its manifest.
    private var signed: [(manifest: Int, bundle: BundleLayout.Bundle, executable: String?)] = []

    init(place: Place) { self.place = place }

    /// Reads the archive that `file` is.
    ///
    /// - Parameter bundleIdentifier: what the call says is that of the outermost app.
    mutating func read(_ file: any RandomAccessFile, bundleIdentifier: String?, limits: Limits) {
        do throws(ArchiveFailure) {
            let archive = try ArchiveReader(file, limits: limits)
            let listing = try archive.inspect(keeping: BundleLayout.isManifest)
            faults = listing.faults
            try readManifests(listing.members, in: archive, bundleIdentifier, limits)
            try readEntitlements(in: archive, limits)
        } catch {
            do throws(ArchiveFailure) { try note(error) } catch { tell(error) }
        }
        manifests.sort(by: Manifest.isOrderedBefore)
        addFaults()
    }

    private mutating func readManifests(
        _ members: [ArchiveMember],
        in archive: ArchiveReader,
        _ bundleIdentifier: String?,
        _ limits: Limits
    ) throws(ArchiveFailure) {
        let members = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let layout = BundleLayout(members.keys)
        var (bytesLeft, keptLeft) = (limits.archiveManifestBytes, limits.archiveKeptBytes)
        // Apps go first, since what lies in them names them as its container.
        var apps: [Path: AppID] = [:]
        for bundle in layout.bundles.filter({ $0.container == nil }) + layout.bundles.filter({ $0.container != nil }) {
            guard let member = members[bundle.manifest] else { continue }
            bytesLeft -= member.size
            guard bytesLeft >= 0, keptLeft >= 0 else { return tellOfTooMuch() }
            do throws(ArchiveFailure) {
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
    ) throws(ArchiveFailure) -> Manifest? {
        var origin = place
        origin.member = member.name
        let bytes = try archive.contents(of: member, limit: limits.manifestBytes)
        let reading = ManifestReader(limits: limits).read(bytes, origin: origin, context: context)
        problems += reading.problems
        guard var manifest = reading.manifests.first else { return nil }
        // The place of a bundle says more than a manifest that does not tell, or that an App Clip shares with its app.
        if manifest.kind == .unknown || bundle.role == .appClip { manifest.kind = bundle.role.productKind }
        if manifest.mayNeedEntitlements { signed.append((manifests.count, bundle, reading.executable)) }
        return manifest
    }

    /// Adds what the apps are signed with. Their files are looked for together, since each search goes through all
    /// members.
    private mutating func readEntitlements(in archive: ArchiveReader, _ limits: Limits) throws(ArchiveFailure) {
        guard !signed.isEmpty else { return }
        let names = signed.flatMap { BuiltEntitlements.files(of: $0.bundle, executable: $0.executable) }
        let members = try archive.members(named: Set(names))
        for app in signed {
            do throws(ArchiveFailure) {
                let built = try BuiltEntitlements(
                    of: app.bundle,
                    executable: app.executable,
                    in: archive,
                    members: members,
                    limits: limits
                )
                manifests[app.manifest].entitlements = built.names
            } catch {
                try note(error)
            }
        }
    }

    private mutating func tellOfTooMuch() {
        problems.append(
            Problem(
                code: .overLimit,
                message: "the archive's manifests hold too much, and were not all read",
                hint: "unpack it and name what you want to know of; no app needs that much",
                place: place
            )
        )
    }

    /// Notes a fault of the archive's contents.
    ///
    /// - Throws: what keeps the tool from reading on.
    private mutating func note(_ failure: ArchiveFailure) throws(ArchiveFailure) {
        guard case .fault(let fault) = failure else { throw failure }
        if fault.isLimit {
            var place = place
            place.member = fault.member
            problems.append(Problem(code: .overLimit, message: fault.cause, hint: fault.hint, place: place))
        } else if !faults.contains(fault) {
            faults.append(fault)
        }
    }

    private mutating func tell(_ failure: ArchiveFailure) {
        guard case .file(let error) = failure else { return }
        problems.append(Problem(error, of: place.path, in: place.source))
    }

    /// Adds a manifest that stands for the archive itself and carries what is wrong with it.
    private mutating func addFaults() {
        guard !faults.isEmpty else { return }
        var carrier = Manifest(
            origin: place,
            format: .unknown,
            digest: "",
            app: .unknown(ByteString(place.path.display))
        )
        carrier.kind = .noProduct
        carrier.isBuilt = true
        carrier.irregularities = faults.map { fault in
            Irregularity(
                .malformedArchive,
                span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)),
                subject: fault.member?.display,
                expected: fault.hint,
                cause: fault.cause
            )
        }
        manifests.insert(carrier, at: 0)
    }
}
