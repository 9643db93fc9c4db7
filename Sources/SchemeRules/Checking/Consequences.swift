import SchemeModel

extension [Finding] {
    /// Returns the findings without those that only follow from another one: when a project can't be read, the
    /// variables in its manifests are necessarily unresolved.
    func withoutConsequences() -> [Finding] {
        let cause = MalformedProjectRule().description.id
        let consequence = UnresolvedVariableRule().description.id
        let broken = filter { $0.rule == cause && $0.place.path.directory.hasExtension("xcodeproj") }
            .map { (source: $0.place.source, folder: $0.place.path.directory.directory.belowRoot) }
        guard !broken.isEmpty else { return self }
        return filter { finding in
            // A manifest resolved through a project has a variant.
            guard finding.rule == consequence, finding.variant == nil else { return true }
            return !broken.contains { project in
                project.source.map { ByteString($0) } == finding.place.source.map { ByteString($0) }
                    && finding.place.path.isIn(project.folder)
            }
        }
    }
}
