/// A team's table of known schemes: those of its own apps and its partners'.
package struct TeamTable: Hashable, Sendable {
    /// The name of the table, by which it is replaced and removed.
    package var name: String
    /// The schemes, in order, with ``name`` as their origin.
    package var schemes: [KnownScheme]
    /// The bundle identifiers of the owners' apps, in order.
    package var owners: [SchemeOwner]

    package init(name: String, schemes: [KnownScheme], owners: [SchemeOwner]) {
        self.name = name
        self.schemes = schemes
        self.owners = owners
    }
}
