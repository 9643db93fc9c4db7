import SchemeModel

extension [Finding] {
    /// Returns the findings without those that only follow from another one: if a project can't be read, the variables
    /// in its manifests are always unresolved.
    func withoutFollowUps() -> [Finding] {
        let cause = MalformedProjectRule().description.id
        let followUp = UnresolvedVariableRule().description.id
        let broken = filter { $0.rule == cause && $0.place.path.directory.hasExtension("xcodeproj") }
            .map { (source: $0.place.source, folder: $0.place.path.directory.directory.belowRoot) }
        guard !broken.isEmpty else { return self }
        return filter { finding in
            // A manifest resolved through a project has a variant.
            guard finding.rule == followUp, finding.variant == nil else { return true }
            return !broken.contains { project in
                project.source.map { ByteString($0) } == finding.place.source.map { ByteString($0) }
                    && finding.place.path.isIn(project.folder)
            }
        }
    }

    /// Returns the findings about collisions without those that repeat `variant-collision`: editions of one product may
    /// meet on a Mac, but the same apps already meet on every device.
    func withoutEditionsOfVariants() -> [Finding] {
        let families = compactMap { finding -> (source: String?, apps: Set<AppID>)? in
            guard case .variants(let variants) = finding.group, variants.count == variants.members.count else {
                return nil
            }
            return (finding.place.source, Set(variants.members.map(\.app.id)))
        }
        guard !families.isEmpty else { return self }
        let repeating = UndefinedTargetRule().description.id
        return filter { finding in
            guard finding.rule == repeating, finding.severity == .note, finding.certainty == .possible,
                finding.relatedCount == finding.related.count
            else { return true }
            let apps = [finding.app] + finding.related.map(\.app)
            return !families.contains { family in
                family.source.map(ByteString.init) == finding.place.source.map(ByteString.init)
                    && apps.allSatisfy { $0.map { family.apps.contains($0.id) } ?? false }
            }
        }
    }
}
