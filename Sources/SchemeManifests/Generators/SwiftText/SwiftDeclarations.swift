/// The declarations of a Swift file outside functions, as they are written.
///
/// Members of types have their qualified name: `Settings.App.base`.
struct SwiftDeclarations: Sendable {
    struct Constant: Sendable {
        enum Kind: Sendable { case constant, variable, computed }

        var kind: Kind
        /// `nil` for a value that is not read.
        var value: SwiftLiteral?
        var type: SwiftType?
        /// The types in which it is declared, one inside the other.
        var scopes: [String]
    }

    struct Function: Sendable {
        var function: SwiftFunction
        /// The types in which it is declared, one inside the other.
        var scopes: [String]
    }

    /// The constants and variables outside types, and the static ones.
    var constants: [String: Constant] = [:]
    /// The names of the constants whose values are read, in order.
    var names: [String] = []
    /// Those that may change.
    var variables: Set<String> = []
    /// The names of constants and types that are declared several times.
    var repeated: Set<String> = []
    /// The names of constants and functions under a condition that isn't evaluated.
    var conditional: Set<String> = []
    /// The functions by name. That of an initializer ends with `init`.
    var functions: [String: [Function]] = [:]
    /// The names of the functions of types.
    var methods: Set<String> = []
    var structures: Set<String> = []
    /// The names after the colon of each type.
    var supertypes: [String: Set<String>] = [:]
    /// The cases of each enumeration, with the values that they have if these are texts.
    var cases: [String: [String: SwiftLiteral]] = [:]
    /// The names of the members of instances that only have a value: no code runs when it changes.
    var stored: Set<String> = []
    /// The computed properties of instances.
    var properties: [String: Constant] = [:]
    /// The names of all types, members and constants, including those that are not read.
    var declared: Set<String> = []
}
