import SchemeKit
import Testing
import TestSupport

/// Views in a library that an app and its widget share.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct SharedViewTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "project.yml",
            """
            name: Wallet
            options: { bundleIdPrefix: com.acme }
            targets:
              Wallet:
                type: application
                platform: iOS
                sources: [App]
                settings: { INFOPLIST_FILE: App/Info.plist }
                dependencies: [{ target: Widget }, { target: Parts }]
              Widget:
                type: app-extension
                platform: iOS
                sources: [Widget]
                info:
                  path: Widget/Info.plist
                  properties: { NSExtension: { NSExtensionPointIdentifier: com.apple.widgetkit-extension } }
                dependencies: [{ target: Parts }]
              Parts:
                type: framework
                platform: iOS
                sources: [Parts]

            """
        )
        try folder.write("App/Info.plist", Sample.app("com.acme.wallet"))
        try folder.write(
            "App/WalletApp.swift",
            """
            import SwiftUI
            import Parts

            @main struct WalletApp: App {
                var body: some Scene {
                    WindowGroup {
                        PayView().onOpenURL { url in
                            guard url.scheme == "acme-pay" else { return }
                            show(url)
                        }
                    }
                }
            }

            """
        )
        try folder.write(
            "Parts/PayView.swift",
            """
            import SwiftUI

            public struct PayView: View {
                public var body: some View { Link("Pay", destination: URL(string: "acme-pay://pay")!) }
            }

            """
        )
    }

    private func writeWidget(showing view: String) throws {
        try folder.write(
            "Widget/PayWidget.swift",
            """
            import Parts
            import SwiftUI
            import WidgetKit

            @main struct PayWidget: Widget {
                var body: some WidgetConfiguration {
                    StaticConfiguration(kind: "pay", provider: Provider()) { entry in \(view) }
                }
            }

            """
        )
    }

    /// The system gives the URL of a tap on a widget to its app, whether that declares the scheme or not.
    @Test func aLinkThatAWidgetShowsNeedsNoScheme() throws {
        try writeWidget(showing: #"Text("Pay").widgetURL(URL(string: "acme-pay://pay"))"#)
        let alone = CommandRun.run(["check", "."], in: folder.path).output
        #expect(
            alone.contains("Parts/PayView.swift:4:34: warning: the app handles URLs with the scheme 'acme-pay'"),
            "\(alone)"
        )
        try writeWidget(showing: "PayView()")
        let shared = CommandRun.run(["check", "."], in: folder.path).output
        #expect(!shared.contains("undeclared-own-scheme"), "\(shared)")
    }
}
