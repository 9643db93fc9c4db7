/// A macro: what takes the place of its name.
struct PreprocessorMacro {
    /// The number of arguments; `nil` for a macro without parentheses.
    var parameterCount: Int?
    /// Whether the last parameter takes all arguments that are left.
    var isVariadic = false
    var tokens: [PreprocessorToken]
    /// Whether its definition was cut off at the `//` of an address.
    var isCut = false
}

/// The macros that are defined at some point of a text, and what is known of all other names.
struct PreprocessorMacros {
    enum State {
        case defined(PreprocessorMacro)
        case undefined
        /// Whether and as what it is defined depends on something that isn't known.
        case undecided
    }

    private var states: [ArraySlice<UInt8>: State] = [:]
    private let predefined: PredefinedMacros
    /// The macros whose text is being read, which aren't replaced inside it.
    private var expanding: Set<ArraySlice<UInt8>> = []
    /// Whether names that nothing here defines may be macros, since a header that could define them is missing.
    private(set) var isOpen = false
    /// The beginnings of names that may be macros.
    private var openPrefixes: [String] = []
    /// How many conditions that aren't known are around what is being read.
    var undecidedDepth = 0

    init(predefined: PredefinedMacros) {
        self.predefined = predefined
    }

    /// What is known of `name`.
    func state(of name: ArraySlice<UInt8>) -> State {
        if let state = states[name] { return state }
        switch predefined.state(of: name) {
        case .undefined where isOpen: return .undecided
        case .undefined where !openPrefixes.isEmpty:
            return openPrefixes.contains { name.starts(with: $0.utf8) } ? .undecided : .undefined
        case let state: return state
        }
    }

    /// Whether `name` is defined; `nil` where that isn't known.
    func isDefined(_ name: ArraySlice<UInt8>) -> Bool? {
        switch state(of: name) {
        case .defined: true
        case .undefined: false
        case .undecided: states[name] == nil && predefined.alwaysDefines(name) ? true : nil
        }
    }

    mutating func define(_ name: ArraySlice<UInt8>, _ macro: PreprocessorMacro) {
        states[name] = undecidedDepth > 0 ? .undecided : .defined(macro)
    }

    mutating func undefine(_ name: ArraySlice<UInt8>) { states[name] = undecidedDepth > 0 ? .undecided : .undefined }

    /// From here on it isn't known what `name` is.
    mutating func setUndecided(_ name: ArraySlice<UInt8>) { states[name] = .undecided }

    /// From here on any name may be a macro. One that is defined keeps its text: a second definition with another one
    /// would draw a warning in each build.
    mutating func open() {
        isOpen = true
        states = states.filter { if case .undefined = $0.value { false } else { true } }
    }

    /// From here on names that begin like this may be macros.
    mutating func open(prefixes: [String]) { openPrefixes += prefixes }

    // MARK: Replacing

    func isExpanding(_ name: ArraySlice<UInt8>) -> Bool { expanding.contains(name) }

    mutating func beginExpanding(_ name: ArraySlice<UInt8>) { expanding.insert(name) }

    mutating func endExpanding(_ name: ArraySlice<UInt8>) { expanding.remove(name) }
}
