import AppKit

/// Shows the window of a URL.
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
        guard let controller = NSStoryboard(name: storyboard, bundle: nil).instantiateInitialController() as? NSWindowController
        else { return false }
        controller.showWindow(nil)
        return true
    }
}
