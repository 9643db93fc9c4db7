import SchemeModel

extension RuleDescription.Example.File {
    /// Returns a Swift file with these declarations, separated by empty lines.
    static func swift(_ declarations: ExampleCode..., at path: String = "Wallet.swift") -> Self {
        swift(declarations.map(\.text).joined(separator: "\n\n"), at: path)
    }
}

extension RuleDescription.Example {
    /// Creates an example with an app that declares `schemes`, and a Swift file with these declarations.
    init(_ title: String, schemes: String..., code: ExampleCode...) {
        let code = code.map(\.text).joined(separator: "\n\n")
        self.init(title, [.manifest(of: "com.acme.wallet", [.init(schemes: schemes)]), .swift(code)])
    }
}

/// A Swift declaration in an example. It can contain marks.
struct ExampleCode: ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    /// Returns an app whose window shows `view`.
    static func app(_ view: String, name: String = "WalletApp") -> Self {
        """
        @main
        struct \(name): App {
            var body: some Scene {
                WindowGroup {
        \(view.indented(12))
                }
            }
        }
        """
    }

    /// Returns an app delegate whose function that opens URLs has this body.
    static func appDelegate(opening body: String) -> Self {
        "\(SceneExample.appDelegate(open: "", body: body.replacing("\n", with: "\n        ")))"
    }

    /// Returns a widget that shows `view`.
    ///
    /// - Parameters:
    ///   - isMarked: Whether there is a mark before the configuration.
    ///   - modifiers: The modifiers of the configuration.
    static func widget(
        _ view: String,
        name: String = "PayWidget",
        kind: String = "pay",
        isMarked: Bool = false,
        modifiers: String = ""
    ) -> Self {
        """
        struct \(name): Widget {
            var body: some WidgetConfiguration {
                \(isMarked ? "↓" : "")StaticConfiguration(kind: "\(kind)", provider: Provider()) { entry in
        \(view.indented(12))
                }\(modifiers.isEmpty ? "" : "\n" + modifiers.indented(8))
            }
        }
        """
    }

    /// Returns a Live Activity whose views are elsewhere.
    ///
    /// - Parameter isMarked: Whether there is a mark before the configuration.
    static func rideActivity(isMarked: Bool = false) -> Self {
        """
        struct RideActivity: Widget {
            var body: some WidgetConfiguration {
                \(isMarked ? "↓" : "")ActivityConfiguration(for: RideAttributes.self) { context in
                    Text("Ride").widgetURL(URL(string: "taxi://ride"))
                } dynamicIsland: { context in
                    island(context)
                }
            }
        }
        """
    }

    /// Returns a Live Activity with these views.
    ///
    /// - Parameters:
    ///   - isMarked: Whether there is a mark before the configuration.
    ///   - modifiers: The modifiers of the Dynamic Island.
    static func liveActivity(
        name: String = "Ride",
        isMarked: Bool = false,
        lockScreen: String = #"Text("Ride")"#,
        expanded: String = #"Text("Ride")"#,
        compactLeading: String = #"Text("1")"#,
        compactTrailing: String = #"Text("2")"#,
        minimal: String = #"Text("3")"#,
        modifiers: String = ""
    ) -> Self {
        """
        struct \(name)Activity: Widget {
            var body: some WidgetConfiguration {
                \(isMarked ? "↓" : "")ActivityConfiguration(for: \(name)Attributes.self) { context in
        \(lockScreen.indented(12))
                } dynamicIsland: { context in
                    DynamicIsland {
                        DynamicIslandExpandedRegion(.center) { \(expanded) }
                    } compactLeading: {
        \(compactLeading.indented(16))
                    } compactTrailing: {
        \(compactTrailing.indented(16))
                    } minimal: {
        \(minimal.indented(16))
                    }\(modifiers.isEmpty ? "" : "\n" + modifiers.indented(12))
                }
            }
        }
        """
    }
}

extension String {
    /// Returns the text with each line that isn't empty indented by `count` spaces.
    fileprivate func indented(_ count: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }
            .joined(separator: "\n")
    }
}
