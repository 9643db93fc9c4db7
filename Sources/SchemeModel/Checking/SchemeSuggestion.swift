/// A scheme that an app could claim.
package struct SchemeSuggestion: Hashable, Sendable {
    package var scheme: SchemeKey
    package var state: State
    /// Why it is a good or a bad choice, as a phrase without a period.
    package var reason: String

    /// Who uses a scheme.
    package enum State: Int, Sendable {
        /// The app declares it already, and no other app is known to use it.
        case yours
        /// No app is known to use it.
        case free
        /// Another app uses it, or it has another meaning.
        case taken
    }

    package init(_ scheme: SchemeKey, _ state: State, reason: String) {
        self.scheme = scheme
        self.state = state
        self.reason = reason
    }
}
