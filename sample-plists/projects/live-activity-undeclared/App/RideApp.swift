import ActivityKit
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

func startRide(_ number: Int, minutes: Int) throws {
    let state = RideAttributes.ContentState(minutes: minutes)
    _ = try Activity.request(attributes: RideAttributes(ride: number), content: .init(state: state, staleDate: nil))
}
