import UIKit

/// Shows the screen of a URL.
final class Router {
    static let shared = Router()

    func open(_ url: URL) -> Bool {
        switch url.host {
        case "orders": return show("Orders")
        case "cart": return show("Cart")
        default: return false
        }
    }

    private func show(_ storyboard: String) -> Bool {
        UIStoryboard(name: storyboard, bundle: nil).instantiateInitialViewController() != nil
    }
}

/// The user's account.
enum Account {
    static func restore() {}
}
