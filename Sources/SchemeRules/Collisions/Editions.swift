import SchemeModel

/// Finds apps that are editions of one product for different platforms.
///
/// Two apps are editions if one project builds both, or if projects of one source build apps of the same name, since a
/// Mac app often has its own project and bundle identifier. The relation is transitive.
enum Editions {
    /// Returns the number of the product for the app of each claim on one scheme.
    static func products(of claims: [Claim]) -> [Int?] {
        var products = DisjointSets<Name>()
        for claim in claims {
            let names = [
                .app(claim.app.id), Variant.Project(claim).map { Name.project($0) },
                ProductName(claim).map { .product($0) },
            ]
            products.add(names.compactMap { $0 })
        }
        return claims.indices.map(products.first(of:))
    }

    private enum Name: Hashable {
        case app(AppID)
        case project(Variant.Project)
        case product(ProductName)
    }

    /// The name of an app in a source's project, or of one whose project isn't known, without differences that are common
    /// between editions: case, spaces, hyphens and underscores.
    private struct ProductName: Hashable {
        private let source: ByteString
        private let name: ByteString

        init?(_ claim: Claim) {
            guard !claim.profile.isDistrusted, claim.outcome.target != nil || !claim.app.id.isKnown,
                let name = claim.app.name?.asciiLowercased.utf8
            else { return nil }
            let letters = name.filter { !" -_".utf8.contains($0) }
            guard !letters.isEmpty else { return nil }
            source = ByteString(claim.place.source ?? "")
            self.name = ByteString(String(decoding: letters, as: UTF8.self))
        }
    }
}
