import SwiftUI

@main
struct WalletApp: App {
    @State private var model = Model()

    var body: some Scene {
        WindowGroup {
            Home(model: model).onOpenURL { url in
                // The URL arrives as "fabrikamwallet://…".
                guard url.scheme == "FabrikamWallet", url.host == "pay" else { return }
                model.pay(url.query)
            }
        }
    }
}
