/// An attribute of an HTML or SVG element.
///
/// An address is always the anchor of an element of the same page, so it can't lead anywhere else or run code.
struct Attribute {
    let name: StaticString
    /// The unescaped value; `nil` for an attribute without one, such as `hidden`.
    let value: String?

    private init(_ name: StaticString, _ value: String?) {
        self.name = name
        self.value = value
    }

    /// An attribute whose value is a constant.
    static func constant(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, "\(value)") }

    /// An attribute without a value.
    static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }

    /// One or more constant class names.
    static func classes(_ names: StaticString...) -> Attribute {
        Attribute("class", names.map { "\($0)" }.joined(separator: " "))
    }

    /// A number, such as a coordinate.
    static func number(_ name: StaticString, _ value: Int) -> Attribute { Attribute(name, String(value)) }

    /// The name of the element for links.
    static func id(_ anchor: Anchor) -> Attribute { Attribute("id", anchor.name) }

    /// A link to an element of the page.
    static func href(_ anchor: Anchor) -> Attribute { Attribute("href", "#" + anchor.name) }

    /// A reference to an element of the page, such as `aria-labelledby`.
    static func reference(_ name: StaticString, _ anchor: Anchor) -> Attribute { Attribute(name, anchor.name) }

    /// The text that a screen reader speaks for the element.
    static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }

    /// The text that appears when a pointer rests on the element.
    static func title(_ text: String) -> Attribute { Attribute("title", text) }

    /// The value of a form control.
    static func value(_ text: String) -> Attribute { Attribute("value", text) }

    /// A value for the page's own script: the part of the name after `data-`.
    static func data(_ name: DataName, _ text: String) -> Attribute { Attribute(name.attribute, text) }

    /// A path of SVG, made of numbers and commands.
    static func path(_ path: VectorPath) -> Attribute { Attribute("d", path.text) }

    /// The visible part of an SVG drawing, from its left edge.
    static func viewBox(y: Int = 0, width: Int, height: Int) -> Attribute {
        Attribute("viewBox", "0 \(y) \(width) \(height)")
    }

    /// The policy of the page: no requests, one style sheet and one script with these digests.
    static func policy(style: ContentDigest, script: ContentDigest) -> Attribute {
        Attribute(
            "content",
            "default-src 'none'; style-src '\(style.text)'; script-src '\(script.text)'; base-uri 'none'; form-action 'none'"
        )
    }

    /// The values that the page's script reads.
    enum DataName {
        case severity, rule, apps, text

        fileprivate var attribute: StaticString {
            switch self {
            case .severity: "data-severity"
            case .rule: "data-rule"
            case .apps: "data-apps"
            case .text: "data-text"
            }
        }
    }
}
