/// An irregularity of an input that is not a manifest: a project, a workspace, a specification or an archive.
package struct InputIrregularity: Hashable, Sendable, Codable {
    /// The file that it belongs to, as a whole: the input, or the file that the input is generated from.
    package var origin: Place
    /// The irregularity. Without a place of its own, it is at its span in ``origin``.
    package var irregularity: Irregularity

    package init(_ irregularity: Irregularity, of origin: Place) {
        self.origin = origin
        self.irregularity = irregularity
    }

    /// The place to report.
    package var place: Place {
        if let place = irregularity.place { return place }
        var place = origin
        place.keyPath = irregularity.span.keyPath
        place.range = irregularity.span.focus
        return place
    }

    /// The irregularity as rules check it.
    ///
    /// Its app is unknown and named by the file, so that equal defects of two files stay different findings.
    package var facts: IrregularityFacts {
        IrregularityFacts(
            irregularity: irregularity,
            place: place,
            app: App(
                id: .unknown(ByteString(origin.path.display)),
                bundleIdentifier: nil,
                name: nil,
                platforms: []
            ),
            isOfManifest: false
        )
    }
}

/// One irregularity, for rules that check irregularities wherever they are.
package struct IrregularityFacts: Sendable {
    package var irregularity: Irregularity
    /// The place to report.
    package var place: Place
    /// The app of the manifest, or an unknown one that is named by the input.
    package var app: App
    /// Whether it belongs to a manifest; otherwise it belongs to an input that is not a manifest.
    package var isOfManifest: Bool

    package init(irregularity: Irregularity, place: Place, app: App, isOfManifest: Bool) {
        self.irregularity = irregularity
        self.place = place
        self.app = app
        self.isOfManifest = isOfManifest
    }
}

extension Manifest {
    /// The irregularities as rules check them, in order; empty for a malformed manifest, which has its own finding.
    package var irregularityFacts: [IrregularityFacts] {
        guard !irregularities.isEmpty, !isMalformed else { return [] }
        let app = appDescription
        return irregularities.map {
            IrregularityFacts(irregularity: $0, place: place(of: $0), app: app, isOfManifest: true)
        }
    }
}
