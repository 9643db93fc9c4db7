package import SchemeModel

/// The explanation of a kind of problem: what it means, and what to do.
package struct ProblemExplanation {
    private let code: Problem.Code

    package init(of code: Problem.Code) { self.code = code }

    private static let consequence =
        "A run with a problem exits with 3, because something that could change the result was not checked."

    /// Writes the output of `explain` in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ReportFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text: try writeText(to: output, context: context)
        case .json:
            var json = JSONWriter(to: output)
            try json.openDocument(of: context.tool)
            try json.key("problem")
            try json.object {
                try $0.member("code", code.rawValue)
                try $0.member("meaning", code.meaning)
                try $0.member("advice", code.advice)
            }
            try json.close()
            try output.flush()
        }
    }

    private func writeText(to output: ByteOutput, context: ReportContext) throws {
        let writer = TextWriter(to: output, context: context)
        let width = ExplanationSection.width(in: context)
        try writer.line("\(writer.palette.paint(code.rawValue, .strong)) (problem)")
        try writer.line()
        for line in Paragraphs.lines(of: code.meaning, width: width - 2) { try writer.line(line, isCode: true) }
        var sections = [
            ExplanationSection(heading: "What it means for the run", body: Self.consequence),
            ExplanationSection(heading: "What to do", body: code.advice),
        ]
        if code != .nothingFound {
            let acceptance = """
                If you know that it hides nothing, add this to `.schemereg.yml`. Reports then name it with the reason.
                ```
                accept:
                  - problem: \(code.rawValue)
                    path: PATH
                    reason: WHY
                ```
                """
            sections.append(ExplanationSection(heading: "How to accept it", body: acceptance))
        }
        for section in sections { try section.write(to: writer, width: width) }
        try writer.flush()
    }
}

extension Problem.Code {
    /// What happened, in a sentence.
    fileprivate var meaning: String {
        switch self {
        case .notFound: "A path that was named on the command line or in a project doesn't exist."
        case .vanished: "A file existed when its folder was listed, but not when it was read."
        case .permissionDenied: "A file or folder is not readable."
        case .notAFile: "A path leads to a socket, a device, a pipe or a folder instead of a file."
        case .notAManifest:
            "A file describes a product but declares nothing by itself, such as entitlements or build settings."
        case .invalidName: "A commit contains a name that no file system allows, such as `..`."
        case .unfollowedLink: "A symbolic link leads out of the folder that is checked, so it was not followed."
        case .inputOutput: "The operating system could not read a file or folder."
        case .overLimit:
            """
            An input exceeds a limit, so a part of it was not read or not checked. Limits count bytes, tokens, nesting and \
            steps, never time, so the same input always gives the same result. C syntax that manifests hardly use, such as a \
            macro with parameters, is also reported so.
            """
        case .readerFailed:
            "The process that reads code crashed, hung or used too much memory, so the links in a file are unknown."
        case .hiddenChange:
            "With `--changed-since`, the branch adds or changes a part that the check can't see, such as a skipped folder."
        case .unreadApp:
            """
            A program that is not run defines the apps, and no other file has an app, so no app was checked. Or a script of an \
            app's build phase or rule, which is not run, replaces the app's manifest or changes its URL types.
            """
        case .nothingFound: "No manifest was found, so nothing was checked."
        }
    }

    /// What to do about it.
    fileprivate var advice: String {
        switch self {
        case .notFound: "Correct the path, or check out the missing part."
        case .vanished: "Run the check again when nothing else changes the folder."
        case .permissionDenied: "Allow the user that runs schemereg to read it, or skip it with `--exclude`."
        case .notAFile: "Name a file, a folder or a project, or skip the path with `--exclude`."
        case .notAManifest: "Name the project, the folder or the Info.plist that the file belongs to."
        case .invalidName: "Find out which commit added the name, and remove it from the repository."
        case .unfollowedLink: "Check a folder that contains the link and its target, or name both."
        case .inputOutput: "Fix what the message of the operating system says, and run the check again."
        case .overLimit:
            """
            Skip what doesn't belong to your apps, such as generated or third-party code, with `--exclude` or with `exclude` \
            in `.schemereg.yml`, or check parts of the project separately. docs/safety.md lists the limits. If an ordinary \
            app exceeds one, report that as a bug.
            """
        case .readerFailed:
            "Skip the file with `--exclude`, and report the failure as a bug, with the file if possible."
        case .hiddenChange: "Make the part visible to the check, or let someone review it who knows what it contains."
        case .unreadApp:
            """
            Run the command in the hint, which generates the project, and check that. If there needn't be an app, add \
            `--allow-empty`. For a script, run schemereg on the built app.
            """
        case .nothingFound:
            """
            Name the folder that contains the app. If a tool generates its project, run that first, for example `xcodegen` \
            or `tuist generate`. If there needn't be an app, add `--allow-empty`.
            """
        }
    }
}
