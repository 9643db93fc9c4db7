import SchemeModel

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
    case mixed([ScriptValue])

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

    var isMissing: Bool {
        switch self {
        case .undefined, .unset, .null: true
        default: false
        }
    }

    var isUndefined: Bool {
        switch self {
        case .undefined, .unset: true
        default: false
        }
    }

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

/// An object of a program, which all names for it share.
final class ScriptObject {
    struct Member {
        var value: ScriptValue
        /// The tokens of the main file that stand for its key and its value; `nil` if they are in another file.
        var keyPlace: Int?
        var place: Int?
    }

    private(set) var keys: [String] = []
    private var members: [String: Member] = [:]
    /// Whether it may have other members, and the token that adds them.
    private(set) var isOpen = false
    private(set) var openPlace: Int?
    /// The objects of which this one may be one.
    var others: [ScriptValue] = []
    /// How many conditions that aren't known decide whether it was made.
    let level: Int

    init(level: Int, isOpen: Bool = false) { (self.level, self.isOpen) = (level, isOpen) }

    subscript(key: String) -> Member? {
        get { members[key] }
        set {
            if members.updateValue(newValue ?? Member(value: .unknown), forKey: key) == nil { keys.append(key) }
        }
    }

    func remove(_ key: String) {
        if members.removeValue(forKey: key) != nil { keys.removeAll { $0 == key } }
    }

    /// Forgets all members, which may now be any.
    func open(at place: Int?) {
        (keys, members, isOpen) = ([], [:], true)
        openPlace = place ?? openPlace
    }

    /// Sets the members of another object. Those without a place get this one.
    func copy(_ other: ScriptObject, at place: Int?) {
        if other.isOpen { open(at: other.openPlace ?? place) }
        for (key, member) in other.keys.map({ ($0, other.members[$0]) }) {
            guard var member else { continue }
            member.keyPlace = member.keyPlace ?? place
            member.place = member.place ?? place
            self[key] = member
        }
    }

    /// The value for a key.
    func value(for key: String) -> ScriptValue {
        // What every object inherits.
        let inherited = ["constructor", "hasOwnProperty", "toString", "valueOf", "__proto__"]
        return members[key]?.value ?? (isOpen || inherited.contains(key) ? .unknown : .undefined)
    }
}

/// An array of a program.
final class ScriptList {
    struct Element {
        /// `nil` for any number of elements that aren't known.
        var value: ScriptValue?
        var place: Int?
    }

    var elements: [Element]
    let level: Int

    init(_ elements: [Element], level: Int) { (self.elements, self.level) = (elements, level) }

    /// The values; `nil` if their number isn't known.
    var values: [ScriptValue]? {
        let all = elements.compactMap(\.value)
        return all.count == elements.count ? all : nil
    }
}

/// A function with the names that it sees.
final class ScriptClosure {
    let function: ScriptFunction
    let scope: ScriptScope
    /// Whether what it may change isn't being forgotten.
    var isKept = true

    init(_ function: ScriptFunction, _ scope: ScriptScope) { (self.function, self.scope) = (function, scope) }
}

/// The names of a block, a function or a file.
final class ScriptScope {
    private let outer: ScriptScope?
    /// Whether it is that of a function or a file, to which `var` belongs.
    private let isWhole: Bool
    var values: [String: ScriptValue] = [:]
    /// How many conditions that aren't known decide whether the block is executed.
    let level: Int

    /// The folder of the file.
    let folder: Path

    init(of folder: Path, level: Int) { (outer, isWhole, self.folder, self.level) = (nil, true, folder, level) }

    init(in outer: ScriptScope, level: Int, isWhole: Bool = false) {
        (self.outer, self.isWhole, folder, self.level) = (outer, isWhole, outer.folder, level)
    }

    /// That of the function or the file.
    var whole: ScriptScope { isWhole ? self : outer?.whole ?? self }

    /// The innermost block that declares `name`; `nil` if none does.
    func declaring(_ name: String) -> ScriptScope? {
        var scope: ScriptScope? = self
        while let current = scope, current.values[name] == nil { scope = current.outer }
        return scope
    }
}
