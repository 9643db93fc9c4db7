import SchemeModel

/// Groups equal manifests: platforms of one configuration, then configurations of one target.
enum OutcomeGrouping {
    /// The manifest of a target in one configuration for one platform.
    struct TargetManifest {
        var configuration: String
        var manifest: Manifest
    }

    /// Returns one manifest for each distinct result, in order of first appearance.
    ///
    /// ``Manifest/Outcome/configurations`` lists its configurations.
    ///
    /// - Parameter singles: The manifests of one target, in the project's order of configurations, with the platforms
    ///   of one configuration together.
    static func group(_ singles: [TargetManifest], project: Path, target: String) -> [Manifest] {
        var merged: [TargetManifest] = []
        for single in singles {
            // Editions for several platforms are one manifest if they are equal otherwise.
            let match = merged.lastIndex {
                $0.configuration == single.configuration
                    && essence($0.manifest, withDeviceSupport: false)
                        == essence(single.manifest, withDeviceSupport: false)
            }
            guard let match else {
                merged.append(single)
                continue
            }
            join(&merged[match].manifest, single.manifest)
            merged[match].manifest.deviceSupport.platforms.formUnion(single.manifest.deviceSupport.platforms)
            merged[match].manifest.deviceSupport.devices.formUnion(single.manifest.deviceSupport.devices)
        }
        var groups: [Manifest] = []
        var positions: [Manifest: Int] = [:]
        for single in merged {
            let key = essence(single.manifest, withDeviceSupport: true)
            if let position = positions[key] {
                join(&groups[position], single.manifest)
                let isFirstRelease = groups[position].releaseConfigurations.isEmpty
                if isFirstRelease, Manifest.isRelease(configuration: single.configuration) {
                    // The file of the released app is the one to correct.
                    groups[position].companions = single.manifest.companions
                }
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

    /// Returns the manifest without the origins of its values.
    private static func essence(_ manifest: Manifest, withDeviceSupport: Bool) -> Manifest {
        var essence = manifest
        // Text that the preprocessor removes makes a different result, even outside the wanted values.
        essence.irregularities.removeAll { $0.kind != .removedComment }
        // Configurations with separate files can have the same domains.
        essence.companions.removeAll { $0.kind.key == Manifest.associatedDomainsEntitlement }
        if !withDeviceSupport { essence.deviceSupport = .unknown }
        for type in essence.urlTypes.indices {
            for scheme in essence.urlTypes[type].schemes.indices {
                essence.urlTypes[type].schemes[scheme].resolvedFrom = []
            }
        }
        return essence
    }

    /// Adds to `manifest` the locations and irregularities of the otherwise equal `other`.
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
