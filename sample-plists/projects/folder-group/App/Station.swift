import SwiftUI

@main
struct Station: App {
    @State private var channel = "Radio"

    var body: some Scene {
        WindowGroup {
            Text(channel).onOpenURL { url in
                if url.host() == "live" { channel = "Live" }
            }
        }
    }
}
