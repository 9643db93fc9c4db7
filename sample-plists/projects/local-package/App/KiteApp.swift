import RouteTable
import SwiftUI

@main
struct KiteApp: App {
    var body: some Scene {
        WindowGroup {
            Text("Kites").onOpenURL { url in
                guard url.scheme == "contoso-kite", url.host == "wind" else { return }
                RouteTable.shared().show(url)
            }
        }
    }
}
