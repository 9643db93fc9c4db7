internal import SchemeModel

extension SettingEvaluation {
    /// A text that is being evaluated: the value of a setting, or what was asked for.
    struct Frame {
        let expression: SettingExpression
        /// The instruction that comes next.
        var position = 0
        /// The setting whose value it is.
        var name: Int?
        /// How that setting was in use further out.
        var outerUse: Use?
        /// The number of outputs while it writes its own text.
        let output: Int
        /// Whether it has written an element of a list.
        var hasContent = false
        /// The outermost frame whose setting it, or anything in it, refers to; its own number at most.
        var lowest = 0
        /// The settings that it, or anything in it, refers to.
        var dependencies = NameSet()
        var canBeRemembered = false
        var mark = Trace.Mark()
        /// Where its value begins in the output.
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

    /// A value that waits for its operators.
    struct OperatedValue {
        /// The reference in the text of the frame.
        var source: Range<Int>
        var mark: Trace.Mark
        /// Whether nothing knows the setting, so that operators other than `default=` give nothing.
        var isAbsent = false
    }

    /// A value that is the same wherever it is referred to, unless one of its dependencies is in use there.
    struct Memo {
        static let byteLimit = 4096
        static let traceLimit = 256

        var bytes: [UInt8]
        var dependencies: [Int]
        var trace: Trace
    }

    /// A small set of settings that gives up when it grows, so that deep chains stay linear.
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

    /// What happened on the way, in order.
    struct Trace {
        /// Steps that an entry costs which takes more memory than a link.
        static let entryCost = 32

        /// The assignments that took part.
        var links: [SettingScope.Link] = []
        var undefined: [String] = []
        var unknown: [UnknownSetting] = []
        var diagnostics: [SettingDiagnostic] = []

        struct Mark {
            var links = 0
            var undefined = 0
            var unknown = 0
            var diagnostics = 0
        }

        var mark: Mark {
            Mark(
                links: links.count,
                undefined: undefined.count,
                unknown: unknown.count,
                diagnostics: diagnostics.count
            )
        }

        /// Steps that writing it again costs.
        var cost: Int { cost(since: Mark()) }

        func cost(since mark: Mark) -> Int {
            let costly =
                undefined.count - mark.undefined + unknown.count - mark.unknown + diagnostics.count - mark.diagnostics
            return links.count - mark.links + costly * Self.entryCost
        }

        /// What happened since, each once.
        func part(since mark: Mark) -> Trace {
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

        mutating func truncate(to mark: Mark) {
            links.removeSubrange(mark.links...)
            undefined.removeSubrange(mark.undefined...)
            unknown.removeSubrange(mark.unknown...)
            diagnostics.removeSubrange(mark.diagnostics...)
        }
    }

    /// A text, or the elements of a list, that is being written.
    struct Buffer {
        let isList: Bool
        /// What had happened when it was opened.
        var mark = Trace.Mark()
        private(set) var bytes: [UInt8] = []
        /// Where each element but the last one ends.
        private var breaks: [Int] = []
        private var hasElement = false
        /// Whether what is written next begins another element.
        var isBreakPending = false

        init(isList: Bool, mark: Trace.Mark = Trace.Mark()) {
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

        /// Replaces the text, or each element, by what `apply` makes of it.
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

    /// What an evaluation gave.
    struct Output {
        let buffer: Buffer
        let trace: Trace

        var isKnown: Bool { trace.unknown.isEmpty }

        var text: String { String(decoding: buffer.bytes, as: UTF8.self) }

        var elements: [String] { buffer.elements.map { String(decoding: $0, as: UTF8.self) } }

        func result<Value>(value: Value, state: SettingState) -> SettingResult<Value> {
            var result = SettingResult(value: value, state: state)
            let whole = trace.part(since: Trace.Mark())
            // One place may stand for several assignments: those of an included file that is included twice.
            var places: Set<Place> = []
            for link in whole.links {
                if let place = link.assignment.place {
                    if places.insert(place).inserted { result.from.append(place) }
                } else if link.kind == .builtIn || link.kind == .commandLine {
                    result.given.append(GivenSetting(link, position: result.from.count))
                }
            }
            result.undefined = whole.undefined
            result.unknown = whole.unknown
            result.diagnostics = whole.diagnostics
            return result
        }
    }
}

extension GivenSetting {
    fileprivate init(_ link: SettingScope.Link, position: Int) {
        name = link.assignment.name.string
        value = link.assignment.value
        isFromCall = link.kind == .commandLine
        self.position = position
    }
}
