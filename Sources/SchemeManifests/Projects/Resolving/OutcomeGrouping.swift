import SchemeModel

/// Puts together what gives the same manifest: platforms of one configuration, then configurations of one target.
enum OutcomeGrouping {
    /// The manifest that a target has in one configuration for one platform.
    struct Single {
        var configuration: String
        var manifest: Manifest
    }

    /// One manifest for each distinct result, in order of first appearance; ``Manifest/Outcome/configurations`` names
    /// all that give it.
    ///
    /// - Parameter singles: of one target, in the project's order of configurations, the platforms of one together.
    static func group(_ singles: [Single], project: Path, target: String) -> [Manifest] {
        var merged: [Single] = []
        for single in singles {
            // Editions for several platforms are one manifest when they differ in nothing else.
            let match = merged.lastIndex {
                $0.configuration == single.configuration
                    && essence($0.manifest, withReach: false) == essence(single.manifest, withReach: false)
            }
            guard let match else {
                merged.append(single)
                continue
            }
            join(&merged[match].manifest, single.manifest)
            merged[match].manifest.reach.platforms.formUnion(single.manifest.reach.platforms)
            merged[match].manifest.reach.devices.formUnion(single.manifest.reach.devices)
        }
        var groups: [Manifest] = []
        var positions: [Manifest: Int] = [:]
        for single in merged {
            let key = essence(single.manifest, withReach: true)
            if let position = positions[key] {
                join(&groups[position], single.manifest)
                groups[position].outcome.configurations.append(single.configuration)
            } else {
                var manifest = single.manifest
                manifest.outcome = Manifest.Outcome(
                    project: project,
                    target: target,
                    configurations: [single.configuration]
                )
                positions[key] = groups.count
                groups.append(manifest)
            }
        }
        return groups
    }

    /// The manifest without what says only where its values come from.
    private static func essence(_ manifest: Manifest, withReach: Bool) -> Manifest {
        var essence = manifest
        // What the preprocessor removes is another result, also where it is in a value that is not read.
        essence.irregularities.removeAll { $0.kind != .removedComment }
        if !withReach { essence.reach = .unknown }
        for type in essence.urlTypes.indices {
            for scheme in essence.urlTypes[type].schemes.indices {
                essence.urlTypes[type].schemes[scheme].resolvedFrom = []
            }
        }
        return essence
    }

    /// Adds to `manifest` the places and irregularities of `other`, which is equal to it otherwise.
    private static func join(_ manifest: inout Manifest, _ other: Manifest) {
        for (type, otherType) in other.urlTypes.enumerated() {
            for (scheme, otherScheme) in otherType.schemes.enumerated() {
                let places = otherScheme.resolvedFrom.filter {
                    !manifest.urlTypes[type].schemes[scheme].resolvedFrom.contains($0)
                }
                manifest.urlTypes[type].schemes[scheme].resolvedFrom += places
            }
        }
        manifest.irregularities += other.irregularities.filter { !manifest.irregularities.contains($0) }
    }
}
