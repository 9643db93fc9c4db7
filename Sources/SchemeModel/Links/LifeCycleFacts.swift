/// How the code of a target starts an app, and how it configures the app's scenes.
package struct LifeCycleFacts: Hashable, Sendable, Codable {
    /// How the code starts the app; `nil` if none of it does, or if it names a delegate that the code doesn't declare.
    package var entry: Entry?
    /// The app delegate's functions that configure scenes, ordered by place.
    package var configurations: [SceneConfiguration]
    /// The names of ``LinkTarget/sceneDelegates`` that the code declares, sorted.
    package var declaredSceneDelegates: [String]

    /// The code that starts an app.
    package struct Entry: Hashable, Sendable, Codable {
        /// What starts the app.
        package var kind: Kind
        /// The name of the type, or the call.
        package var place: Place
        /// The name of the app delegate; `nil` if there is none, or if it is unknown.
        package var delegate: String?

        /// What starts an app.
        package enum Kind: String, Sendable, Codable {
            /// A type that conforms to SwiftUI's `App`, which always uses scenes on iOS.
            case swiftUI
            /// An app delegate with `@main`, `@UIApplicationMain` or `@NSApplicationMain`.
            case delegate
            /// A call of `UIApplicationMain` or `NSApplicationMain`.
            case call
        }

        package init(kind: Kind, place: Place, delegate: String?) {
            self.kind = kind
            self.place = place
            self.delegate = delegate
        }
    }

    /// An implementation of `application(_:configurationForConnecting:options:)`.
    package struct SceneConfiguration: Hashable, Sendable, Codable {
        /// The declaration.
        package var place: Place
        /// The type that declares it.
        package var type: String?
        /// The names of the classes that it makes scene delegates, sorted; `nil` if some are unknown.
        package var delegates: [String]?

        package init(place: Place, type: String?, delegates: [String]?) {
            self.place = place
            self.type = type
            self.delegates = delegates
        }
    }

    package init() {
        configurations = []
        declaredSceneDelegates = []
    }
}
