/// Something unusual or wrong in an input, on which rules base findings.
package struct Irregularity: Hashable, Sendable, Codable {
    /// A kind of irregularity.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// The input cannot be parsed, or its root is not a dictionary; ``Irregularity/cause`` is the reason.
        ///
        /// ``Irregularity/subject`` is the project around the manifest if no target of it is known to use the manifest;
        /// ``Irregularity/found`` is `part` for a file that begins with a key.
        case malformed
        /// A key appears twice in the same dictionary.
        ///
        /// ``Irregularity/subject`` is the key, ``Irregularity/related`` the first occurrence. ``Irregularity/found`` is
        /// `the same value` if both are known to have it. In a specification, ``Irregularity/cause`` describes which one
        /// counts.
        case duplicateKey = "duplicate-key"
        /// A value has the wrong type for its key.
        case wrongType = "wrong-type"
        /// A value was skipped because it exceeds a limit, which a ``Problem`` of the import reports.
        case leftOut = "left-out"
        /// A string is empty in the source text.
        case emptyText = "empty-text"
        /// A key with a device suffix (`CFBundleURLTypes~ipad`); ``Irregularity/subject`` is the key.
        case suffixedKey = "suffixed-key"
        /// A key of the root that misspells the key of URL types or queried schemes, which is missing.
        ///
        /// ``Irregularity/subject`` is the key, ``Irregularity/expected`` the correct one.
        case misspelledKey = "misspelled-key"
        /// The manifest has unresolved preprocessor conditionals, so all branches were read.
        case conditional
        /// A project, or a file that it depends on other than the manifest, cannot be parsed or evaluated.
        ///
        /// ``Irregularity/cause`` is the reason.
        case malformedProject = "malformed-project"
        /// An archive, or a member of it, is unreadable or untrustworthy.
        ///
        /// ``Irregularity/cause`` is the reason, ``Irregularity/subject`` is the member.
        case malformedArchive = "malformed-archive"
        /// An association file of a website, or a part of it, is invalid.
        ///
        /// ``Irregularity/cause`` is the reason, ``Irregularity/subject`` the key of an invalid part (`nil` for the whole
        /// file), ``Irregularity/expected`` the hint.
        case malformedAssociation = "malformed-association"
        /// An association file begins with a byte order mark.
        case byteOrderMark = "byte-order-mark"
        /// An association file was not read, because it is signed in another form, or is no JSON yet.
        ///
        /// ``Irregularity/subject`` is `signature` or `template`.
        case unreadAssociation = "unread-association"
        /// An association file lists an app without Application Identifier Prefix; ``Irregularity/subject`` is the identifier.
        case unprefixedAppID = "unprefixed-app-id"
        /// An association file lists an app with a placeholder; ``Irregularity/subject`` is the identifier.
        case placeholderAppID = "placeholder-app-id"
        /// A value refers to an undefined build setting, so the reference became empty.
        ///
        /// ``Irregularity/subject`` is the setting.
        case undefinedSetting = "undefined-setting"
        /// A value refers to a build setting whose value cannot be determined.
        ///
        /// ``Irregularity/subject`` is the setting, ``Irregularity/cause`` is the reason, ``Irregularity/expected`` another
        /// settings file of the source that defines it.
        case unknownSetting = "unknown-setting"
        /// The entitlements of an app that may become a default app are unknown; ``Irregularity/cause`` is the reason.
        case unknownEntitlements = "unknown-entitlements"
        /// Only other configurations of the target have an entitlement of apps that may become a default app.
        ///
        /// ``Irregularity/subject`` is the entitlement, ``Irregularity/cause`` lists the configurations without it.
        case partialEntitlement = "partial-entitlement"
        /// Words in the manifest may be macros from an unknown preprocessor header or flag.
        ///
        /// All values with such a word are unknown.
        ///
        /// ``Irregularity/subject`` is the header or flag, ``Irregularity/expected`` the setting that would resolve it,
        /// ``Irregularity/cause`` describes what is missing, and ``Irregularity/span`` is the first such value.
        /// ``Irregularity/found`` is `unsupported` for C syntax that isn't supported, which ``Irregularity/subject`` is then.
        case unknownMacros = "unknown-macros"
        /// The preprocessor removes a part of a value because it looks like a comment.
        ///
        /// ``Irregularity/subject`` is the text as written, ``Irregularity/expected`` its kind ("a value", "an XML
        /// comment", "a definition"), ``Irregularity/found`` the start of the comment. If ``Irregularity/cause`` is
        /// set, the remaining text cannot be parsed.
        case removedComment = "removed-comment"
        /// A scheme comes from a build setting that an optional settings file may replace, which is missing.
        ///
        /// ``Irregularity/subject`` is the path of that file.
        case replaceableValue = "replaceable-value"
        /// A value refers to build settings that are recursive or grow without bound, so it is unknown.
        ///
        /// ``malformedProject`` has the place. ``Irregularity/subject`` is the setting.
        case unboundedSetting = "unbounded-setting"
        /// A file that the project refers to doesn't exist; ``Irregularity/subject`` is its path as written.
        case missingFile = "missing-file"
        /// The manifest of a target doesn't exist, or its path is unknown, so only what the project adds to it is known;
        /// ``Irregularity/subject`` is its path as written.
        case missingManifest = "missing-manifest"
        /// A build setting that seems to have an effect but has none; ``Irregularity/subject`` is the setting.
        case ineffectiveSetting = "ineffective-setting"
        /// A project differs from the file that it is generated from, so generating it again changes a target.
        ///
        /// ``Irregularity/span`` is the place in the project and ``Irregularity/found`` its value;
        /// ``Irregularity/place`` is the place in the generator's file and ``Irregularity/expected`` its value;
        /// ``Irregularity/subject`` names the value: `bundle identifier`, `scheme`, `role of 'wallet'`.
        case generatorDifference = "generator-difference"
        /// A file that defines apps is, or contains, code that is not run.
        ///
        /// ``Irregularity/subject`` is the file, the part or the build phase, ``Irregularity/found`` its kind (`nil` for a
        /// whole file, `part`, `script`, or what ``Irregularity/script`` names), ``Irregularity/cause`` the reason.
        case notRead = "not-read"
        /// The file of a generator computes the manifest, which is only partly known. The file itself is ``notRead``.
        ///
        /// ``Irregularity/subject`` is the file or the argument, ``Irregularity/cause`` the reason.
        case computedManifest = "computed-manifest"
        /// A file that defines apps is not in the checkout.
        ///
        /// ``Irregularity/subject`` is its path or name, ``Irregularity/found`` its kind (`specification`,
        /// `conditional-specification`, `manifest`, `project`, `package`, `submodule`, `source`, `encrypted`),
        /// ``Irregularity/cause`` a clause that describes it, which a finding about it repeats.
        case missingPart = "missing-part"
        /// The manifest belongs to no project that was read, but a project can be generated that may use it.
        ///
        /// ``Irregularity/subject`` is the generator's file, ``Irregularity/expected`` the command that generates the
        /// project.
        case unreadProject = "unread-project"
        /// A path differs in case from the file's actual path.
        ///
        /// ``Irregularity/subject`` is the path as written, ``Irregularity/expected`` the file's path,
        /// ``Irregularity/found`` is `folder` for the path of a folder around the file, or `one of many` if the project has
        /// many such paths.
        case mismatchedCase = "mismatched-case"
    }

    /// The kind of irregularity.
    package var kind: Kind
    /// The place in the input.
    package var span: ValueSpan
    /// The key or name that is affected.
    package var subject: String?
    /// The expected value: "an array of dictionaries".
    package var expected: String?
    /// The actual value: "a string".
    package var found: String?
    /// The reason an input is malformed: a clause without a period, which may quote the input.
    package var cause: String?
    /// Another place that is involved.
    package var related: SourceRange?
    /// The place if it is outside the manifest's input: a line of a project or settings file, without a key path.
    package var place: Place?

    /// - Parameter span: The place in the input; the start for an irregularity of the whole input.
    package init(
        _ kind: Kind,
        span: ValueSpan = .start,
        subject: String? = nil,
        expected: String? = nil,
        found: String? = nil,
        cause: String? = nil,
        related: SourceRange? = nil,
        place: Place? = nil
    ) {
        self.kind = kind
        self.span = span
        self.subject = subject
        self.expected = expected
        self.found = found
        self.cause = cause
        self.related = related
        self.place = place
    }
}

extension Irregularity {
    /// A script that is not read.
    package enum Script: Equatable {
        /// That of a part of a target, which ``Irregularity/subject`` names.
        case text(of: Runner)
        /// A file that such a part runs.
        case file(of: Runner)
        /// A file with the path ``Irregularity/subject``.
        case other

        /// A part of a target that runs a script.
        package enum Runner: String, Sendable {
            case buildPhase = "build phase"
            case buildRule = "build rule"
        }

        /// ``Irregularity/found`` for this script.
        package var kind: String {
            switch self {
            case .text(let runner): runner.rawValue
            case .file(let runner): Self.file + runner.rawValue
            case .other: "script"
            }
        }

        private static let file = "file of a "

        fileprivate init?(kind: String) {
            let isFile = kind.hasPrefix(Self.file)
            if let runner = Runner(rawValue: isFile ? String(kind.dropFirst(Self.file.count)) : kind) {
                self = isFile ? .file(of: runner) : .text(of: runner)
            } else if kind == Self.other.kind {
                self = .other
            } else {
                return nil
            }
        }
    }

    /// The script that this ``Kind/notRead`` is about; `nil` if it is about something else.
    package var script: Script? { kind == .notRead ? found.flatMap(Script.init(kind:)) : nil }
}
