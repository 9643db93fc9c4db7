package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Shows which app opens a URL, based on a registry.
package struct ResolveCommand: Command {
    /// The URL, as given.
    package var url: String
    package var scheme: SchemeKey
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    ///
    /// - Throws: ``UsageError`` if `url` has no valid scheme, or a host that can't be compared with domains.
    package init(url: String, registry: Path?, format: ReportFormat = .text) throws(UsageError) {
        guard let scheme = SchemeKey(named: url) else {
            throw UsageError(
                "'\(url)' is not a URL; it has no valid scheme",
                hint: "start it with a letter, followed by letters, digits, +, - and ., such as wallet://pay"
            )
        }
        if let error = UsageError(hostOf: url) { throw error }
        self.url = url
        self.scheme = scheme
        self.registry = registry
        self.format = format
    }

    /// Returns ``ExitCode/findings`` if no app opens the URL on some kind of device, or if several may.
    ///
    /// A web address must be opened by one app. That it opens in the browser, or that the website decides, is no answer.
    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, in: context) { store in
            let knowledge = Knowledge.builtIn.adding(try store.teamTables())
            let index = RegistryIndex(store, knowledge: knowledge)
            let claims = try index.claims(on: scheme)
            let resolution = Resolver(knowledge: knowledge).resolution(of: scheme, among: claims)
            var steps = LinkSteps()
            let universalLink = try WebAddress(url).map {
                try UniversalLinkResolver.resolution(of: $0, in: index, steps: &steps)
            }
            try ResolutionListing(resolution, universalLink: universalLink, of: url).write(
                format,
                to: context.byteOutput,
                context: context.reportContext(sources: try store.sources(), digest: store.digest(of:))
            )
            if let problem = steps.problem() {
                context.say("\(problem.place.path.display): \(problem.message)", hint: problem.hint)
                return .incomplete
            }
            let limit = URLPattern.limits.bytes
            if scheme.isWeb, url.utf8.count > limit {
                context.say(
                    "the URL has more than \(limit.grouped) bytes, so it was not compared with the domains of apps",
                    hint: "shorten it"
                )
                return .incomplete
            }
            if let universalLink {
                return universalLink.answers.contains { $0.outcome != .one } ? .findings : .clean
            }
            return resolution.answers.contains { $0.handler == .none || $0.handler == .undefined } ? .findings : .clean
        }
    }
}
