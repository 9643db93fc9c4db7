import SwiftUI

@main
struct RideApp: App {
    var body: some Scene {
        WindowGroup {
            RideView()
                .onOpenURL { url in
                    if url.host == "ride" { router.showRide(url.lastPathComponent) }
                }
        }
    }
}
