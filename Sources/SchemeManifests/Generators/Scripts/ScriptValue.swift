/// A value of a program, as far as its text shows it.
enum ScriptValue {
    case text(String, ScriptOrigin)
    case number(String)
    case flag(Bool)
    case undefined
    /// An environment variable that is taken for missing, though a build may set it.
    case unset
    case null
    case object(ScriptObject)
    case list(ScriptList)
    case function(ScriptClosure)
    /// `process.env`
    case environment
    /// What JavaScript or a package defines, by name: `console.log`.
    case native(String)
    case unknown
    /// An unknown value that may be, or contain, one of these objects, arrays and functions.
    case mixed([ScriptReference])

    /// The objects, arrays and functions that it may be.
    var references: [ScriptReference] {
        switch self {
        case .object(let object): [object]
        case .list(let list): [list]
        case .function(let closure): [closure]
        case .mixed(let all): all
        default: []
        }
    }

    /// Whether it counts as true; `nil` if that isn't known.
    var isTrue: Bool? {
        switch self {
        case .text(let text, _): !text.isEmpty
        case .number(let number): Double(number).map { $0 != 0 }
        case .flag(let flag): flag
        case .undefined, .unset, .null: false
        case .object, .list, .function, .environment: true
        case .native, .unknown, .mixed: nil
        }
    }

    /// What `typeof` gives; `nil` if that isn't known.
    var type: String? {
        switch self {
        case .text: "string"
        case .number: "number"
        case .flag: "boolean"
        case .undefined, .unset: "undefined"
        case .function: "function"
        case .null, .object, .list, .environment: "object"
        case .native, .unknown, .mixed: nil
        }
    }

    /// Whether it is `undefined` or `null`; `nil` if that isn't known.
    var isMissing: Bool? {
        switch self {
        case .undefined, .unset, .null: true
        case .native, .unknown, .mixed: nil
        default: false
        }
    }

    /// Whether it is `undefined`; `nil` if that isn't known.
    var isUndefined: Bool? { if case .null = self { false } else { isMissing } }

    /// Whether both are equal by `===`; `nil` if that isn't known.
    func equals(_ other: Self) -> Bool? {
        switch (self, other) {
        case (.unknown, _), (_, .unknown), (.native, _), (_, .native), (.mixed, _), (_, .mixed): nil
        case (.text(let one, _), .text(let two, _)): one.utf8.elementsEqual(two.utf8)
        case (.number(let one), .number(let two)): one == two ? true : nil
        case (.flag(let one), .flag(let two)): one == two
        case (.undefined, .undefined), (.unset, .unset), (.unset, .undefined), (.undefined, .unset): true
        case (.null, .null), (.environment, .environment): true
        case (.object(let one), .object(let two)): one === two
        case (.list(let one), .list(let two)): one === two
        case (.function(let one), .function(let two)): one === two
        default: false
        }
    }
}

/// Where a text is from.
enum ScriptOrigin {
    /// A token of the main file.
    case token(Int)
    /// Another file, or several places.
    case other
    /// The environment, which may have any text.
    case environment
}
