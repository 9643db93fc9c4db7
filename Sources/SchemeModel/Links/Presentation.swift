/// A place where a widget or a Live Activity shows a view.
package enum Presentation: String, Sendable, Codable, CaseIterable, Comparable {
    /// A widget of any family.
    case widget
    /// A Live Activity on the Lock Screen.
    case lockScreen
    /// The Dynamic Island as a whole.
    case dynamicIsland
    case compactLeading
    case compactTrailing
    case minimal
    case expandedLeading
    case expandedTrailing
    case expandedCenter
    case expandedBottom

    package static func < (left: Presentation, right: Presentation) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
