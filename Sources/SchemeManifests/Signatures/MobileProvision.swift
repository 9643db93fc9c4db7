package import SchemeModel

/// Reads the entitlements that a provisioning profile (`embedded.mobileprovision`) allows.
///
/// The profile is a property list signed with CMS. Apple writes the property list in one piece, so its start and end
/// are enough to find it, and the rest of CMS is skipped.
///
/// - Source: Apple, TN3125: Inside Code Signing: Provisioning Profiles (seen 2026-11-21).
package enum MobileProvision {
    /// Returns the entitlements that the profile in `bytes` allows, ordered by bytes.
    ///
    /// - Throws: ``SignatureError/malformed(_:)`` if the profile has no property list with entitlements.
    package static func entitlements(
        in bytes: [UInt8],
        limits: Limits = .standard
    ) throws(SignatureError) -> [Entitlement] {
        guard let start = first("<?xml", in: bytes[...]) ?? first("<plist", in: bytes[...]),
            let end = first("</plist>", in: bytes[start.lowerBound...]),
            let entitlements = HeldEntitlements.of(
                xml: Array(bytes[start.lowerBound..<end.upperBound]),
                under: "Entitlements",
                limits: limits
            )
        else { throw .malformed(.profile) }
        return entitlements
    }

    /// Returns the first occurrence of `text` in `bytes`.
    private static func first(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let wanted = Array("\(text)".utf8)
        guard let head = wanted.first else { return nil }
        var rest = bytes
        while let start = rest.firstIndex(of: head), wanted.count <= rest.endIndex - start {
            if rest[start..<(start + wanted.count)].elementsEqual(wanted) { return start..<(start + wanted.count) }
            rest = rest[(start + 1)...]
        }
        return nil
    }
}
