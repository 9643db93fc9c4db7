import SchemeModel

extension ManifestSource.ResolvedManifest {
    /// Adds the source text and the origins to the manifest's strings with references.
    func trace(_ manifest: inout Manifest, _ found: inout TargetIrregularities) {
        for index in manifest.urlTypes.indices {
            for located in [manifest.urlTypes[index].role, manifest.urlTypes[index].identifier] {
                guard let span = located?.span, let string = strings[ByteString(span.keyPath)] else { continue }
                found.note(string.result, in: span, raw: string.raw)
            }
            manifest.urlTypes[index].schemes = manifest.urlTypes[index].schemes.map { scheme in
                guard let string = strings[ByteString(scheme.span.keyPath)] else {
                    return urlTypesFrom.isEmpty ? scheme : scheme.resolved(to: scheme.resolved, from: urlTypesFrom)
                }
                found.note(string.result, in: scheme.span, raw: string.raw)
                found.noteOverride(of: string.result, in: scheme.span)
                return scheme.resolved(
                    to: scheme.span.origin == .unknown ? nil : string.result.value,
                    raw: string.raw,
                    from: string.result.from
                )
            }
        }
        for query in manifest.queriesSchemes {
            guard let string = strings[ByteString(query.span.keyPath)] else { continue }
            found.note(string.result, in: query.span, raw: string.raw)
        }
    }
}

extension DeclaredScheme {
    /// Returns the scheme with the value that settings give it; its text is `raw`, or stays.
    fileprivate func resolved(to value: String?, raw text: String? = nil, from places: [Place]) -> DeclaredScheme {
        DeclaredScheme(
            index: index,
            raw: text ?? raw,
            resolved: value,
            span: span,
            resolvedFrom: places,
            isConditional: isConditional
        )
    }
}
