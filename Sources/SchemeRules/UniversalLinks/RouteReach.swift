import SchemeModel

/// What else than universal links gets to the routes of an app's handlers.
struct RouteReach {
    /// The links in the code of the project.
    private var links: [RoutedURL] = []
    /// The routes of the project's other apps and extensions.
    private let foreign: Set<Place>
    /// The routes of code that also gets URLs with custom schemes; `nil` if not all are known.
    private let routesOfSchemes: Set<Place>?

    /// Finds out what gets to the routes of a target; `nil` if a widget opens links that aren't known.
    init?(in target: TargetFacts) {
        for link in target.project.flatMap(\.links) {
            let urls = link.alternatives.map { RoutedURL($0) }
            if link.isWidgetTap, urls.isEmpty || urls.contains(where: { $0 == nil }) { return nil }
            links += urls.compactMap { $0 }
        }
        let own = Set(target.app.map(\.target))
        foreign = Self.routes(of: target.project.filter { !own.contains($0.target) }.flatMap(\.handlers))
        // A handler that only continues a sign-in gives its URLs to an SDK.
        let receivers = target.appHandlers.filter { $0.kind.receivesURLs && $0.resumption == nil && !$0.takesNothing }
        routesOfSchemes =
            target.declaredSchemes?.isEmpty == true
            ? [] : receivers.allSatisfy(\.isRouted) ? Self.routes(of: receivers) : nil
    }

    private static func routes(of handlers: [Handler]) -> Set<Place> {
        Set(handlers.flatMap(\.accepts).map(\.place))
    }

    /// Returns how severe it is that no link to `domains` that `route` takes opens the app; `nil` if it may take other URLs.
    func severity(of route: Route, to domains: [DomainPattern], steps: inout LinkSteps) -> Severity? {
        steps.left -= links.count
        guard !steps.isSpent, !foreign.contains(route.place), !links.contains(where: { $0.mayMeet(route) }) else {
            return nil
        }
        if routesOfSchemes?.contains(route.place) == false { return .warning }
        if route.requires(.scheme, { SchemeKey($0).isWeb }) { return .warning }
        return route.requires(.host) { host in domains.contains { $0.contains(host: host.asciiLowercased) } }
            ? .note : nil
    }
}

extension Route {
    /// Whether it only takes URLs whose `component` equals one of some values, which all pass `test`.
    fileprivate func requires(_ component: Component, _ test: (String) -> Bool) -> Bool {
        conditions.contains { $0.component == component && $0.relation == .equals && $0.values.allSatisfy(test) }
    }
}
