/// The description of a rule, used for its page, `explain` and the lists of rules.
package struct RuleDescription: Sendable {
    /// A kebab-case name of the problem, never reused.
    package var id: String
    /// The rule's section in the list of rules.
    package var section: Section
    /// The severity, unless the facts or the configuration determine another one.
    package var severity: Severity
    /// Whether the rule is on by default.
    package var isOn: Bool
    /// The properties that determine how its findings are treated.
    package var traits: Set<Trait>
    /// A sentence that completes "Reports …".
    package var summary: String
    /// Why it matters: one or more paragraphs of Markdown without headings.
    package var why: String
    /// When it is reported, and with which severity: Markdown.
    package var reportedWhen: String
    /// When it is not reported: Markdown; empty if there are no exceptions.
    package var notReportedWhen: String
    /// How to fix it: Markdown.
    package var fix: String
    /// The sources of the facts.
    package var sources: [Reference]
    /// Inputs with the expected findings marked in them.
    ///
    /// They are created on each access because only pages and tests need them.
    package var examples: [Example] { makeExamples() }

    private let makeExamples: @Sendable () -> [Example]

    /// A section of the list of rules.
    package enum Section: String, Sendable, CaseIterable {
        case conflicts = "Conflicts"
        case inputFiles = "Input files"
        case declarations = "Declarations"
        case queries = "Queries"
        case links = "Links in code"
        case delivery = "Delivery of URLs"
        case team = "Team configuration"
    }

    /// A property that determines how the findings of a rule are treated.
    package enum Trait: Hashable, Sendable {
        /// Reports that another app may open a URL.
        ///
        /// This can't happen to the callback of an `ASWebAuthenticationSession`, so its scheme is not reported.
        case concernsOtherApps
        /// Reports on acceptances, so that its findings can't be accepted.
        case concernsAcceptances
        /// Checks links in code against other apps, so that its findings depend on which apps the run knows.
        case dependsOnOtherApps
        /// Has one finding for several apps with the same message at the same place.
        case mergesApps
        /// Has one finding for all files of a source with the same hint.
        case mergesFiles
        /// Has one finding for a domain and the wildcard around it in the same app, for which the same file decides.
        case mergesWildcards
        /// Belongs to a group of rules.
        case isInGroup(RuleGroup)
    }

    /// A page that documents a fact.
    package struct Reference: Hashable, Sendable {
        /// The title of the page, or a summary of what it states.
        package var title: String
        /// The URL of the page.
        package var url: String
        /// The date of the last visit, as `2026-11-21`.
        package var seen: String

        package init(_ title: String, _ url: String, seen: String) {
            self.title = title
            self.url = url
            self.seen = seen
        }
    }

    /// Manifests, optionally with a configuration, that together give the marked findings of this rule and no others.
    ///
    /// The mark `↓` comes just before the character where a finding of the rule begins, and is removed before the text
    /// is read. Text without marks must give no finding of the rule.
    package struct Example: Sendable {
        /// A short title.
        package var title: String
        /// The files, each with a relative path and the marked text.
        ///
        /// A file is an XML property list, a project or a `.schemereg.yml`.
        package var files: [File]
        /// The files of the source's previous state, without marks; empty when it doesn't matter.
        package var earlier: [File]

        /// One file of an example.
        package struct File: Sendable {
            /// The path below the source's root.
            package var path: String
            /// The text with marks.
            package var text: String

            package init(_ path: String, _ text: String) {
                self.path = path
                self.text = text
            }
        }

        package init(_ title: String, _ files: [File], earlier: [File] = []) {
            self.title = title
            self.files = files
            self.earlier = earlier
        }

        package init(_ title: String, _ text: String) {
            self.init(title, [File("Info.plist", text)])
        }

        /// Whether it contains a marked finding.
        package var fires: Bool { files.contains { $0.text.contains("↓") } }
    }

    package init(
        id: String,
        section: Section,
        severity: Severity,
        isOn: Bool = true,
        traits: Set<Trait> = [],
        summary: String,
        why: String,
        reportedWhen: String,
        notReportedWhen: String = "",
        fix: String,
        sources: [Reference],
        examples: @autoclosure @escaping @Sendable () -> [Example]
    ) {
        self.id = id
        self.section = section
        self.severity = severity
        self.isOn = isOn
        self.traits = traits
        self.summary = summary
        self.why = why
        self.reportedWhen = reportedWhen
        self.notReportedWhen = notReportedWhen
        self.fix = fix
        self.sources = sources
        makeExamples = examples
    }
}
