import ActivityKit
import SwiftUI
import WidgetKit

struct RideAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var minutes: Int
    }

    var ride: Int
}

struct RideActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: RideAttributes.self) { context in
            Text("\(context.state.minutes) min")
                .widgetURL(URL(string: "contoso-ride://ride/\(context.attributes.ride)"))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Text("Ride").widgetURL(URL(string: "contoso-ride://ride/\(context.attributes.ride)"))
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Text("\(context.state.minutes) min")
                }
            } compactLeading: {
                Text("Ride").widgetURL(URL(string: "contoso-ride://ride"))
            } compactTrailing: {
                Text("\(context.state.minutes)").widgetURL(URL(string: "contoso-ride://ride?from=trailing"))
            } minimal: {
                Text("\(context.state.minutes)").widgetURL(URL(string: "contoso-ride://ride"))
            }
        }
    }
}
