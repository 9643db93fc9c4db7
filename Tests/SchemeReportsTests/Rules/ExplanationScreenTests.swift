import SchemeModel
import Testing

@testable import SchemeReports

/// Which parts of an explanation are left out when it doesn't fit a screen.
@Suite struct ExplanationScreenTests {
    private static let when = """
        Reported for:

        - the first;
        - the second, which
        goes on;
        - the third.

        The severity.
        """
    private static let fix = """
        Add a delegate:

        ```swift
        1
        - 2

        4
        5
        6
        7
        ```

        Or don't.
        """

    @Test func findsTheParts() {
        let parts = Paragraphs.parts(of: Self.when)
        #expect(parts.first == "Reported for:\n\n- the first;")
        #expect(parts.dropFirst() == ["\n- the second, which\ngoes on;", "\n- the third.", "\n\nThe severity."])
        #expect(Paragraphs.parts(of: Self.fix).count == 2)
        for text in [Self.when, Self.fix, ""] { #expect(Paragraphs.parts(of: text).joined() == text) }
    }

    private static let shortFix = "Add a delegate:\n\n```\n…\n```"

    /// The limit, and the expected texts.
    @Test(arguments: [
        (22, when, fix),
        (18, when, "\(shortFix)\n\nOr don't."),
        (13, "Reported for:\n\n- the first;\n- the second, which\ngoes on; …", "\(shortFix)\n\nOr don't."),
        (1, "Reported for:\n\n- the first; …", "\(shortFix)\n…"),
    ])
    func cutsTheLongestSection(limit: Int, when: String, fix: String) {
        var screen = ExplanationScreen(sections: [
            ExplanationSection(heading: "When", body: Self.when), ExplanationSection(heading: "Fix", body: Self.fix),
        ])
        screen.cut(to: limit, width: 60)
        #expect(screen.sections.map(\.body) == [when, fix])
        #expect(screen.isCut == (limit < 22))
    }

    /// The limit, and the expected texts.
    @Test(arguments: [
        (7, "Apple: \"It is. Always.\" So `a. b` counts. …", "Add a key."),
        (6, "Apple: \"It is. Always.\" …", "Add a key."),
        (1, "Apple: \"It is. Always.\" …", "Add a key."),
    ])
    func cutsSentencesIfNoMorePartsFit(limit: Int, why: String, fix: String) {
        let reasons = "Apple: \"It is. Always.\" So `a. b` counts. It wraps on narrow terminals."
        var screen = ExplanationScreen(sections: [
            ExplanationSection(heading: "Why", body: reasons), ExplanationSection(heading: "Fix", body: "Add a key."),
        ])
        screen.cut(to: limit, width: 32)
        #expect(screen.sections.map(\.body) == [why, fix])
    }
}
