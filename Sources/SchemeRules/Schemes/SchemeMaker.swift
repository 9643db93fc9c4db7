import SchemeModel

/// The maker of the app or SDK that a scheme belongs to.
struct SchemeMaker {
    /// The owner as named in the knowledge.
    let owner: String
    /// The owner in words.
    let text: String
    /// The SDK that throws an exception if an app declares the scheme.
    var refusedBy: String?

    /// Creates the maker of a scheme for apps on `platforms`, which are empty if unknown; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - form: The SDK's pattern that the scheme matches.
    ///   - known: The known facts about the scheme.
    init?(_ form: SDKScheme?, _ known: [KnownScheme], on platforms: PlatformSet) {
        if let form, form.kind != .own {
            owner = form.owner
            text = "\(form.owner) (\(form.sdk))"
            refusedBy = form.kind == .refused ? form.sdk : nil
        } else if let row = known.first(where: { $0.category.isPrivate && $0.concerns(platforms) }) {
            owner = row.owner
            text = row.owner
        } else {
            return nil
        }
    }
}

extension KnownScheme {
    /// Whether it applies to apps on `platforms`.
    fileprivate func concerns(_ platforms: PlatformSet) -> Bool {
        platforms.isEmpty || !self.platforms.isDisjoint(with: platforms)
    }
}

extension Claim {
    /// The maker that a claimed scheme belongs to.
    struct Maker {
        /// The maker in words.
        let text: String
        /// Whether the claiming app certainly isn't the maker's, so that ``KnownSchemeRule`` says to remove the scheme.
        let isOther: Bool
    }

    /// Returns the maker that the scheme belongs to; `nil` if it belongs to nobody, or to the system.
    func maker(knowledge: Knowledge) -> Maker? {
        guard let scheme, !profile.isSharedByDesign, profile.reserved == nil else { return nil }
        let (form, known) = (knowledge.sdkScheme(scheme), knowledge.known(scheme))
        guard let maker = SchemeMaker(form, known, on: profile.deviceSupport.platforms) else { return nil }
        let ownership = Ownership(of: scheme, by: maker.owner, claimedBy: self, knowledge: knowledge)
        // Sample code stands in for the owner's app.
        return Maker(text: maker.text, isOther: ownership == .stranger && profile.audience != .developers)
    }
}
