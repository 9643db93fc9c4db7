import SchemeModel

extension Manifest.Companion {
    /// Creates the companion for an associated domain in entitlements.
    init(domain: String, at place: Place) {
        var place = place
        place.keyPath = Manifest.associatedDomainsEntitlement
        self.init(.key(ByteString(Manifest.associatedDomainsEntitlement)), value: domain, place: place)
    }
}
