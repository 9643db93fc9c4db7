import AppKit

@main
final class AppDelegate: NSObject, NSApplicationDelegate {
    func application(_ application: NSApplication, open urls: [URL]) {
        for url in urls { _ = Router.shared.open(url) }
    }
}
