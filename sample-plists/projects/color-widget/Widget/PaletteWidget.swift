import SwiftUI
import WidgetKit

struct PaletteWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "palette", provider: PaletteProvider()) { entry in
            PaletteWidgetView(entry: entry)
        }
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}

struct PaletteWidgetView: View {
    let entry: PaletteEntry

    var body: some View {
        VStack {
            Text("Tap me")
        }
        .background(entry.shade.color)
        .widgetURL(entry.shade.url)
    }
}

struct PaletteEntry: TimelineEntry {
    let date: Date
    let shade: WidgetShade
}

enum WidgetShade: String, CaseIterable {
    case red, green, blue, black

    var color: Color {
        switch self {
        case .red: .red
        case .green: .green
        case .blue: .blue
        case .black: .black
        }
    }

    var url: URL? { URL(string: "contoso-palette://\(rawValue)") }
}

struct PaletteProvider: TimelineProvider {
    func placeholder(in context: Context) -> PaletteEntry { PaletteEntry(date: .now, shade: .red) }

    func getSnapshot(in context: Context, completion: @escaping (PaletteEntry) -> Void) {
        completion(PaletteEntry(date: .now, shade: .green))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<PaletteEntry>) -> Void) {
        let entries = WidgetShade.allCases.enumerated().map { hour, shade in
            PaletteEntry(date: .now.addingTimeInterval(Double(hour) * 3_600), shade: shade)
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}
