/// A path of SVG.
struct VectorPath {
    /// The path in SVG's notation.
    let text: String

    /// A constant path.
    init(_ text: StaticString) { self.text = "\(text)" }

    private init(text: String) { self.text = text }

    /// A curve between two points that leaves and arrives horizontally.
    static func curve(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) -> VectorPath {
        let middle = (start.x + end.x) / 2
        return VectorPath(text: "M\(start.x) \(start.y)C\(middle) \(start.y) \(middle) \(end.y) \(end.x) \(end.y)")
    }
}
