import SchemeModel

/// Which apps are editions of one product for different platforms.
///
/// Two apps are when one project builds both, or when projects of one source build apps of that name: a Mac app often has a
/// project and a bundle identifier of its own. So are the editions of an edition.
enum Editions {
    /// For each claim on one scheme, the number of the product whose edition its app is.
    static func products(of claims: [Claim]) -> [Int?] {
        var products = Families<Name>()
        for (number, claim) in claims.enumerated() {
            let names = [
                .app(claim.app.id), Variant.Project(claim).map { Name.project($0) },
                ProductName(claim).map { .product($0) },
            ]
            products.add(number, names.compactMap { $0 })
        }
        return claims.indices.map(products.first(of:))
    }

    private enum Name: Hashable {
        case app(AppID)
        case project(Variant.Project)
        case product(ProductName)
    }

    /// The name of an app that a project of a source builds, without what people write in one edition and not in another:
    /// case, blanks, hyphens and underscores.
    private struct ProductName: Hashable {
        private let source: ByteString
        private let name: ByteString

        init?(_ claim: Claim) {
            guard claim.outcome.target != nil, let name = claim.app.name?.asciiLowercased.utf8 else { return nil }
            let letters = name.filter { !" -_".utf8.contains($0) }
            guard !letters.isEmpty else { return nil }
            source = ByteString(claim.place.source ?? "")
            self.name = ByteString(String(decoding: letters, as: UTF8.self))
        }
    }
}
