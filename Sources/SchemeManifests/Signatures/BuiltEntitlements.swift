package import SchemeModel

/// The entitlements of a built bundle, if its files declare them.
package struct BuiltEntitlements: Hashable, Sendable {
    /// The entitlements, ordered by bytes, for ``Manifest/entitlements``; `nil` if they are unknown.
    package var entitlements: [Entitlement]?
    /// The executable or the profile that declares them; `nil` if they are unknown.
    package var file: Path?
    /// The defects of the executable and the profile.
    package var defects: [Defect] = []

    /// A defect of a file.
    package struct Defect: Hashable, Sendable {
        /// The executable or the profile.
        package var file: Path
        /// The defect.
        package var error: SignatureError
    }

    /// Reads the signature of the executable.
    ///
    /// If nothing is signed, or the signature is malformed, reads the profile instead, which may allow more
    /// entitlements than the app has.
    private init<Source: ByteSource>(
        executable: (path: Path, source: Source)?,
        limits: Limits,
        profile: () throws(Source.Failure) -> (path: Path, bytes: [UInt8])?
    ) throws(Source.Failure) {
        if let executable {
            let signature = try MachOSignature.read(executable.source, limits: limits)
            entitlements = signature.entitlements
            file = entitlements.map { _ in executable.path }
            defects += signature.error.map { [Defect(file: executable.path, error: $0)] } ?? []
        }
        guard entitlements == nil, let profile = try profile() else { return }
        do throws(SignatureError) {
            entitlements = try MobileProvision.entitlements(in: profile.bytes, limits: limits)
            file = profile.path
        } catch {
            defects.append(Defect(file: profile.path, error: error))
        }
    }

    /// Returns the files that can contain the entitlements of `bundle`.
    ///
    /// - Parameter executable: The manifest's `CFBundleExecutable`.
    package static func files(of bundle: BundleLayout.Bundle, executable: String?) -> [Path] {
        [bundle.profile] + (executable.flatMap { bundle.executable(named: $0) }.map { [$0] } ?? [])
    }

    /// Reads the entitlements of `bundle` in an archive.
    ///
    /// - Parameters:
    ///   - executable: The manifest's `CFBundleExecutable`.
    ///   - members: The members by name, with at least those of ``files(of:executable:)`` that the archive has.
    /// - Throws: ``ArchiveError`` if the executable or the profile exists but can't be read.
    package init(
        of bundle: BundleLayout.Bundle,
        executable: String?,
        in archive: ArchiveReader,
        members: [Path: ArchiveMember],
        limits: Limits = .standard
    ) throws(ArchiveError) {
        let path = executable.flatMap { bundle.executable(named: $0) }
        var source: (Path, MemberBytes)?
        if let path, let member = members[path] { source = (path, try archive.bytes(of: member)) }
        try self.init(executable: source, limits: limits) { () throws(ArchiveError) in
            guard let member = members[bundle.profile] else { return nil }
            return (bundle.profile, try archive.contents(of: member, limit: limits.entitlementBytes))
        }
    }

    /// Reads the entitlements of `bundle` in a folder. The paths of the bundle are opened as they are.
    ///
    /// - Parameter executable: The manifest's `CFBundleExecutable`.
    /// - Throws: ``FileError`` if the executable or the profile exists but can't be read.
    package init(
        of bundle: BundleLayout.Bundle,
        executable: String?,
        in files: any FileAccess,
        limits: Limits = .standard
    ) throws(FileError) {
        var source: (Path, FileBytes)?
        if let path = executable.flatMap({ bundle.executable(named: $0) }) {
            do throws(FileError) {
                source = (path, FileBytes(try files.randomAccess(to: path)))
            } catch {
                guard error == .notFound else { throw error }
            }
        }
        try self.init(executable: source, limits: limits) { () throws(FileError) in
            do throws(FileError) {
                return (bundle.profile, try files.contents(of: bundle.profile, limit: limits.entitlementBytes).bytes)
            } catch {
                guard error == .notFound else { throw error }
                return nil
            }
        }
    }
}

extension Manifest {
    /// Adds the entitlements of its bundle, with the place of each domain in them.
    ///
    /// - Parameter place: Returns the place of the executable or the profile.
    package mutating func add(_ built: BuiltEntitlements, at place: (Path) -> Place) {
        entitlements = built.entitlements
        guard let file = built.file.map(place) else { return }
        // Of more domains than are compared, the first tells where they are.
        let entries = (domainEntries ?? []).prefix(excessOfDomains == nil ? Limits.standard.associatedDomains : 1)
        companions += entries.map { Companion(domain: $0, at: file) }
    }
}
