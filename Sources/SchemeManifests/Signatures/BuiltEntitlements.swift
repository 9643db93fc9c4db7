package import SchemeModel

/// The entitlements that a built bundle holds, as far as it tells.
package struct BuiltEntitlements: Hashable, Sendable {
    /// Their names in order of their bytes, for ``Manifest/entitlements``; `nil` when nothing tells.
    package var names: [String]?
    /// What is wrong with the executable or the profile.
    package var faults: [Fault] = []

    /// What is wrong, and with which file.
    package struct Fault: Hashable, Sendable {
        /// The executable or the profile.
        package var file: Path
        /// What is wrong with it.
        package var fault: SignatureFault
    }

    /// What the executable's signature says, or, when that says nothing, what the profile allows. An app may hold less
    /// than its profile allows, so the profile comes second.
    private init<Source: ByteSource>(
        executable: (path: Path, source: Source)?,
        limits: Limits,
        profile: () throws(Source.Failure) -> (path: Path, bytes: [UInt8])?
    ) throws(Source.Failure) {
        if let executable {
            let signature = try MachOSignature.read(executable.source, limits: limits)
            names = signature.entitlements
            faults += signature.fault.map { [Fault(file: executable.path, fault: $0)] } ?? []
        }
        guard names == nil, let profile = try profile() else { return }
        do throws(SignatureFault) {
            names = try MobileProvision.entitlements(in: profile.bytes, limits: limits)
        } catch {
            faults.append(Fault(file: profile.path, fault: error))
        }
    }

    /// The files that tell of the entitlements of `bundle`.
    ///
    /// - Parameter executable: the manifest's `CFBundleExecutable`.
    package static func files(of bundle: BundleLayout.Bundle, executable: String?) -> [Path] {
        [bundle.profile] + (executable.flatMap { bundle.executable(named: $0) }.map { [$0] } ?? [])
    }

    /// The entitlements of `bundle` in an archive.
    ///
    /// - Parameters:
    ///   - executable: the manifest's `CFBundleExecutable`.
    ///   - members: those of ``files(of:executable:)`` that the archive has, by name, perhaps with others.
    /// - Throws: ``ArchiveFailure`` when the executable or the profile is there and cannot be read.
    package init(
        of bundle: BundleLayout.Bundle,
        executable: String?,
        in archive: ArchiveReader,
        members: [Path: ArchiveMember],
        limits: Limits = .standard
    ) throws(ArchiveFailure) {
        let path = executable.flatMap { bundle.executable(named: $0) }
        var source: (Path, MemberBytes)?
        if let path, let member = members[path] { source = (path, try archive.bytes(of: member)) }
        try self.init(executable: source, limits: limits) { () throws(ArchiveFailure) in
            guard let member = members[bundle.profile] else { return nil }
            return (bundle.profile, try archive.contents(of: member, limit: limits.entitlementBytes))
        }
    }

    /// The entitlements of `bundle` in a folder; its paths are paths to open.
    ///
    /// - Parameter executable: the manifest's `CFBundleExecutable`.
    /// - Throws: ``FileError`` when the executable or the profile is there and cannot be read.
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
