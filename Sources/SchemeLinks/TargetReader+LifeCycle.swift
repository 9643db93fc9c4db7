#if Links
import SchemeModel
import SwiftSyntax

/// Finds how the code starts the app, and how it configures scenes.
extension TargetReader {
    /// Notes what starts the app in Objective-C, the functions that configure scenes, and the declared scene delegates.
    func noteLifeCycle(in files: [ParsedFile], _ objectiveC: [ObjectiveCFile]) {
        noteObjectiveCTypes(objectiveC)
        if cycle.entry == nil { cycle.entry = objectiveC.lazy.compactMap(entry).first }
        for file in files {
            for function in file.functions["application"] ?? [] where !function.isLocal {
                let labels = function.signature.parameterClause.parameters.map(\.label)
                guard labels == [nil, "configurationForConnecting", "options"] else { continue }
                cycle.configurations.append(configuration(function, in: file))
            }
        }
        for file in objectiveC {
            guard let method = file.method(Self.configuringSelector) else { continue }
            cycle.configurations.append(configuration(method, in: file))
        }
        cycle.configurations.sort { $0.place < $1.place }
        cycle.declaredSceneDelegates = target.sceneDelegates.filter(program.declaresClass).sorted()
        facts.lifeCycle = cycle
    }

    /// The maximum number of class declarations in Objective-C to check for one target.
    private static let interfaces = 256

    private static let configuringSelector = "application:configurationForConnectingSceneSession:options:"

    private func configuration(
        _ function: FunctionDeclSyntax,
        in file: ParsedFile
    ) -> LifeCycleFacts.SceneConfiguration {
        let range = function.position..<function.endPosition
        let assignments = file.assignments(to: "delegateClass").filter { range.contains($0.position) }
        var names: [String]? = []
        for assignment in assignments {
            let value = assignment.assignedValue
            if value.count == 1, let path = value[0].dottedNames, path.count > 1, path.last == "self" {
                names?.append(path.dropLast().joined(separator: "."))
            } else if !(value.count == 1 && value[0].unwrapped.is(NilLiteralExprSyntax.self)) {
                names = nil
            }
        }
        // Otherwise other code creates the configuration.
        let isMade = file.calls("UISceneConfiguration").contains { range.contains($0.position) }
        return LifeCycleFacts.SceneConfiguration(
            place: file.place(
                from: function.name.positionAfterSkippingLeadingTrivia.utf8Offset,
                to: function.signature.parameterClause.endPositionBeforeTrailingTrivia.utf8Offset
            ),
            type: file.types(around: function).first?.path.joined(separator: "."),
            delegates: isMade ? names.map { Set($0).sorted() } : nil
        )
    }

    // MARK: Objective-C

    private func configuration(
        _ method: ObjectiveCFile.Method,
        in file: ObjectiveCFile
    ) -> LifeCycleFacts.SceneConfiguration {
        var names: [String]? = []
        for index in method.body where ["delegateClass", "setDelegateClass"].contains(file.tokens[index].text) {
            // `configuration.delegateClass = [SceneDelegate class];`, or `setDelegateClass:[SceneDelegate class]`
            let start = index + 2
            guard file.isSign("=", at: index + 1) || file.isSign(":", at: index + 1) else { continue }
            if let name = file.className(at: start) {
                names?.append(name)
            } else if !["nil", "Nil"].contains(file.tokens.dropFirst(start).first?.text) {
                names = nil
            }
        }
        let isMade = file.tokens[method.body].contains { $0.text == "UISceneConfiguration" }
        return LifeCycleFacts.SceneConfiguration(
            place: file.place(of: method.labels[1]..<method.labels[1] + 1),
            type: method.type,
            delegates: isMade ? names.map { Set($0).sorted() } : nil
        )
    }

    /// Notes the delegates among the classes whose superclasses the Objective-C files tell.
    private func noteObjectiveCTypes(_ files: [ObjectiveCFile]) {
        let all = files.lazy.flatMap { file in
            file.interfaces.lazy.map { (file.tokens[$0.name].text, file.place(of: $0.name..<$0.name + 1), $0) }
        }
        let declared = Array(all.prefix(Self.interfaces))
        for (name, place, interface) in declared {
            // Only the declaration of the class names its superclass, which comes first.
            guard let superclass = interface.superclass else { continue }
            let protocols = declared.filter { $0.0 == name }.flatMap(\.2.protocols)
            let inherited = [superclass] + protocols
            guard inherited.contains(where: \.namesDelegate) else { continue }
            facts.delegates.append(
                NamedType(
                    name: name,
                    place: place,
                    inherited: inherited,
                    inheritedInCode: [superclass].filter(program.declaresClass)
                )
            )
        }
    }

