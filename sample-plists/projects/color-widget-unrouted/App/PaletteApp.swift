import SwiftUI

@main
struct PaletteApp: App {
    @State private var selection = Shade.red

    var body: some Scene {
        WindowGroup {
            PaletteView(selection: selection)
                .onOpenURL { url in
                    guard url.scheme == "contoso-palette" else { return }
                    switch url.host {
                    case "red": selection = .red
                    case "green": selection = .green
                    case "blue": selection = .blue
                    case "black": selection = .black
                    default: break
                    }
                }
        }
    }
}
