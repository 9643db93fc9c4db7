import SwiftUI

@main
struct PaletteApp: App {
    @State private var selection = Shade.red

    var body: some Scene {
        WindowGroup {
            PaletteView(selection: selection)
        }
    }
}
