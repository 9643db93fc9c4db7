/// The facts about links in the code of one target: everything that target rules check.
package struct LinkFacts: Hashable, Sendable, Codable {
    /// The name of the target; `nil` when a tree without a project is treated as one app.
    package var target: String?
    /// The links, ordered by place.
    package var links: [Link]
    /// The handlers, ordered by place.
    package var handlers: [Handler]
    /// The methods of app delegates for AppKit that are named like the URL handlers of UIKit, so that the system never calls
    /// them, ordered by place; `nil` if this was not read.
    ///
    /// Registries written by older versions lack it.
    package var uncalledReceivers: [Place]?
    /// The comparisons of a URL's scheme anywhere in the code, ordered by place.
    package var schemeComparisons: [SchemeComparison]
    /// The strings that code compares with a URL's host anywhere, as spelled, sorted; `nil` if this was not read.
    ///
    /// Registries written by older versions lack it.
    package var comparedHosts: [String]?
    /// The strings that code compares with a whole URL or its beginning anywhere, as spelled, sorted; `nil` if this was not
    /// read.
    ///
    /// Registries written by older versions lack it.
    package var comparedURLs: [String]?
    /// The view hierarchies in which more than one `widgetURL` certainly applies, ordered by their first link.
    package var widgetURLConflicts: [WidgetURLConflict]
    /// The widgets and Live Activities, ordered by place.
    package var widgets: [WidgetFact]
    /// The types that conform to `ActivityAttributes`, ordered by place.
    package var activityAttributes: [NamedType]
    /// The delegates of applications and scenes, ordered by place.
    package var delegates: [NamedType]
    /// The app's entry point: its `@main` type, its `@UIApplicationMain` delegate, or a call of `UIApplicationMain`.
    ///
    /// `nil` if none was found, or if it names a delegate that no Swift source declares.
    package var entryPoint: Place?
    /// The schemes of URLs that code makes from literals with nothing after the scheme, as spelled, sorted; `nil` if this
    /// was not read.
    ///
    /// Registries written by older versions lack it.
    package var bareURLSchemes: [String]?
    /// The modules that the code imports, sorted; `nil` if this was not read.
    ///
    /// Registries written by older versions lack it.
    package var imports: [String]?
    /// How the code starts the app and configures its scenes, in Swift and Objective-C; `nil` if this was not read.
    ///
    /// Registries written by older versions lack it.
    package var lifeCycle: LifeCycleFacts?
    /// The files of the target that could not be checked, ordered by place.
    package var problems: [Problem]
    /// Whether the code starts Live Activities, or receives tokens with which a server starts them; `nil` if this was not
    /// read.
    ///
    /// Registries written by older versions lack it.
    package var startsActivities: Bool?
    /// The number of parsed files among all that the target can use.
    package var parsedFiles: Int
    /// Whether Swift files were skipped because the tool was built without the `Links` trait.
    package var isLeftOut: Bool

    package init(target: String?) {
        self.target = target
        links = []
        handlers = []
        schemeComparisons = []
        widgetURLConflicts = []
        widgets = []
        activityAttributes = []
        delegates = []
        problems = []
        parsedFiles = 0
        isLeftOut = false
    }
}
