/// The identity of a finding across runs.
///
/// It contains no line numbers, and no file names when the app is known.
public struct Fingerprint: Hashable, Sendable, Codable {
    /// The rule's id.
    package var rule: String
    /// The app's identity; `nil` for a finding about no app.
    package var app: String?
    /// The scheme, key or type name that the finding is about.
    package var subject: String
    /// 1 for the first finding with otherwise equal parts, 2 for the second, and so on.
    package var ordinal: Int

    package init(rule: String, app: String?, subject: String, ordinal: Int) {
        self.rule = rule
        self.app = app
        self.subject = subject
        self.ordinal = ordinal
    }

    /// The text form: `v1:` and the parts separated by `|`, with `%` and `|` written as `%25` and `%7C`.
    public var text: String {
        func escape(_ part: String) -> String {
            String(
                decoding: part.utf8.flatMap { byte -> [UInt8] in
                    switch byte {
                    case UInt8(ascii: "%"): Array("%25".utf8)
                    case UInt8(ascii: "|"): Array("%7C".utf8)
                    default: [byte]
                    }
                },
                as: UTF8.self
            )
        }
        return "v1:" + [rule, app ?? "", subject, String(ordinal)].map(escape).joined(separator: "|")
    }
}
