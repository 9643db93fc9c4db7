/// A macro definition.
struct PreprocessorMacro {
    var hasParameters = false
    /// Whether its definition uses something that isn't supported: parameters, `##`, or comments that are kept.
    var isUnsupported = false
    var tokens: [PreprocessorToken] = []
    /// Whether its definition was truncated at the `//` of a URL.
    var isCut = false
}

/// The macros defined at some point of a text, and the state of all other names.
struct PreprocessorMacros {
    enum State {
        case defined(PreprocessorMacro)
        case undefined
        /// The definition depends on an unknown fact.
        case undecided
    }

    private var states: [ArraySlice<UInt8>: State] = [:]
    private let predefined: PredefinedMacros
    /// The macros being expanded, which aren't expanded inside their own text.
    private var expanding: Set<ArraySlice<UInt8>> = []
    /// Whether undefined names may be macros, because a header that could define them is missing.
    private(set) var isOpen = false
    /// The prefixes of names that may be macros.
    private var openPrefixes: [String] = []
    /// The number of unknown conditions around the current position.
    var undecidedDepth = 0

    init(predefined: PredefinedMacros) {
        self.predefined = predefined
    }

    /// Returns the state of `name`.
    func state(of name: ArraySlice<UInt8>) -> State {
        if let state = states[name] { return state }
        switch predefined.state(of: name) {
        case .undefined where isOpen: return .undecided
        case .undefined where !openPrefixes.isEmpty:
            return openPrefixes.contains { name.starts(with: $0.utf8) } ? .undecided : .undefined
        case let state: return state
        }
    }

    /// Returns whether a name in the text may be an unknown macro.
    ///
    /// A name with a lower-case letter is an ordinary word, such as `http` or `myApp`, and not a macro of a missing header, unless
    /// it has an underscore, which no scheme can have.
    func mayReplace(_ name: ArraySlice<UInt8>) -> Bool {
        guard case .undecided = state(of: name) else { return false }
        if !isOpen || states[name] != nil { return true }
        guard case .undefined = predefined.state(of: name) else { return true }
        let isWord = name.contains { (0x61...0x7A).contains($0) } && !name.contains(UInt8(ascii: "_"))
        return !isWord || openPrefixes.contains { name.starts(with: $0.utf8) }
    }

    /// Returns whether `name` is defined, or `nil` if that is unknown.
    func isDefined(_ name: ArraySlice<UInt8>) -> Bool? {
        switch state(of: name) {
        case .defined: true
        case .undefined: false
        case .undecided: nil
        }
    }

    mutating func define(_ name: ArraySlice<UInt8>, _ macro: PreprocessorMacro) {
        states[name] = undecidedDepth > 0 ? .undecided : .defined(macro)
    }

    mutating func undefine(_ name: ArraySlice<UInt8>) { states[name] = undecidedDepth > 0 ? .undecided : .undefined }

    /// Makes `name` undecided.
    mutating func setUndecided(_ name: ArraySlice<UInt8>) { states[name] = .undecided }

    /// Makes all undefined names undecided.
    ///
    /// A defined name keeps its text, because another definition would cause a warning in every build.
    mutating func open() {
        isOpen = true
        states = states.filter { if case .undefined = $0.value { false } else { true } }
    }

    /// Makes names with these prefixes undecided.
    mutating func open(prefixes: [String]) { openPrefixes += prefixes }

    // MARK: Replacing

    func isExpanding(_ name: ArraySlice<UInt8>) -> Bool { expanding.contains(name) }

    mutating func beginExpanding(_ name: ArraySlice<UInt8>) { expanding.insert(name) }

    mutating func endExpanding(_ name: ArraySlice<UInt8>) { expanding.remove(name) }
}
