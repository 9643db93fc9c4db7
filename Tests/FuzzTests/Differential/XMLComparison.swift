import FuzzTargets
import SchemeManifests
import SchemeModel

/// Compares our reader, Foundation's and Python's on many XML property lists.
struct XMLComparison {
    /// The number of each result.
    private(set) var counts = Counts()
    /// The first inputs with unexplained differences.
    private(set) var differences: [Difference] = []
    /// The pending inputs for Python, with our results.
    private var forPython: [(name: String, bytes: [UInt8], ours: PropertyValue?)] = []
    private let python: PythonReader?

    struct Difference {
        /// The name of the input.
        var name: String
        var bytes: [UInt8]
        /// The difference.
        var how: String
    }

    struct Counts {
        /// The number of compared inputs.
        var inputs = 0
        /// Ours and Foundation's return the same values.
        var bothRead = 0
        /// Ours and Foundation's reject the input.
        var bothRefuse = 0
        /// Foundation was not called.
        var notAsked = 0
        /// We reject what Foundation accepts, by reason.
        var stricter: [XMLAgreement.Strictness: Int] = [:]
        /// We accept what Foundation rejects, by reason.
        var laxer: [XMLAgreement.Laxness: Int] = [:]
        /// Ours and Python's return the same values.
        var pythonReadsTheSame = 0
        /// Python returns other values, by reason.
        var pythonReadsOtherwise: [PythonReader.Difference: Int] = [:]
        /// Python rejects what ours and Foundation's accept.
        var pythonIsStricter = 0
        /// Python accepts what ours rejects, along with Foundation or for a reason in ``stricter``.
        var pythonIsLaxer = 0
        /// Ours and Python's reject the input.
        var pythonRefusesToo = 0
    }

    /// - Parameter python: `nil` to compare with Foundation alone.
    init(python: PythonReader?) { self.python = python }

    /// Compares the readers on `bytes`.
    mutating func add(_ bytes: [UInt8], _ name: @autoclosure () -> String) throws {
        counts.inputs += 1
        let ours = Result { () throws(PropertyListError) in
            try XMLPropertyReader.read(bytes, wanted: .all, limits: .standard)
        }
        switch XMLAgreement(bytes, ours) {
        case .same: if case .success = ours { counts.bothRead += 1 } else { counts.bothRefuse += 1 }
        case .stricter(let why): counts.stricter[why, default: 0] += 1
        case .laxer(let why): counts.laxer[why, default: 0] += 1
        case .notAsked: counts.notAsked += 1
        case .different(let how): note(name(), bytes, how)
        }
        guard python != nil else { return }
        forPython.append((name(), bytes, try? ours.get().root.value))
        if forPython.count >= 10_000 { try askPython() }
    }

    /// Compares the remaining inputs.
    mutating func finish() throws { try askPython() }

    private mutating func askPython() throws {
        guard let python, !forPython.isEmpty else { return }
        for (input, theirs) in zip(forPython, try python.read(forPython.map(\.bytes))) {
            switch (input.ours, theirs) {
            case (let ours?, let theirs?):
                switch PythonReader.difference(between: ours, and: theirs, in: input.bytes) {
                case .none: counts.pythonReadsTheSame += 1
                case .explained(let why): counts.pythonReadsOtherwise[why, default: 0] += 1
                case .unexplained: note(input.name, input.bytes, "Python reads \(theirs)")
                }
            case (_?, nil): counts.pythonIsStricter += 1
            case (nil, _?): counts.pythonIsLaxer += 1
            case (nil, nil): counts.pythonRefusesToo += 1
            }
        }
        forPython = []
    }

    private mutating func note(_ name: String, _ bytes: [UInt8], _ how: String) {
        if differences.count < 20 { differences.append(Difference(name: name, bytes: bytes, how: how)) }
    }
}
