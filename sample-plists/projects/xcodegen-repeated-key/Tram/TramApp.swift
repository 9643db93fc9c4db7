import SwiftUI

@main
struct TramApp: App {
    var body: some Scene {
        WindowGroup {
            Text("Tram").onOpenURL { url in open(url) }
        }
    }

    private func open(_ url: URL) {
        guard url.scheme == "contoso-tram", url.host() == "stop" else { return }
        print(url.path())
    }
}
