/// The apps that open a web address as a universal link.
package struct UniversalLinkResolution: Hashable, Sendable {
    /// The host of the address, in lower case.
    package var host: String
    /// The answers, ordered by their first platform.
    ///
    /// Kinds of device with the same answer are merged. When no app claims the host, there is one such answer.
    package var answers: [Answer]
    /// The association files that decide about the apps, and those of the host, ordered by place.
    package var files: [Place]

    package init(host: String, answers: [Answer], files: [Place]) {
        self.host = host
        self.answers = answers
        self.files = files
    }

    /// What opens the address.
    package enum Outcome: String, Sendable, CaseIterable {
        /// The one app whose entry in the association file matches.
        case one
        /// The first installed one of several apps, which have elements of their own in the association file.
        case ordered
        /// One of several apps, or of none of them; Apple doesn't say which.
        case undefined
        /// It depends on the website, whose association file isn't known or not completely understood.
        case website
        /// No app, so the link opens in the browser.
        case browser
    }

    /// The apps on some kinds of device.
    package struct Answer: DeviceAnswer, Sendable {
        /// The kinds of device, each represented by its native platform.
        package var devices: PlatformSet
        package var outcome: Outcome
        /// Whether this is certain.
        ///
        /// It is only possible when an app may also run outside its own platform, or when it depends on the website.
        package var certainty: Certainty
        /// The apps that open it when the outcome is ``Outcome/ordered``: each one if those before it aren't installed.
        package var order: [App]
        /// The apps that claim the host, ordered by place, with what the association file says about them.
        package var apps: [Candidate]
        /// Whether the apps that may open it are variants of one product, which are rarely installed together.
        package var areVariants: Bool

        package var claims: [Claim] { apps.map(\.claim.claim) }

        package init(
            devices: PlatformSet,
            outcome: Outcome,
            certainty: Certainty = .certain,
            order: [App] = [],
            apps: [Candidate] = [],
            areVariants: Bool = false
        ) {
            self.devices = devices
            self.outcome = outcome
            self.certainty = certainty
            self.order = order
            self.apps = apps
            self.areVariants = areVariants
        }
    }

    /// An app that claims the host.
    package struct Candidate: Hashable, Sendable {
        package var claim: DomainClaim
        package var verdict: Verdict
        /// The entry of the association file that decides; `nil` if none does.
        package var entry: Entry?

        package init(claim: DomainClaim, verdict: Verdict, entry: Entry? = nil) {
            self.claim = claim
            self.verdict = verdict
            self.entry = entry
        }
    }

    /// What the association file says about an app.
    package enum Verdict: String, Sendable, CaseIterable {
        /// An entry lets the address open the app.
        case matched
        /// An entry lets the address open the app, but an earlier element of `details` lets it open another app.
        case preceded
        /// An entry excludes the address.
        case excluded
        /// The file lists the app, but no entry matches.
        case unmatched
        /// The file doesn't list the app.
        case unlisted
        /// An entry lets the address open the app, but an earlier element of `details` excludes it for another app. Whether
        /// that keeps it out of this app too isn't documented.
        case doubtful
        /// Unknown: there is no file, or what it says about the address isn't certain.
        case unknown
    }

    /// An entry of an association file.
    package struct Entry: Hashable, Sendable {
        /// The entry as the file spells it.
        package var text: String
        package var place: Place

        package init(text: String, place: Place) {
            self.text = text
            self.place = place
        }
    }
}
