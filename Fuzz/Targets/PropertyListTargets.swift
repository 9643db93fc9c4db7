import SchemeManifests
import SchemeModel

extension FuzzTarget {
    /// The readers of property lists and of manifests, which select among them.
    static let propertyLists = [
        FuzzTarget(
            "xml",
            "an XML property list",
            dictionary: .plist,
            seeds: Seeds(["plist", "entitlements"], in: ["PropertyLists/XML"])
        ) {
            bytes in
            let document = try PropertyListCheck(bytes) { bytes, keys, limits throws(PropertyListError) in
                try XMLPropertyReader.read(bytes, wanted: keys, limits: limits)
            }.run()
            if case .different(let how) = XMLAgreement(
                bytes,
                Result { () throws(PropertyListError) in try document.get() }
            ) {
                throw Violation(how)
            }
        },
        FuzzTarget(
            "binary-plist",
            "a binary property list",
            dictionary: .binaryPlist,
            longestInput: 1024,
            seeds: .binaryLists
        ) { bytes in
            let document = try PropertyListCheck(bytes, BinaryPropertyReader.read).run()
            if let root = try? document.get().root { try PropertyXML.check(of: root) }
        },
        FuzzTarget(
            "openstep",
            "an OpenStep property list",
            dictionary: .plist,
            seeds: Seeds(["strings"], in: ["PropertyLists/OpenStep"])
        ) {
            bytes in
            let document = try PropertyListCheck(bytes, OpenStepPropertyReader.read).run()
            guard let root = try? document.get().root else { return }
            try OpenStepAgreement.check(root, bytes)
            try PropertyXML.check(of: root)
        },
        FuzzTarget(
            "manifest",
            "an Info.plist in any format",
            dictionary: .plist,
            seeds: Seeds(["plist"], in: ["Tests/Manifests/"])
        ) { bytes in
            let origin = Place(source: "fuzz", path: "Info.plist")
            let read = {
                ManifestReader(limits: .small).read(bytes, origin: origin, context: ManifestContext(isNamed: true))
            }
            let reading = read()
            try require(
                reading.manifests.count + reading.problems.count >= 1 && reading.isCandidate,
                "a manifest that was named and is not told of"
            )
            let trace = try EncodedTrace(reading)
            try Places.check(trace, in: ["/Info.plist": bytes])
            try require(trace.digest == EncodedTrace(read()).digest, "two readings differ")
        },
    ]
}

extension Limits {
    /// Limits that inputs of a few kilobytes reach.
    static let small: Limits = {
        var limits = Limits.standard
        limits.depth = 24
        limits.objectVisits = 2_000
        limits.textBytes = 16_000
        limits.irregularities = 10
        limits.urlTypes = 10
        limits.schemes = 20
        limits.keptValues = 100
        limits.keptTextBytes = 2_000
        limits.schemeBytes = 64
        limits.configurationEntries = 20
        limits.configurationPatternBytes = 256
        limits.settingsIncludes = 20
        limits.settingsIncludeDepth = 8
        limits.settingAssignments = 200
        limits.settingBytes = 4_096
        limits.settingSteps = 20_000
        limits.projectSettingSteps = 200_000
        limits.preprocessorSteps = 20_000
        limits.projectObjects = 2_000
        limits.projectReferences = 5_000
        limits.projectOutcomes = 50
        limits.projectFacts = 5_000
        limits.projectAssignments = 500
        limits.archiveMembers = 100
        limits.archiveDefects = 10
        limits.archiveLinks = 5
        limits.archiveMemberBytes = 200_000
        limits.archiveUnpackedBytes = 500_000
        limits.linkSteps = 2_000
        limits.associationValues = 200
        limits.associationPatternStates = 1_000
        limits.universalLinkSteps = 20_000
        limits.teamSchemes = 50
        return limits
    }()
}

/// The invariants of reading `bytes` with one of the three property list readers.
struct PropertyListCheck {
    typealias Reader = ([UInt8], WantedKeys, Limits) throws(PropertyListError) -> PropertyDocument

    private let bytes: [UInt8]
    private let places: Places
    private let reader: Reader

    init(_ bytes: [UInt8], _ reader: @escaping Reader) {
        self.bytes = bytes
        self.reader = reader
        places = Places(in: bytes)
    }

    /// Reads with the default limits, and checks the invariants.
    ///
    /// - Throws: ``Violation``.
    func run() throws -> Result<PropertyDocument, PropertyListError> {
        let result = read(.all, .standard)
        switch result {
        case .success(let document): try check(document)
        case .failure(.malformed(let irregularity)): try check(malformed: irregularity)
        case .failure(.overLimit(let what, _)): try require(!what.isEmpty, "a limit without a name")
        }
        try checkLimits(result)
        try checkWantedKeys(result)
        if bytes.dice % 8 == 0 { try require(same(result, read(.all, .standard)), "two readings differ") }
        return result
    }

