import SwiftUI

@main
struct ShopApp: App {
    @State private var cart = Cart()

    var body: some Scene {
        WindowGroup {
            CartView(cart: cart)
                .onOpenURL { url in
                    guard url.scheme == "contoso-shop", url.host == "cart" else { return }
                    cart.isShown = true
                }
        }
    }
}

struct CheckoutButton: View {
    @Environment(\.openURL) private var openURL
    let order: Order

    var body: some View {
        Button("Pay") {
            if let url = URL(string: "contoso-pay://order/\(order.number)") { openURL(url) }
        }
    }
}
