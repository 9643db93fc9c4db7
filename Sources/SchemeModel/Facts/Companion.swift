extension Manifest {
    /// A value in a file around a manifest that shows what the manifest should contain, or what makes its app.
    package struct Companion: Hashable, Sendable, Codable {
        package var kind: Kind
        package var value: String
        /// The place of the value, in the same source as the manifest.
        package var place: Place

        package init(_ kind: Kind, value: String, place: Place) {
            self.kind = kind
            self.value = value
            self.place = place
        }

        /// What the value of a companion is.
        package enum Kind: Hashable, Sendable, Codable {
            /// The value of this key in its file.
            case key(ByteString)
            /// A fact that a reader finds out.
            case fact(Fact)

            /// Creates the kind with this ``name``.
            package init(name: String) { self = Fact(rawValue: name).map { .fact($0) } ?? .key(ByteString(name)) }

            /// The key or the fact, as registries store it. No key in a file that is read has the name of a fact.
            package var name: String {
                switch self {
                case .key(let key): key.string
                case .fact(let fact): fact.rawValue
                }
            }

            /// The key; `nil` for a fact.
            package var key: String? {
                guard case .key(let key) = self else { return nil }
                return key.string
            }
        }

        /// A fact about the package around a manifest.
        package enum Fact: String, Sendable, Codable, CaseIterable {
            /// The number of the Expo SDK that makes the app.
            case expoSDK = "Expo SDK"
            /// The name of the plugin with `ios.enableSceneSupport`, which makes the app use scenes.
            case expoSceneSupport = "Expo scene support"
            /// The name of a program or of a plugin of the app, which may make it use scenes.
            case expoProgram = "Expo program"
            /// The name of a plugin that others make.
            case expoPlugin = "Expo plugin"
            /// The name of a Flutter plugin that handles links.
            case linkPlugin = "Flutter plugin"
            /// The name of the SDK that a Flutter plugin contains.
            case pluginSDK = "Flutter plugin of an SDK"
            /// The oldest versions of Flutter and Dart that the package accepts.
            case flutter = "Flutter SDK"
            case dart = "Dart SDK"
            /// The number of the Expo SDK that an app with a native project of its own uses.
            case expo = "Expo"
            /// The oldest versions of React Native and of Capacitor's iOS runtime that the package accepts.
            case reactNative = "React Native"
            case capacitor = "Capacitor"
            /// The name of an npm package or build phase that may make the app use scenes. Registries keep the name that it
            /// had when it was only for packages.
            case sceneSource = "package for scenes"
            /// The project of a .NET MAUI app, which has this manifest and no other one.
            case maui = ".NET MAUI"
            /// The identifier of the team that signs the app, in every configuration of its target.
            case team = "development team"
        }
    }

    /// Returns the value of a key in a file next to the manifest; `nil` if there is none.
    package func companion(_ key: String) -> Companion? { companions.first { $0.kind == .key(ByteString(key)) } }

    /// Returns the values of a fact about the package around the manifest, in the order of ``companions``.
    package func companions(_ fact: Companion.Fact) -> [Companion] { companions.filter { $0.kind == .fact(fact) } }
}