    private func read(_ wanted: WantedKeys, _ limits: Limits) -> Result<PropertyDocument, PropertyListError> {
        Result { () throws(PropertyListError) in try reader(bytes, wanted, limits) }
    }

    private func same(
        _ left: Result<PropertyDocument, PropertyListError>,
        _ right: Result<PropertyDocument, PropertyListError>
    ) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)):
            left.root == right.root && left.rootKeys == right.rootKeys && left.irregularities == right.irregularities
        case (.failure(let left), .failure(let right)): left == right
        default: false
        }
    }

    private func check(_ document: PropertyDocument) throws {
        var nodes = [document.root]
        var count = 0
        while let node = nodes.popLast() {
            count += 1
            try places.check(node.element, "an element")
            if let text = node.text {
                try places.check(text, "a text")
                try Places.check(text, inside: node.element, "a text")
            }
            switch node.content {
            case .scalar: break
            case .array(let elements): nodes += elements
            case .dictionary(let members):
                try require(Set(members.map(\.key)).count == members.count, "a key stands twice")
                for member in members { try places.check(member.keyRange, "a key") }
                nodes += members.map(\.value)
            }
        }
        try require(count <= Limits.standard.objectVisits, "\(count) objects")
        let keys = document.root.members ?? []
        try require(Set(document.rootKeys).count == document.rootKeys.count, "a key of the root stands twice")
        try require(Set(keys.map(\.key)) == Set(document.rootKeys), "the root's keys are not those of its members")
        try require(document.irregularities.count <= 2 * Limits.standard.irregularities, "too many irregularities")
        for irregularity in document.irregularities { try check(irregularity.span) }
    }

    private func check(_ span: ValueSpan) throws {
        for range in [span.key, span.element, span.text].compactMap({ $0 }) {
            try places.check(range, "'\(span.keyPath)'")
        }
        try require(span.keyPath.utf8.count < 4096, "a key path of \(span.keyPath.utf8.count) bytes")
    }

    private func check(malformed irregularity: Irregularity) throws {
        let cause = irregularity.cause ?? ""
        try require(irregularity.kind == .malformed && !cause.isEmpty, "malformed without a cause")
        try require(cause.utf8.count < 2048, "a cause of \(cause.utf8.count) bytes")
        try require(cause != "Foundation reads its values in another way", "Foundation reads its values in another way")
        try check(irregularity.span)
        if let related = irregularity.related { try places.check(related, "what \(cause) is related to") }
    }

    /// With lower limits, the result is the same or a limit error.
    private func checkLimits(_ result: Result<PropertyDocument, PropertyListError>) throws {
        var limits = Limits.small
        limits.irregularities = Limits.standard.irregularities
        let small = read(.all, limits)
        if case .failure(.overLimit) = small { return }
        try require(same(result, small), "smaller limits change the reading")
        guard case .success(let document) = small else { return }
        try require(document.root.depth <= limits.depth, "\(document.root.depth) containers inside one another")
    }

    /// Skipping unneeded keys doesn't change the rest.
    private func checkWantedKeys(_ result: Result<PropertyDocument, PropertyListError>) throws {
        guard case .success(let document) = result else { return }
        let wanted = WantedKeys(
            names: ["a", "CFBundleURLTypes", "CFBundleIdentifier"],
            prefixes: ["LS", "CFBundleURLT"]
        )
        guard case .success(let part) = read(wanted, .standard) else {
            throw Violation("what is wanted of it cannot be read, and all of it can")
        }
        try require(part.rootKeys == document.rootKeys, "the keys differ where not all are wanted")
        guard let members = document.root.members else {
            return try require(part.root == document.root, "a root without keys differs where not all keys are wanted")
        }
        try require(
            part.root.members == members.filter { wanted.contains($0.key) },
            "values differ where not all are wanted"
        )
    }
}

extension PropertyNode {
    /// The maximum depth of nested containers, including itself.
    var depth: Int {
        var deepest = 0
        var open = [(node: self, depth: 1)]
        while let (node, depth) = open.popLast() {
            let children: [PropertyNode]
            switch node.content {
            case .scalar: continue
            case .array(let elements): children = elements
            case .dictionary(let members): children = members.map(\.value)
            }
            deepest = max(deepest, depth)
            open += children.map { ($0, depth + 1) }
        }
        return deepest
    }
}
