import SwiftUI

@main
struct Scanner: App {
    var body: some Scene {
        WindowGroup {
            Text("Scan").onOpenURL { url in scan(url) }
        }
    }

    private func scan(_ url: URL) {
        guard url.scheme == "fabrikam-scanner", url.host() == "scan" else { return }
        print(url.path())
    }
}
