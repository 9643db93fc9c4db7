/// Several `widgetURL` modifiers that always apply in the same view hierarchy, which makes the URL of a tap undefined.
package struct WidgetURLConflict: Hashable, Sendable, Codable {
    /// The configuration or view at the root.
    package var root: Place
    /// The presentation; `nil` for a view that no known configuration shows.
    package var presentation: Presentation?
    /// The modifiers, at least two, ordered by place.
    package var members: [Member]
    /// Whether all members are modifiers of one view with the same expression as the URL; `nil` if not.
    ///
    /// Registries written by older versions lack it.
    package var hasOneExpression: Bool?

    /// A `widgetURL` modifier that applies with others.
    package struct Member: Hashable, Sendable, Codable {
        /// The place of the modifier, or of the call of the target's function that contains it.
        package var place: Place
        /// The place of the modifier itself, which is the place of a ``Link``.
        package var link: Place
        /// What is known of its URL there.
        package var value: LinkValue
        /// Whether it is inside a `ForEach`.
        package var isRepeated: Bool

        package init(place: Place, link: Place, value: LinkValue, isRepeated: Bool) {
            self.place = place
            self.link = link
            self.value = value
            self.isRepeated = isRepeated
        }
    }

    package init(root: Place, presentation: Presentation?, members: [Member], hasOneExpression: Bool? = nil) {
        self.root = root
        self.presentation = presentation
        self.members = members
        self.hasOneExpression = hasOneExpression
    }

    /// Whether all members are known to have the same URL.
    package var isOneURL: Bool {
        if hasOneExpression == true { return true }
        guard let first = members.first?.value, first.known == .exact else { return false }
        return members.allSatisfy { $0.value.known == .exact && $0.value.alternatives == first.alternatives }
    }
}
