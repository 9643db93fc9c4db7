import SchemeModel

@testable import SchemeManifests

extension ProjectReading {
    /// One line for each manifest: target, configurations, platforms, kind, identity, container, schemes. A scheme whose
    /// value is unknown is shown as written, with a question mark.
    var lines: [String] {
        manifests.map { manifest in
            let platforms = manifest.deviceSupport.platforms.platforms.map(\.rawValue).joined(separator: "+")
            let identity = manifest.bundleIdentifier?.value ?? "-"
            let schemes = manifest.urlTypes.flatMap(\.schemes).map { $0.resolved ?? $0.raw + "?" }
            return [
                manifest.outcome.target ?? "",
                "[" + manifest.outcome.configurations.joined(separator: ",") + "]",
                platforms.isEmpty ? "anywhere" : platforms,
                manifest.kind.rawValue,
                manifest.app.isKnown ? identity : identity + "?",
                manifest.container == manifest.app ? nil : "in " + manifest.container.text.string,
                schemes.isEmpty ? nil : schemes.joined(separator: " "),
            ].compactMap { $0 }.joined(separator: " | ")
        }
    }

    /// `kind subject place` of each irregularity of the project and its manifests, each once.
    var irregularityLines: [String] {
        var seen: Set<String> = []
        let ofManifests = manifests.flatMap { manifest in
            manifest.irregularities.map { InputIrregularity($0, of: manifest.origin) }
        }
        return (irregularities + ofManifests).map { found in
            let line = found.place.range?.lines.map { ":\($0.start.line)" } ?? ""
            let subject = found.irregularity.subject ?? found.irregularity.cause ?? ""
            return "\(found.irregularity.kind.rawValue) \(subject) at \(found.place.path.display)\(line)"
        }.filter { seen.insert($0).inserted }
    }
}
