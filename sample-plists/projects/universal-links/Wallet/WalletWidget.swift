import SwiftUI
import WidgetKit

@main
struct WalletApp: App {
    var body: some Scene {
        WindowGroup {
            Text("Wallet").onOpenURL { url in print(url.path) }
        }
    }
}

struct HelpWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "help", provider: Provider()) { entry in
            Text("Help").widgetURL(URL(string: "https://fabrikam.com/help/pay"))
        }
    }
}
