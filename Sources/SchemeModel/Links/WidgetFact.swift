/// A configuration of a widget or a Live Activity.
package struct WidgetFact: Hashable, Sendable, Codable {
    /// The call that creates the configuration.
    package var place: Place
    /// `StaticConfiguration`, `ActivityConfiguration`, ….
    package var configuration: String
    /// The type whose body it is.
    package var type: String?
    /// The supported families, as named by `WidgetFamily`, sorted; `nil` when unknown or not restricted.
    package var families: [String]?
    /// The type name of a Live Activity's attributes, as written in the code.
    package var attributes: String?
    /// The links found in its views, ordered by presentation and place.
    package var links: [DisplayedLink]
    /// The presentations that contain a link, in the order of ``Presentation``.
    package var linked: [Presentation]
    /// The presentations that certainly contain no link, in the order of ``Presentation``.
    package var unlinked: [Presentation]
    /// The presentations with views outside the code, in the order of ``Presentation``.
    ///
    /// They may contain links that were not found.
    package var opaque: [Presentation]

    /// A link as shown in one presentation.
    package struct DisplayedLink: Hashable, Sendable, Codable {
        /// The place of the ``Link``.
        package var place: Place
        /// The API that receives the URL.
        package var kind: Link.Kind
        /// The presentation that shows it.
        package var presentation: Presentation
        /// What is known of its URL there.
        package var value: LinkValue

        package init(place: Place, kind: Link.Kind, presentation: Presentation, value: LinkValue) {
            self.place = place
            self.kind = kind
            self.presentation = presentation
            self.value = value
        }
    }

    package init(
        place: Place,
        configuration: String,
        type: String?,
        families: [String]?,
        attributes: String?,
        links: [DisplayedLink],
        linked: [Presentation],
        unlinked: [Presentation],
        opaque: [Presentation]
    ) {
        self.place = place
        self.configuration = configuration
        self.type = type
        self.families = families
        self.attributes = attributes
        self.links = links
        self.linked = linked
        self.unlinked = unlinked
        self.opaque = opaque
    }

    /// Whether it is a Live Activity.
    package var isLiveActivity: Bool { configuration == "ActivityConfiguration" }
}
