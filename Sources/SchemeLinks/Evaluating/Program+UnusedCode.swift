#if Links
import SwiftSyntax

extension Program {
    /// Whether `node` is in a private function that nothing but itself mentions, so that it never runs.
    ///
    /// A function with `@objc` can be called by name from other files, and one with another attribute from elsewhere.
    func isUnused(_ node: some SyntaxProtocol, in file: ParsedFile) -> Bool {
        var current = node.parent
        while let next = current {
            current = next.parent
            guard let function = next.as(FunctionDeclSyntax.self) else { continue }
            if isUnused(function, in: file) { return true }
        }
        return false
    }

    private func isUnused(_ function: FunctionDeclSyntax, in file: ParsedFile) -> Bool {
        guard function.isPrivate(in: file), function.attributes.allSatisfy(\.isPlainObjC),
            function.name.text.first?.isLetter == true
        else { return false }
        let name = function.name.identifierText
        let range = function.positionAfterSkippingLeadingTrivia.utf8Offset..<function.endPosition.utf8Offset
        guard sources.files[file.index].find(name, where: { !range.contains($0.lowerBound) }) == nil else {
            return false
        }
        return function.attributes.isEmpty
            || !own.contains { $0 != file.index && sources.files[$0].contains(word: name) }
    }
}

extension AttributeListSyntax.Element {
    /// Whether it is `@objc` without another name.
    fileprivate var isPlainObjC: Bool {
        guard case .attribute(let attribute) = self else { return false }
        return attribute.attributeName.dottedPath == ["objc"] && attribute.arguments == nil
    }
}

extension FunctionDeclSyntax {
    /// Whether only its file can call it.
    fileprivate func isPrivate(in file: ParsedFile) -> Bool {
        if modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }) { return false }
        if modifiers.isPrivate { return true }
        let isOpen = modifiers.contains {
            [.keyword(.public), .keyword(.open), .keyword(.internal), .keyword(.package)].contains($0.name.tokenKind)
        }
        guard !isOpen, let around = file.types(around: self).first?.node.as(ExtensionDeclSyntax.self) else {
            return false
        }
        return around.modifiers.isPrivate
    }
}
#endif
