#if Links
import SchemeModel
import SwiftSyntax

/// One value, as far as it is known.
enum Value {
    /// A string or a URL.
    case text(URLPattern)
    case null
    case bool(Bool)
    /// A number as spelled in the code.
    case number(String)
    /// A type itself.
    case type(NominalType)
    case instance(Instance)
    case components(URLComponentsValue)
    case array([ValueSet])
    /// A closure and its enclosing frame.
    case closure(ClosureExprSyntax, Frame)
    /// An arbitrary value of a type, or of any type.
    case unknown(TypeReference?)

    /// Whether the two are indistinguishable.
    func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left == right
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.type(let left), .type(let right)): left === right
        case (.instance(let left), .instance(let right)): left === right
        case (.unknown(nil), .unknown(nil)): true
        default: false
        }
    }
}

/// An instance of a type that the code declares, created by a known call.
final class Instance {
    let type: NominalType
    /// The case of an enumeration.
    let caseName: String?
    /// The arguments that created it, in order.
    let arguments: [Argument]

    /// A lazily evaluated expression.
    struct Argument {
        let label: String?
        let value: ExprSyntax
        let isTrailing: Bool
        let frame: Frame
    }

    init(type: NominalType, caseName: String?, arguments: [Argument]) {
        self.type = type
        self.caseName = caseName
        self.arguments = arguments
    }
}
#endif
