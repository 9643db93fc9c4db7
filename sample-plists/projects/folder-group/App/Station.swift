import SwiftUI

@main
struct Station: App {
    var body: some Scene {
        WindowGroup {
            Text("Radio").onOpenURL { url in print(url) }
        }
    }
}
