import SchemeModel

/// A preprocessed manifest with the locations in its source.
struct PreprocessedManifest {
    let options: PreprocessorOptions
    let files: any FileAccess
    let limits: Limits
    let origin: ProjectOrigin
    /// The absolute path of the source.
    let path: Path
    /// The remaining steps.
    private(set) var steps: Int
    /// The preprocessor's errors and warnings.
    private(set) var diagnostics: [SettingDiagnostic] = []
    /// The reason why the preprocessor was stopped in the build.
    private(set) var stop: UnknownMacroReason?

    private let source: XMLText
    private let map: TextMap

    /// - Returns: `nil` for bytes in an unsupported encoding.
    init?(
        _ bytes: [UInt8],
        at path: Path,
        options: PreprocessorOptions,
        files: any FileAccess,
        limits: Limits,
        origin: ProjectOrigin,
        steps: Int
    ) {
        let source: XMLText
        do throws(XMLPropertyError) { source = try XMLText(bytes) } catch { return nil }
        guard source.undecodable == nil else { return nil }
        self.source = source
        self.path = path
        self.options = options
        self.files = files
        self.limits = limits
        self.origin = origin
        self.steps = steps
        map = TextMap(source.utf8, storage: source.storage)
    }

    /// Returns the property list of the build.
    ///
    /// - Throws: ``PropertyListError/malformed(_:)``, also if the property list of the build is unknown; the irregularity is
    ///   then ``Irregularity/Kind/unknownMacros``.
    mutating func document() throws(PropertyListError) -> PropertyDocument {
        let output = run(options)
        (diagnostics, stop) = (output.diagnostics, output.stop)
        let cuts = options.knowsComments ? RemovedComments.cuts(in: source.utf8, removals: output.removals) : []
        let built: Result<PropertyDocument, PropertyListError> = parse(output)
        guard !cuts.isEmpty else {
            switch built {
            case .success(let document): return judged(document, output)
            case .failure(let failure): throw judged(failure, output)
            }
        }
        // The intended text shows which values are truncated, and is the fallback for an unparsable result.
        var keeping = options
        keeping.syntax.keepsComments = true
        let kept = run(keeping)
        let meant: Result<PropertyDocument, PropertyListError> = parse(kept)
        guard case .success(let whole) = meant else {
            switch built {
            case .success(let document): return judged(document, output)
            case .failure(let failure): throw judged(failure, output)
            }
        }
        guard case .success(let document) = built else {
            return judged(whole, kept, cuts: cuts, meant: whole.root, isBroken: true)
        }
        return judged(document, output, cuts: cuts, meant: whole.root)
    }

    private mutating func run(_ options: PreprocessorOptions) -> PreprocessedText {
        let preprocessor = InfoPlistPreprocessor(
            options,
            files: files,
            limits: limits,
            placing: { [origin] in origin.place($0, $1) }
        )
        let output = preprocessor.preprocess(source.utf8, at: path, steps: steps)
        steps = max(0, steps - output.steps)
        return output
    }

    // MARK: Parsing

    /// The UTF-8 byte order mark, for an output whose declaration names the encoding of the source.
    private var mark: [UInt8] {
        if case .utf8 = source.storage { return [] }
        return [0xEF, 0xBB, 0xBF]
    }

    /// Returns the property list in `output`, with the locations in the source.
    private func parse(_ output: PreprocessedText) -> Result<PropertyDocument, PropertyListError> {
        do throws(PropertyListError) {
            var document = try read(output)
            document.root = placed(document.root, output)
            document.irregularities = document.irregularities.map { placed($0, output) }
            return .success(document)
        } catch {
            guard case .malformed(let irregularity) = error else { return .failure(error) }
            return .failure(.malformed(placed(irregularity, output)))
        }
    }

    private func read(_ output: PreprocessedText) throws(PropertyListError) -> PropertyDocument {
        let bytes = mark + output.bytes
        if PropertyFormat.sniff(bytes) == .openStep {
            return try OpenStepPropertyReader.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
        }
        return try XMLPropertyReader.read(
            bytes,
            wanted: ManifestKeys.wanted,
            limits: limits,
            allowsDirectives: output.hasUndecidedLines
        )
    }

    /// Returns the bytes of `output` for a location in it.
    private func offsets(_ range: SourceRange) -> Range<Int> {
        let start = max(0, range.byteOffset - mark.count)
        return start..<(start + range.byteLength)
    }

    private func placed(_ range: SourceRange, _ output: PreprocessedText) -> SourceRange {
        map.range(output.inputRange(offsets(range)))
    }

