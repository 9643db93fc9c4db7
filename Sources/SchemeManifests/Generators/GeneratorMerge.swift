import SchemeModel

/// Combines a project and the file that it is generated from into one app.
package enum GeneratorMerge {
    /// Returns the file that the project was probably generated from, if several files generate it.
    ///
    /// This is the one with the most targets in common, then the one with the fewest differences.
    package static func best(of generated: [ProjectReading], for native: ProjectReading) -> ProjectReading? {
        guard generated.count > 1 else { return generated.first }
        let ranked = generated.map { reading in
            var (one, other) = (reading, native)
            unite(&one, with: &other)
            let differences = other.manifests.reduce(0) { sum, manifest in
                sum + manifest.irregularities.count { $0.kind == .generatorDifference }
            }
            return (reading: reading, common: reading.manifests.count - one.manifests.count, differences: differences)
        }
        return ranked.max { ($0.common, -$0.differences) < ($1.common, -$1.differences) }?.reading
    }

    /// Removes the targets from `generated` that `native` also has, and records the differences on `native`.
    ///
    /// The compared values are bundle identifiers, schemes and roles (``Irregularity/Kind/generatorDifference``).
    /// Targets match by name. If each side has only one application, those match, whatever their names. Values that are
    /// unknown on either side, such as those in a file that is missing, are not compared, nor are schemes that a generator's
    /// plugins may have added, nor is a project that may differ (``ProjectReading/mayDiffer``).
    ///
    /// - Parameters:
    ///   - generated: The reading of the generator's file.
    ///   - native: The reading of the project that it ``ProjectReading/generates``.
    package static func unite(_ generated: inout ProjectReading, with native: inout ProjectReading) {
        let pairs = pairs(generated, native)
        var told: [ToldIdentifier: Place] = [:]
        for index in native.manifests.indices where !generated.mayDiffer {
            guard let name = native.manifests[index].outcome.target, let partner = pairs[ByteString(name)] else {
                continue
            }
            let configurations = Set(native.manifests[index].outcome.configurations.map { ByteString($0) })
            let candidates = generated.manifests.filter { $0.outcome.target == partner }
            let match =
                candidates.first { manifest in
                    manifest.outcome.configurations.contains { configurations.contains(ByteString($0)) }
                        && !manifest.deviceSupport.platforms.isDisjoint(
                            with: native.manifests[index].deviceSupport.platforms
                        )
                } ?? candidates.first
            guard let match else { continue }
            let manifest = native.manifests[index]
            if var difference = difference(ofIdentifierOf: manifest, from: match) {
                // A manifest that both use has a reference to the setting that differs.
                if let file = generated.file, native.infoPlists.contains(match.origin.path) {
                    difference.place = Place(source: match.origin.source, path: file)
                }
                let key = ToldIdentifier(partner, difference)
                if told[key, default: manifest.origin] == manifest.origin {
                    told[key] = manifest.origin
                    native.manifests[index].irregularities.append(difference)
                }
            }
            native.manifests[index].irregularities += differences(
                ofSchemesOf: manifest,
                from: match,
                isOpenEnded: generated.isOpenEnded
            )
        }
        let united = Set(pairs.values.map { ByteString($0) })
        generated.manifests.removeAll { $0.outcome.target.map { united.contains(ByteString($0)) } ?? false }
    }

    /// Returns the generator's target for each of the project's targets.
    private static func pairs(_ generated: ProjectReading, _ native: ProjectReading) -> [ByteString: String] {
        func targets(_ reading: ProjectReading, onlyApplications: Bool = false) -> [String] {
            let manifests = reading.manifests.filter { !onlyApplications || $0.kind == .application }
            var seen: Set<ByteString> = []
            return manifests.compactMap(\.outcome.target).filter { seen.insert(ByteString($0)).inserted }
        }
        let known = Set(targets(generated).map { ByteString($0) })
        var pairs: [ByteString: String] = [:]
        for name in targets(native) where known.contains(ByteString(name)) { pairs[ByteString(name)] = name }
        let ours = targets(native, onlyApplications: true)
        let theirs = targets(generated, onlyApplications: true)
        if ours.count == 1, theirs.count == 1, pairs[ByteString(ours[0])] == nil {
            pairs[ByteString(ours[0])] = theirs[0]
        }
        return pairs
    }

    // MARK: Differences

    /// The bundle identifiers of a target that differ, which is told for one of its manifests.
    private struct ToldIdentifier: Hashable {
        let target: ByteString
        let expected: ByteString?
        let found: ByteString?

        init(_ target: String, _ difference: Irregularity) {
            self.target = ByteString(target)
            expected = difference.expected.map { ByteString($0) }
            found = difference.found.map { ByteString($0) }
        }
    }

    private static func difference(ofIdentifierOf native: Manifest, from generated: Manifest) -> Irregularity? {
        // That of a test, framework or tool has nothing to do with URLs.
        guard ![.bundle, .framework].contains(native.kind), native.app.isKnown, generated.app.isKnown,
            native.app != generated.app
        else { return nil }
        return Irregularity(
            .generatorDifference,
            span: native.bundleIdentifier?.span ?? .start,
            subject: "bundle identifier",
            expected: generated.bundleIdentifier?.value,
            found: native.bundleIdentifier?.value,
            place: generated.bundleIdentifier.map { generated.place(range: $0.span.focus) } ?? generated.origin
        )
    }

    private static func differences(
        ofSchemesOf native: Manifest,
        from generated: Manifest,
        isOpenEnded: Bool
    ) -> [Irregularity] {
        var found: [Irregularity] = []
        let (ours, theirs) = (DeclaredSchemes(native), DeclaredSchemes(generated))
        for (key, one) in ours.schemes.sorted(by: { $0.key < $1.key }) {
            if let other = theirs.schemes[key] {
                // A missing role means the same as Editor.
                guard Self.meaning(one.role) != Self.meaning(other.role) else { continue }
                found.append(
                    Irregularity(
                        .generatorDifference,
                        span: one.span,
                        subject: "role of '\(key)'",
                        expected: other.role ?? "none",
                        found: one.role ?? "none",
                        place: generated.place(range: other.span.focus)
                    )
                )
            } else if theirs.isComplete, !isOpenEnded {
                found.append(
                    Irregularity(
                        .generatorDifference,
                        span: one.span,
                        subject: "scheme",
                        found: key.description,
                        place: generated.urlTypes.first.map { generated.place(range: $0.span.focus) }
                            ?? generated.origin
                    )
                )
            }
        }
        guard ours.isComplete else { return found }
        // Expo adds the bundle identifier as a scheme without being told.
        let implied =
            [.json, .javaScript].contains(generated.format)
            ? generated.bundleIdentifier.map { SchemeKey($0.value) } : nil
        for (key, other) in theirs.schemes.sorted(by: { $0.key < $1.key })
        where ours.schemes[key] == nil && key != implied {
            found.append(
                Irregularity(
                    .generatorDifference,
                    span: native.urlTypes.first?.span ?? .start,
                    subject: "scheme",
                    expected: key.description,
                    place: generated.place(range: other.span.focus)
                )
            )
        }
        return found
    }

    private static func meaning(_ role: String?) -> String { role?.asciiLowercased ?? "editor" }

    /// The schemes that a manifest claims.
    private struct DeclaredSchemes {
        var schemes: [SchemeKey: (role: String?, span: ValueSpan)] = [:]
        /// Whether every value is known, so that any other scheme is undeclared.
        var isComplete: Bool

        init(_ manifest: Manifest) {
            isComplete = !manifest.isMissing
            for type in manifest.urlTypes {
                for scheme in type.schemes {
                    if scheme.state == .unknown || scheme.state == .unresolved { isComplete = false }
                    guard let key = scheme.key, schemes[key] == nil else { continue }
                    schemes[key] = (type.role?.value, scheme.span)
                }
            }
        }
    }
}
