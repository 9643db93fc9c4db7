package import SchemeModel

/// The entitlements in the code signature of a Mach-O executable. Whether the signature is valid is not looked at.
package struct MachOSignature: Hashable, Sendable {
    /// The names of the entitlements that every signed slice holds, in order of their bytes: a device may run any of
    /// them. Empty for a signature without entitlements; `nil` when nothing is signed or ``fault`` says why.
    package var entitlements: [String]?
    /// What is wrong with the executable.
    package var fault: SignatureFault?

    /// Reads the executable in `source`, thin or fat.
    ///
    /// The parts are read in the order in which linkers write them, so that a packed member is unpacked once.
    ///
    /// - Throws: what `source` throws.
    package static func read<Source: ByteSource>(
        _ source: Source,
        limits: Limits = .standard
    ) throws(Source.Failure) -> MachOSignature {
        let reader = MachOReader(source: source, limits: limits)
        do throws(MachOReader<Source>.Stop) {
            return MachOSignature(entitlements: try reader.entitlements())
        } catch {
            switch error {
            case .fault(let fault): return MachOSignature(fault: fault)
            case .source(let failure): throw failure
            }
        }
    }
}
