import SchemeModel

/// The name of an element of a page, for links within the page.
package struct Anchor: Hashable, Sendable {
    /// ASCII letters, digits, `-`, `.`, `_` and `+` only.
    let name: String

    /// A constant name.
    init(_ name: StaticString) { self.name = "\(name)" }

    private init(name: String) { self.name = name }

    private init(prefix: StaticString, _ text: String, _ repetition: Int = 0) {
        name = repetition == 0 ? "\(prefix)-\(text)" : "\(prefix)-\(text)-\(repetition)"
    }

    // Links to a page are shared, so they must survive the next run: no entry is named after its position.

    /// The entry of an app: its bundle identifier, or a digest of its identity if that is not a plain name.
    static func app(_ app: AppID) -> Anchor {
        if case .known(let identifier) = app, let name = plain(identifier.string) { return Anchor(prefix: "app", name) }
        return Anchor(prefix: "unnamed-app", digest(app.text.string))
    }

    /// The entry of a scheme: its name, or a digest of it if that is not plain.
    static func scheme(_ scheme: SchemeKey) -> Anchor {
        if let name = plain(scheme.text.string) { return Anchor(prefix: "scheme", name) }
        return Anchor(prefix: "unnamed-scheme", digest(scheme.text.string))
    }

    /// The card of findings with one cause, named after their first fingerprint.
    static func finding(_ fingerprint: Fingerprint, repetition: Int) -> Anchor {
        Anchor(prefix: "finding", digest(fingerprint.text), repetition)
    }

    /// The heading of the links of one target, named after its source, app and name.
    static func sender(_ sender: LinkSender, repetition: Int) -> Anchor {
        let names = [sender.source, sender.app?.text.string, sender.target].map { $0 ?? "" }
        return Anchor(prefix: "links", digest(names.joined(separator: "\n")), repetition)
    }

    /// The heading of the element with this name.
    var heading: Anchor { Anchor(name: name + "-title") }

    /// The description of a rule; `nil` for an id that is not a plain name.
    static func rule(_ id: String) -> Anchor? { plain(id).map { Anchor(prefix: "rule", $0) } }

    /// The heading of a numbered part of a section.
    static func part(_ section: StaticString, number: Int) -> Anchor { Anchor(prefix: section, String(number)) }

    private static func digest(_ text: String) -> String { String(SHA256.hex(of: Array(text.utf8)).prefix(10)) }

    /// Returns `text` if it needs no escaping anywhere.
    private static func plain(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "+"):
                true
            default: false
            }
        }
        return isPlain && !text.isEmpty && text.utf8.count <= 200 ? text : nil
    }
}
