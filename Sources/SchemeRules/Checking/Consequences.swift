import SchemeModel

extension [Finding] {
    /// The findings without those that only follow from another one: where a project cannot be read, nobody can say what the
    /// variables in the manifests beside it stand for.
    func withoutConsequences() -> [Finding] {
        let cause = MalformedProjectRule().description.id
        let consequence = UnresolvedVariableRule().description.id
        let broken = filter { $0.rule == cause && $0.place.path.directory.hasExtension("xcodeproj") }
            .map { (source: $0.place.source, folder: $0.place.path.directory.directory.belowRoot) }
        guard !broken.isEmpty else { return self }
        return filter { finding in
            // What a project makes of a manifest has a variant.
            guard finding.rule == consequence, finding.variant == nil else { return true }
            return !broken.contains { project in
                project.source.map { ByteString($0) } == finding.place.source.map { ByteString($0) }
                    && finding.place.path.isIn(project.folder)
            }
        }
    }
}