    /// Returns the call of `UIApplicationMain` in `file`. Without the name of the delegate if it chooses one at run time;
    /// `nil` if the code doesn't declare the delegate.
    private func entry(in file: ObjectiveCFile) -> LifeCycleFacts.Entry? {
        let calls = file.tokens.indices.filter {
            file.tokens[$0].text == "UIApplicationMain" && file.tokens[$0].kind == .word && file.isSign("(", at: $0 + 1)
        }
        // The third argument names the class of the application.
        let arguments = calls.map { file.arguments(ofCallAt: $0 + 1) }
        guard let start = calls.first, arguments.allSatisfy({ $0.count == 4 }) else { return nil }
        // Tests often run without a delegate.
        let delegates = arguments.map { $0[3] }.filter {
            $0.count > 1 || !["nil", "NULL"].contains(file.tokens[$0.lowerBound].text)
        }
        guard !delegates.isEmpty else { return nil }
        let names = Set(delegates.map(file.className))
        let place = file.place(of: start..<start + 1)
        if names.count == 1, case let name?? = names.first {
            return program.declaresClass(name)
                ? LifeCycleFacts.Entry(kind: .call, place: place, delegate: name) : nil
        }
        // A variable holds one of the classes that the file names.
        let classes = names.compactMap(\.self) + classNames(in: file, outside: arguments.map { $0[2] })
        return declaresDelegate(among: Set(classes))
            ? LifeCycleFacts.Entry(kind: .call, place: place, delegate: nil) : nil
    }

    /// Returns the classes that the code of `file` outside of `ignored` names, and those of the program in its strings.
    private func classNames(in file: ObjectiveCFile, outside ignored: [Range<Int>]) -> [String] {
        file.tokens.indices.filter { index in !ignored.contains { $0.contains(index) } }.compactMap(file.className(at:))
            + file.tokens.filter { $0.kind == .text }.map(\.text).filter(program.declaresClass)
    }

    /// Whether the code declares all of `classes`, among them an app delegate. Those for tests may be in another target.
    private func declaresDelegate(among classes: Set<String>) -> Bool {
        // In order, so that it doesn't depend on chance which files are read before memory runs out.
        let classes = classes.filter { !$0.hasPrefix("Test") && !$0.hasPrefix("UnitTest") }.sorted()
        return classes.allSatisfy(program.declaresClass)
            && facts.delegates.contains { classes.contains($0.name) && $0.inherited.contains("UIApplicationDelegate") }
    }

    /// Whether the target's own files start Live Activities, or receive tokens with which a server starts them.
    var startsActivities: Bool {
        let tokens = ["pushToStartToken", "pushToStartTokenUpdates"]
        return program.own.contains { index in
            guard sources.scans[index] != nil else { return false }
            let file = sources.files[index]
            return file.calls("request", label: "attributes") || tokens.contains { file.contains(word: $0) }
        }
    }
}

extension ObjectiveCFile {
    /// Returns the ranges of a call's arguments, without their commas.
    ///
    /// - Parameter open: The position of the call's opening bracket.
    fileprivate func arguments(ofCallAt open: Int) -> [Range<Int>] {
        let end = end(ofBracketAt: open, in: tokens.count) - 1
        var arguments: [Range<Int>] = []
        var (start, index) = (open + 1, open + 1)
        while index < end {
            if ["(", "[", "{"].contains(where: { isSign($0, at: index) }) {
                index = self.end(ofBracketAt: index, in: end)
                continue
            }
            if isSign(",", at: index) {
                arguments.append(start..<index)
                start = index + 1
            }
            index += 1
        }
        return arguments + (start < end ? [start..<end] : [])
    }

    /// Returns the class that an expression names: `@"Name"`, `NSStringFromClass([Name class])`, or with `Name.class`.
    fileprivate func className(in range: Range<Int>) -> String? {
        let first = tokens[range.lowerBound]
        if range.count == 1, first.kind == .text { return first.text }
        guard first.text == "NSStringFromClass", isSign("(", at: range.lowerBound + 1) else { return nil }
        let start = range.lowerBound + 2
        // Nothing may follow the class.
        return range.count == (isSign("[", at: start) ? 7 : 6) ? className(at: start) : nil
    }

    /// Returns the name in `[Name class]` or `Name.class` at `index`.
    fileprivate func className(at index: Int) -> String? {
        if let token = tokens.dropFirst(index).first, token.kind == .word, isSign(".", at: index + 1),
            tokens.dropFirst(index + 2).first?.text == "class"
        {
            return token.text
        }
        guard isSign("[", at: index), tokens.dropFirst(index + 1).first?.kind == .word,
            tokens.dropFirst(index + 2).first?.text == "class", isSign("]", at: index + 3)
        else { return nil }
        return tokens[index + 1].text
    }
}

extension Program {
    /// Whether visible Swift or Objective-C code declares a class that the runtime knows by this name.
    func declaresClass(_ name: String) -> Bool {
        if type(path: [name])?.isDeclared == true { return true }
        return objectiveC.classes.contains(name)
    }
}
#endif
