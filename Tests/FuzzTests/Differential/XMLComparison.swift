import FuzzTargets
import SchemeManifests
import SchemeModel

/// Compares how our reader, Foundation's and Python's read many XML property lists.
struct XMLComparison {
    /// How often each answer was given.
    private(set) var counts = Counts()
    /// The inputs on which readers differ and nothing explains it, the first of them.
    private(set) var differences: [Difference] = []
    /// What Python is to read, and what we read.
    private var forPython: [(name: String, bytes: [UInt8], ours: PropertyValue?)] = []
    private let python: PythonReader?

    struct Difference {
        /// Which input.
        var name: String
        var bytes: [UInt8]
        /// How the readers differ.
        var how: String
    }

    struct Counts {
        /// What was compared.
        var inputs = 0
        /// Ours and Foundation read the same values.
        var bothRead = 0
        /// Ours and Foundation refuse.
        var bothRefuse = 0
        /// Foundation was not asked.
        var notAsked = 0
        /// We are stricter than Foundation, by reason.
        var stricter: [XMLAgreement.Strictness: Int] = [:]
        /// We read what Foundation refuses, by reason.
        var laxer: [XMLAgreement.Laxness: Int] = [:]
        /// Ours and Python read the same values.
        var pythonReadsTheSame = 0
        /// Python reads other values, by reason.
        var pythonReadsOtherwise: [PythonReader.Difference: Int] = [:]
        /// We read, as Foundation does, what Python refuses.
        var pythonIsStricter = 0
        /// We refuse, as Foundation does or for a reason of ``stricter``, what Python reads.
        var pythonIsLaxer = 0
        /// Both refuse.
        var pythonRefusesToo = 0
    }

    /// - Parameter python: `nil` to compare with Foundation alone.
    init(python: PythonReader?) { self.python = python }

    /// Compares the readers on `bytes`.
    mutating func add(_ bytes: [UInt8], _ name: @autoclosure () -> String) throws {
        counts.inputs += 1
        let ours = Result { () throws(ReadFailure) in
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

    /// Compares what is still to be compared.
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
