/// An object, an array or a function of a program, which all names for it share.
class ScriptReference {
    /// How many conditions that aren't known decide whether it was made.
    let level: Int
    /// What it may contain, apart from what is known.
    private(set) var hidden: [ScriptReference] = []
    /// Whether what it may change is being forgotten.
    var isBeingForgotten = false

    fileprivate init(level: Int) { self.level = level }

    var value: ScriptValue { .unknown }

    /// Notes that it may contain these.
    func hide(_ references: [ScriptReference]) {
        for reference in references where reference !== self && !hidden.contains(where: { $0 === reference }) {
            hidden.append(reference)
        }
    }

    /// Forgets what it contains, which may now be anything.
    func open(at place: Int?) {}
}

final class ScriptObject: ScriptReference {
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
    var others: [ScriptReference] = []

    var hasKnownKeys: Bool { !isOpen && others.isEmpty }

    init(level: Int, isOpen: Bool = false) {
        self.isOpen = isOpen
        super.init(level: level)
    }

    override var value: ScriptValue { .object(self) }

    subscript(key: String) -> Member? {
        get { members[key] }
        set {
            if members.updateValue(newValue ?? Member(value: .unknown), forKey: key) == nil { keys.append(key) }
        }
    }

    func remove(_ key: String) {
        if members.removeValue(forKey: key) != nil { keys.removeAll { $0 == key } }
    }

    override func open(at place: Int?) {
        hide(members.values.flatMap(\.value.references))
        (keys, members, isOpen) = ([], [:], true)
        openPlace = place ?? openPlace
    }

    /// Sets the members of another object. Those without a place get this one.
    func copy(_ other: ScriptObject, at place: Int?) {
        if other.isOpen { open(at: other.openPlace ?? place) }
        hide(other.hidden)
        for (key, member) in other.keys.map({ ($0, other.members[$0]) }) {
            guard var member else { continue }
            member.keyPlace = member.keyPlace ?? place
            member.place = member.place ?? place
            self[key] = member
        }
    }

    /// The value for a key; `nil` if it isn't known.
    func value(for key: String) -> ScriptValue? {
        members[key]?.value ?? (isOpen || Self.inherited.contains(key) ? nil : .undefined)
    }

    /// What every object inherits.
    ///
    /// - Source: ECMA-262, Properties of the Object Prototype Object (seen 2026-12-01).
    private static let inherited: Set<String> = [
        "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
        "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    ]
}

final class ScriptList: ScriptReference {
    struct Element {
        /// `nil` for any number of elements that aren't known.
        var value: ScriptValue?
        var place: Int?
    }

    var elements: [Element]

    init(_ elements: [Element], level: Int) {
        self.elements = elements
        super.init(level: level)
    }

    override var value: ScriptValue { .list(self) }

    override func open(at place: Int?) {
        hide(elements.flatMap { $0.value?.references ?? [] })
        elements = [Element(value: nil, place: place)]
    }

    /// The values; `nil` if their number isn't known.
    var values: [ScriptValue]? {
        let all = elements.compactMap(\.value)
        return all.count == elements.count ? all : nil
    }
}

/// A function with the names that it sees.
final class ScriptClosure: ScriptReference {
    let function: ScriptFunction
    let scope: ScriptScope

    init(_ function: ScriptFunction, _ scope: ScriptScope) {
        (self.function, self.scope) = (function, scope)
        super.init(level: 0)
    }

    override var value: ScriptValue { .function(self) }
}
