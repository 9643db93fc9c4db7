internal import SchemeModel

extension SettingEvaluation {
    /// A text being evaluated: the value of a setting, or the requested expression.
    struct Frame {
        let expression: SettingExpression
        /// The index of the next instruction.
        var position = 0
        /// The setting with this value.
        var name: Int?
        /// The use of that setting in outer frames.
        var outerUse: Use?
        /// The number of open outputs while it writes its own text.
        let output: Int
        /// Whether it has written an element of a list.
        var hasContent = false
        /// The outermost frame whose setting is referenced in it, directly or not; at most its own number.
        var lowest = 0
        /// The settings that are referenced in it, directly or not.
        var dependencies = NameSet()
        var canBeRemembered = false
        var mark = Trace.Counts()
        /// The start of its value in the output.
        var outputStart = 0

        init(expression: SettingExpression, output: Int) {
            self.expression = expression
            self.output = output
        }
    }

    struct Use {
        /// The number of the frame.
        var frame: Int
        /// The position in the chain of assignments.
        var position: Int
    }

    /// A value whose operators are still to be applied.
    struct OperatedValue {
        /// The range of the reference in the frame's text.
        var source: Range<Int>
        var mark: Trace.Counts
        /// Whether the setting is undefined, so that operators other than `default=` return nothing.
        var isAbsent = false
    }

    /// A value that is the same for all references, unless one of its dependencies is in use.
    struct Memo {
        static let byteLimit = 4096
        static let traceLimit = 256

        var bytes: [UInt8]
        var dependencies: [Int]
        var trace: Trace
    }

    /// A small set of settings that overflows when it grows, so that deep chains take linear time.
    struct NameSet {
        private static let limit = 48

        private(set) var names: [Int] = []
        private(set) var isOverflowing = false

        mutating func insert(_ name: Int) {
            guard !isOverflowing, !names.contains(name) else { return }
            names.append(name)
            if names.count > Self.limit {
                names = []
                isOverflowing = true
            }
        }

        mutating func formUnion(_ other: [Int]) {
            for name in other { insert(name) }
        }

        mutating func formUnion(_ other: NameSet) {
            formUnion(other.names)
            if other.isOverflowing {
                names = []
                isOverflowing = true
            }
        }
    }

    /// The events of an evaluation in order.
    struct Trace {
        /// The cost in steps of an entry that takes more memory than a link.
        static let entryCost = 32

        /// The assignments that contributed.
        var links: [SettingScope.AppliedAssignment] = []
        var undefined: [String] = []
        var unknown: [UnknownSetting] = []
        var diagnostics: [SettingDiagnostic] = []

        struct Counts {
            var links = 0
            var undefined = 0
            var unknown = 0
            var diagnostics = 0
        }

        var mark: Counts {
            Counts(
                links: links.count,
                undefined: undefined.count,
                unknown: unknown.count,
                diagnostics: diagnostics.count
            )
        }

        /// The cost in steps of writing it again.
        var cost: Int { cost(since: Counts()) }

        func cost(since mark: Counts) -> Int {
            let costly =
                undefined.count - mark.undefined + unknown.count - mark.unknown + diagnostics.count - mark.diagnostics
            return links.count - mark.links + costly * Self.entryCost
        }

        /// Returns the events since `mark`, without duplicates.
        func part(since mark: Counts) -> Trace {
            Trace(
                links: Self.unique(links[mark.links...]) { ObjectIdentifier($0) },
                undefined: Self.unique(undefined[mark.undefined...]) { ByteString($0) },
                unknown: Self.unique(unknown[mark.unknown...]) { $0 },
                diagnostics: Self.unique(diagnostics[mark.diagnostics...]) { $0 }
            )
        }

        private static func unique<Element, Key: Hashable>(
            _ elements: ArraySlice<Element>,
            by key: (Element) -> Key
        ) -> [Element] {
            var seen: Set<Key> = []
            return elements.filter { seen.insert(key($0)).inserted }
        }

        mutating func append(_ other: Trace) {
            links += other.links
            undefined += other.undefined
            unknown += other.unknown
            diagnostics += other.diagnostics
        }

        mutating func truncate(to mark: Counts) {
            links.removeSubrange(mark.links...)
            undefined.removeSubrange(mark.undefined...)
            unknown.removeSubrange(mark.unknown...)
            diagnostics.removeSubrange(mark.diagnostics...)
        }
    }

    /// The text, or the elements of a list, being written.
    struct Buffer {
        let isList: Bool
        /// The state of the trace when it was opened.
        var mark = Trace.Counts()
        private(set) var bytes: [UInt8] = []
        /// The ends of all elements but the last.
        private var breaks: [Int] = []
        private var hasElement = false
        /// Whether the next text starts another element.
        var isBreakPending = false

        init(isList: Bool, mark: Trace.Counts = Trace.Counts()) {
            self.isList = isList
            self.mark = mark
        }

        var isEmpty: Bool { isList ? !hasElement : bytes.isEmpty }

        mutating func append(_ other: some Collection<UInt8>) {
            if isBreakPending {
                if hasElement { breaks.append(bytes.count) }
                isBreakPending = false
            }
            bytes += other
            hasElement = true
        }

        var elements: [ArraySlice<UInt8>] {
            guard hasElement else { return [] }
            var start = 0
            var elements: [ArraySlice<UInt8>] = []
            for end in breaks + [bytes.count] {
                elements.append(bytes[start..<end])
                start = end
            }
            return elements
        }

        /// Applies `apply` to the text or each element.
        mutating func transform(_ apply: (String) -> String) {
            guard isList else {
                bytes = Array(apply(String(decoding: bytes, as: UTF8.self)).utf8)
                return
            }
            let old = elements
            bytes = []
            breaks = []
            for (index, element) in old.enumerated() {
                if index > 0 { breaks.append(bytes.count) }
                bytes += apply(String(decoding: element, as: UTF8.self)).utf8
            }
        }
    }

    /// The result of an evaluation.
    struct Output {
        let buffer: Buffer
        let trace: Trace

        var isKnown: Bool { trace.unknown.isEmpty }

        var text: String { String(decoding: buffer.bytes, as: UTF8.self) }

        var elements: [String] { buffer.elements.map { String(decoding: $0, as: UTF8.self) } }

        func result<Value>(value: Value, state: SettingState) -> SettingResult<Value> {
            var result = SettingResult(value: value, state: state)
            let whole = trace.part(since: Trace.Counts())
            // Several assignments can share one location, if a file is included twice.
            var places: Set<Place> = []
            for link in whole.links {
                if let place = link.assignment.place {
                    if places.insert(place).inserted { result.from.append(place) }
                } else if link.kind == .builtIn || link.kind == .commandLine {
                    result.given.append(NonFileAssignment(link, position: result.from.count))
                }
            }
            result.undefined = whole.undefined
            result.unknown = whole.unknown
            result.diagnostics = whole.diagnostics
            return result
        }
    }
}

extension NonFileAssignment {
    fileprivate init(_ link: SettingScope.AppliedAssignment, position: Int) {
        name = link.assignment.name.string
        value = link.assignment.value
        isFromCall = link.kind == .commandLine
        self.position = position
    }
}
