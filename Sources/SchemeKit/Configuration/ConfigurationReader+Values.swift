import SchemeModel
import SchemeYAML

// Values. Each function reports a mistake if it returns nothing.
extension ConfigurationReader {
    mutating func text(_ node: YAMLNode, _ what: String) -> String? {
        guard !node.isNull else {
            report(node.focus, "\(what) is empty")
            return nil
        }
        guard node.kindName == "text", let text = node.text else {
            let isScalar = node.text != nil
            report(node.focus, "\(what) is \(node.kindName), not text", isScalar ? "put it in quotes" : nil)
            return nil
        }
        guard !text.allSatisfy(\.isWhitespace) else {
            report(node.focus, "\(what) is empty")
            return nil
        }
        return text
    }

    mutating func scheme(_ node: YAMLNode, _ what: String) -> SchemeKey? {
        text(node, what).flatMap { scheme($0, node.focus, what) }
    }

    mutating func scheme(_ text: String, _ range: SourceRange, _ what: String) -> SchemeKey? {
        if SchemeGrammar.isScheme(text) { return SchemeKey(text) }
        report(
            range,
            "\(what) is '\(text)', which is not a valid scheme",
            "start with a letter, followed by letters, digits, +, - and ."
        )
        return nil
    }

    mutating func app(_ node: YAMLNode, _ what: String) -> AppID? {
        guard let text = text(node, what) else { return nil }
        let id = AppID(named: text)
        if !id.isKnown || AppID(bundleIdentifier: text) != nil { return id }
        report(
            node.focus,
            "\(what) is '\(text)', which is not a valid bundle identifier",
            "use letters, digits, - and . only, or unknown:PATH for an app without an identifier"
        )
        return nil
    }

    mutating func pattern(_ node: YAMLNode, _ what: String) -> Path? {
        guard let text = text(node, what) else { return nil }
        patternBytes += text.utf8.count
        guard patternBytes <= limits.configurationPatternBytes else {
            if patternBytes - text.utf8.count <= limits.configurationPatternBytes {
                let limit = limits.configurationPatternBytes
                report(
                    node.focus,
                    "the path patterns are longer than \(limit.grouped) bytes in total",
                    "use folders instead of files"
                )
            }
            return nil
        }
        // './Tests' starts from the folder of the file, like '/Tests'; it isn't a name at any depth.
        let rest = text.hasPrefix("./") ? text.dropFirst() : text[...]
        let path = Path(String(rest))
        guard rest.contains(where: { $0 != "/" && $0 != "." }) || rest.contains("..") else {
            report(node.focus, "\(what) is the folder itself", "list paths in it, or use ** for all of them")
            return nil
        }
        guard !path.components.contains(where: { $0.elementsEqual([0x2E, 0x2E]) }) else {
            report(node.focus, "\(what) leads outside the folder", "use paths from the folder of the configuration")
            return nil
        }
        return path
    }
}
