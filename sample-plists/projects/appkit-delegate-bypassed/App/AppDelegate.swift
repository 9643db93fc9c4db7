import AppKit

@main
final class AppDelegate: NSObject, NSApplicationDelegate {
    func application(_ app: NSApplication, open url: URL, options: [String: Any] = [:]) -> Bool {
        Router.shared.open(url)
    }
}
