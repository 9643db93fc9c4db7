import SwiftUI

@main
struct ShopApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup { OrdersView() }
    }
}

struct OrdersView: View {
    var body: some View { Text("Orders") }
}
