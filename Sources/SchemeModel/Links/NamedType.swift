/// A type that the code declares.
package struct NamedType: Hashable, Sendable, Codable {
    /// Its name, qualified with the names of enclosing types.
    package var name: String
    /// The place of the name in the declaration.
    package var place: Place
    /// The types and protocols that its declaration inherits from or conforms to.
    package var inherited: [String]
    /// The inherited types and protocols that the code declares.
    package var inheritedInCode: [String]

    package init(name: String, place: Place, inherited: [String], inheritedInCode: [String]) {
        self.name = name
        self.place = place
        self.inherited = inherited
        self.inheritedInCode = inheritedInCode
    }
}
