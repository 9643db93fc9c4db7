/// A fact about how an input is written, on which rules base what they say.
public struct Irregularity: Hashable, Sendable, Codable {
    /// What is irregular.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The input cannot be parsed, or its root is no dictionary; ``Irregularity/cause`` says why.
        case malformed
        /// A key stands twice in one dictionary; ``Irregularity/subject`` is the key, ``Irregularity/related`` the
        /// earlier one.
        case duplicateKey = "duplicate-key"
        /// A value is of another kind than the key wants.
        case wrongType = "wrong-type"
        /// A value is beyond a limit and was left out, which a ``Problem`` of the import tells.
        case leftOut = "left-out"
        /// A string is empty in the source text.
        case emptyText = "empty-text"
        /// A key with a device suffix (`CFBundleURLTypes~ipad`); ``Irregularity/subject`` is the key.
        case suffixedKey = "suffixed-key"
        /// The manifest holds preprocessor lines and nothing decides them: all branches were read.
        case conditional
        /// A project, or a file that it depends on other than the manifest, cannot be parsed or evaluated;
        /// ``Irregularity/cause`` says why.
        case malformedProject = "malformed-project"
        /// An archive, or a member of it, cannot be read or is not to be trusted; ``Irregularity/cause`` says why,
        /// ``Irregularity/subject`` is the member.
        case malformedArchive = "malformed-archive"
        /// A value refers to a build setting that nothing defines, so that the reference became empty;
        /// ``Irregularity/subject`` is the setting.
        case undefinedSetting = "undefined-setting"
        /// A value refers to a build setting whose value cannot be known here; ``Irregularity/subject`` is the setting,
        /// ``Irregularity/cause`` says why.
        case unknownSetting = "unknown-setting"
        /// Words of the manifest may be macros that nothing here defines, since a header or flag of the preprocessor is not
        /// known: every value with such a word is unknown. ``Irregularity/subject`` is the header or flag,
        /// ``Irregularity/expected`` the setting that would settle it, ``Irregularity/cause`` says what is missing, and
        /// ``Irregularity/span`` is the first such value.
        case unknownMacros = "unknown-macros"
        /// The preprocessor takes a part of a value for a comment and removes it. ``Irregularity/subject`` is the text as
        /// written, ``Irregularity/expected`` what it is ("a value", "an XML comment", "a definition"),
        /// ``Irregularity/found`` how the comment begins; with ``Irregularity/cause``, what is left cannot be parsed.
        case removedComment = "removed-comment"
        /// A value refers to build settings that refer to one another without end, or grow beyond all measure, so that
        /// it cannot be known; ``malformedProject`` says where. ``Irregularity/subject`` is the setting.
        case unboundedSetting = "unbounded-setting"
        /// A file that the project wants is not there; ``Irregularity/subject`` is its path, as it is written.
        case missingFile = "missing-file"
        /// A build setting that looks as if it did something and does not; ``Irregularity/subject`` is the setting.
        case ineffectiveSetting = "ineffective-setting"
        /// A project and the file that it is generated from say different things of one target, so that generating it
        /// changes it. ``Irregularity/span`` is what the project says and ``Irregularity/found`` its value;
        /// ``Irregularity/place`` is where the generator's file says ``Irregularity/expected``;
        /// ``Irregularity/subject`` is what it is about: `bundle identifier`, `scheme`, `role of 'wallet'`.
        case generatorDifference = "generator-difference"
        /// A file that decides about apps is a program, or a part of it is, and is not read; ``Irregularity/subject`` is
        /// the file or the part, ``Irregularity/cause`` says why.
        case notRead = "not-read"
        /// Something that decides about apps is not in the checkout; ``Irregularity/subject`` is its path or name,
        /// ``Irregularity/found`` what it is (`specification`, `project`, `package`), ``Irregularity/cause`` says it in a
        /// clause.
        case missingPart = "missing-part"
        /// A path is written in another case than the file has; ``Irregularity/subject`` is the path as it is written,
        /// ``Irregularity/expected`` that of the file.
        case mismatchedCase = "mismatched-case"
    }

    /// What is irregular.
    public var kind: Kind
    /// Where.
    public var span: ValueSpan
    /// The key or name that it is about.
    public var subject: String?
    /// What should stand there: "an array of dictionaries".
    public var expected: String?
    /// What stands there: "a string".
    public var found: String?
    /// Why an input is malformed: a clause without a full stop, in the tool's own words, quoting the input at most.
    public var cause: String?
    /// The other place that it is about.
    public var related: SourceRange?
    /// Where, when that is in a file other than the manifest's input: the line of a project or a file of settings. It has no
    /// key path.
    public var place: Place?

    package init(
        _ kind: Kind,
        span: ValueSpan,
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
