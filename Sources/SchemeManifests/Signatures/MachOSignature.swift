package import SchemeModel

/// The entitlements in the code signature of a Mach-O executable. Doesn't check whether the signature is valid.
package struct MachOSignature: Hashable, Sendable {
    /// The entitlements that every signed slice has, ordered by bytes.
    ///
    /// A device can run any of the slices. Empty for a signature without entitlements; `nil` if nothing is signed, or
    /// ``error`` is set.
    package var entitlements: [Entitlement]?
    /// The defect of the executable.
    package var error: SignatureError?

    /// Reads the executable in `source`, with one or several architectures.
    ///
    /// Reads the parts in the order in which linkers write them, so that a packed member is unpacked only once.
    ///
    /// - Throws: The errors of `source`.
    package static func read<Source: ByteSource>(
        _ source: Source,
        limits: Limits = .standard
    ) throws(Source.Failure) -> MachOSignature {
        let reader = MachOReader(source: source, limits: limits)
        do throws(MachOReader<Source>.MachOError) {
            return MachOSignature(entitlements: try reader.entitlements())
        } catch {
            switch error {
            case .invalid(let error): return MachOSignature(error: error)
            case .source(let failure): throw failure
            }
        }
    }
}
