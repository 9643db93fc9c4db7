import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An XML document read by a strict parser.
final class XMLTree: NSObject, XMLParserDelegate {
    final class Element {
        let name: String
        let attributes: [String: String]
        var children: [Element] = []
        var text = ""

        init(_ name: String, _ attributes: [String: String]) {
            self.name = name
            self.attributes = attributes
        }

        /// The elements of this name inside it, at any depth.
        func all(_ name: String) -> [Element] { children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) } }

        /// All attributes and texts inside it and its own.
        var strings: [String] { Array(attributes.values) + [text] + children.flatMap(\.strings) }
    }

    private var open = [Element("", [:])]

    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        try #require(parser.parse(), "the document is XML: \(String(describing: parser.parserError))")
    }

    var root: Element { open[0] }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let element = Element(name, attributes)
        open[open.count - 1].children.append(element)
        open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open[open.count - 1].text += text }
}
