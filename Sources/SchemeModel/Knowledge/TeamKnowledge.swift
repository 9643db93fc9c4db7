/// What a team knows besides: the schemes of its own apps and of its partners', one table of them.
public struct TeamKnowledge: Hashable, Sendable {
    /// The name under which the table is kept, replaced and removed.
    public var name: String
    /// The schemes, in order; each has ``name`` as its origin.
    public var schemes: [KnownScheme]
    /// The bundle identifiers of the owners' apps, in order.
    public var owners: [SchemeOwner]

    package init(name: String, schemes: [KnownScheme], owners: [SchemeOwner]) {
        self.name = name
        self.schemes = schemes
        self.owners = owners
    }
}

extension Knowledge {
    /// The same with what `teams` know. Of several owners of a scheme, a team's comes before the tool's.
    package func adding(_ teams: [TeamKnowledge]) -> Knowledge {
        if teams.isEmpty { return self }
        return Knowledge(
            version: version,
            knownSchemes: teams.flatMap(\.schemes) + knownSchemes,
            defaultAppSchemes: defaultAppSchemes,
            sharedSchemes: sharedSchemes,
            sdkSchemes: sdkSchemes,
            sdkDemands: sdkDemands,
            owners: teams.flatMap(\.owners) + owners,
            placeholders: placeholders,
            genericSchemes: genericSchemes,
            privateQueries: privateQueries
        )
    }
}