    /// - Parameter areSchemes: Whether its elements are schemes. Those stay claims if a condition is unknown.
    private func placed(
        _ node: PropertyNode,
        _ output: PreprocessedText,
        areSchemes: Bool = false
    ) -> PropertyNode {
        var node = node
        node.origin = .computed
        switch node.content {
        case .scalar:
            let range = offsets(node.text ?? node.element)
            let dependsOnGap = node.isConditional && !areSchemes && !output.gaps.isEmpty
            if output.isUndecided(range) || dependsOnGap { node.origin = .unknown }
            node.written = node.text.flatMap { written(at: output.inputRange(offsets($0))) }
        case .array(let elements): node.content = .array(elements.map { placed($0, output, areSchemes: areSchemes) })
        case .dictionary(let members):
            node.content = .dictionary(
                members.map {
                    PropertyNode.Member(
                        key: $0.key,
                        keyRange: placed($0.keyRange, output),
                        value: placed($0.value, output, areSchemes: $0.key == "CFBundleURLSchemes")
                    )
                }
            )
        }
        node.element = placed(node.element, output)
        node.text = node.text.map { placed($0, output) }
        return node
    }

    /// Returns the text of the source at `range`, or `nil` if XML escapes it, or if it isn't the text of one element.
    private func written(at range: Range<Int>) -> String? {
        let bytes = source.utf8[range.clamped(to: 0..<source.utf8.count)]
        guard !bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "#") })
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private func placed(_ irregularity: Irregularity, _ output: PreprocessedText) -> Irregularity {
        var irregularity = irregularity
        irregularity.span.element = placed(irregularity.span.element, output)
        irregularity.span.key = irregularity.span.key.map { placed($0, output) }
        irregularity.span.text = irregularity.span.text.map { placed($0, output) }
        irregularity.related = irregularity.related.map { placed($0, output) }
        irregularity.span.origin = .computed
        return irregularity
    }

    // MARK: What isn't known

    /// Adds the unknown values of `document`, and its truncated values.
    ///
    /// - Parameters:
    ///   - meant: The root without `cuts`.
    ///   - isBroken: Whether `cuts` make it unreadable for the build.
    private func judged(
        _ document: PropertyDocument,
        _ output: PreprocessedText,
        cuts: [RemovedComments.Truncation] = [],
        meant: PropertyNode? = nil,
        isBroken: Bool = false
    ) -> PropertyDocument {
        var document = document
        if let first = Self.firstUnknown(in: document.root) {
            document.irregularities += output.irregularities(span: first, in: origin)
        }
        guard !cuts.isEmpty else { return document }
        var values = TruncatedValues(cuts, in: source.utf8, map: map)
        if let meant { _ = values.marked(meant) }
        document.root = values.marked(document.root)
        document.irregularities += values.irregularities(isBroken: isBroken).prefix(limits.irregularities)
        return document
    }

    /// Returns the reason for the failure.
    private func judged(_ failure: PropertyListError, _ output: PreprocessedText) -> PropertyListError {
        guard case .malformed(let irregularity) = failure,
            let gap = output.irregularities(span: irregularity.span, in: origin).first
        else { return failure }
        return .malformed(gap)
    }

    /// Returns the first unknown value, preferring values that declare something. The role and the identifier of a URL type
    /// come after those.
    private static func firstUnknown(in root: PropertyNode) -> ValueSpan? {
        guard let members = root.members else { return nil }
        let wanted = [ManifestKeys.urlTypes, ManifestKeys.queriesSchemes, "CFBundleIdentifier"]
        let order = wanted.compactMap { key in members.first { $0.key == key } }
        var besideSchemes: ValueSpan?
        for (index, member) in (order + members).enumerated() {
            let path = PropertyPath().key(member.key.string)
            guard let span = firstUnknown(in: member.value, path, key: member.keyRange) else { continue }
            guard member.key == ManifestKeys.urlTypes, !span.keyPath.contains("CFBundleURLSchemes") else {
                return index < order.count ? span : besideSchemes ?? span
            }
            besideSchemes = besideSchemes ?? span
        }
        return besideSchemes
    }

    private static func firstUnknown(in node: PropertyNode, _ path: PropertyPath, key: SourceRange?) -> ValueSpan? {
        switch node.content {
        case .scalar: return node.origin == .unknown ? node.span(path, key: key) : nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let span = firstUnknown(in: element, path.index(index), key: nil) { return span }
            }
        case .dictionary(let members):
            for member in members {
                if let span = firstUnknown(in: member.value, path.key(member.key.string), key: member.keyRange) {
                    return span
                }
            }
        }
        return nil
    }
}
