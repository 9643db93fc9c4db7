import SchemeModel

/// Finds the handlers in Objective-C code, and the URLs that they handle.
struct ObjectiveCHandlers {
    let target: String?
    /// Returns the value of a string constant by name.
    var texts: (String) -> String? = { _ in nil }
    /// Returns the URLs that a Swift function handles.
    var elsewhere: ObjectiveCRoutes.SwiftRoutes = { _, _, _ in nil }

    /// A method that receives URLs, identified by a word unique to it.
    private struct Receiver {
        var word: String
        var kind: Handler.Kind
        var selector: String
        /// The parts of the input in its parameters, in order.
        var parts: [ObjectiveCRoutes.Part?]
    }

    private static let receivers = [
        Receiver(
            word: "openURLContexts",
            kind: .sceneOpen,
            selector: "scene:openURLContexts:",
            parts: [nil, .contexts]
        ),
        Receiver(
            word: "handleOpenURL",
            kind: .applicationHandleOpen,
            selector: "application:handleOpenURL:",
            parts: [nil, .url]
        ),
        Receiver(
            word: "continueUserActivity",
            kind: .applicationContinue,
            selector: "application:continueUserActivity:restorationHandler:",
            parts: []
        ),
        Receiver(
            word: "continueUserActivity",
            kind: .sceneContinue,
            selector: "scene:continueUserActivity:",
            parts: []
        ),
        Receiver(word: "kAEGetURL", kind: .appleEvent, selector: "", parts: [.event]),
        Receiver(
            word: "willConnectToSession",
            kind: .sceneWillConnect,
            selector: "scene:willConnectToSession:options:",
            parts: []
        ),
        Receiver(
            word: "didFinishLaunchingWithOptions",
            kind: .applicationLaunch,
            selector: "application:didFinishLaunchingWithOptions:",
            parts: []
        ),
        Receiver(word: "openURLs", kind: .applicationOpen, selector: "application:openURLs:", parts: [nil, .urls]),
    ]

    /// Returns the handlers in `file`.
    func handlers(in file: SourceFile) -> [Handler] {
        guard !file.isHeader else { return [] }
        var found: [Handler] = []
        var parsed: ObjectiveCFile?
        func methods() -> ObjectiveCFile {
            let file = parsed ?? ObjectiveCFile(file)
            parsed = file
            return file
        }
        func add(_ receiver: Receiver, at offset: Int) {
            found.append(handler(receiver, at: offset, in: methods()))
        }
        /// Whether the file has the method, or may have it in a macro: with the word, but in no other method.
        func isMeant(_ receiver: Receiver) -> Bool {
            if receiver.kind == .applicationLaunch {
                return file.contains(word: ObjectiveCFile.launchURLKey)
                    && methods().method(receiver.selector).map(methods().readsLaunchURL) ?? false
            }
            guard !receiver.selector.isEmpty, methods().method(receiver.selector) == nil else { return true }
            let first = Self.receivers.first { $0.word == receiver.word }
            return first?.kind == receiver.kind && methods().hasLabelOutsideMethods(receiver.word)
        }
        for receiver in Self.receivers {
            if let offset = file.find(receiver.word), isMeant(receiver) { add(receiver, at: offset) }
        }
        // `openURL:` is both a label of the handler and the name of a sender. Only the label comes after
        // `application:(…)app`.
        if let offset = file.openURLLabel {
            let isOld = file.contains(word: "sourceApplication") && !file.contains(word: "options")
            let kind: Handler.Kind = isOld ? .applicationOpenSource : .applicationOpenOptions
            let rest = isOld ? "sourceApplication:annotation:" : "options:"
            add(
                Receiver(word: "openURL", kind: kind, selector: "application:openURL:" + rest, parts: [nil, .url]),
                at: offset
            )
        }
        return found
    }

    /// Returns a handler at its method, or at the word if the method isn't found.
    private func handler(_ receiver: Receiver, at offset: Int, in file: ObjectiveCFile) -> Handler {
        var place = file.place(at: offset, length: receiver.word.utf8.count)
        var method = file.method(receiver.selector)
        if let label = method?.labels.first(where: { file.tokens[$0].text == receiver.word }) {
            place = file.place(of: label..<label + 1)
        }
        if receiver.kind == .appleEvent { method = file.eventReceiver(before: offset) }
        var routes: [Route] = []
        if let method, receiver.kind.receivesURLs {
            let finder = ObjectiveCRoutes(file, texts: texts, elsewhere: elsewhere)
            finder.read(method, parts: receiver.parts, place: place)
            routes = finder.routes.filter { !$0.conditions.isEmpty }
        }
        // The method may use the URL in other ways, and handle other URLs, too.
        return Handler(
            kind: receiver.kind,
            place: place,
            target: target,
            type: method?.type,
            accepts: routes,
            looksAt: receiver.kind == .applicationLaunch
                ? [.elsewhere]
                : receiver.kind == .sceneWillConnect
                    ? file.usedOptions(in: method)
                    : receiver.kind.receivesActivities ? file.usedActivity(in: method) : []
        )
    }
}

extension ObjectiveCFile {
    /// Whether `word` is the label of a parameter, but not in a method that was read.
    fileprivate func hasLabelOutsideMethods(_ word: String) -> Bool {
        // Both are in order.
        var rest = methods[...]
        return tokens.indices.contains { index in
            guard tokens[index].text == word, isSign(":", at: index + 1), isSign("(", at: index + 2) else {
                return false
            }
            rest = rest.drop { $0.body.upperBound <= index }
            return rest.first.map { index < $0.labels.first ?? $0.body.lowerBound } ?? true
        }
    }

    /// Returns the used parts of the connection options that are the last parameter of `method`. All are used if it isn't
    /// found.
    fileprivate func usedOptions(in method: Method?) -> Set<Handler.Aspect> {
        guard let method, method.parameters.count == 3 else { return [.urlContexts, .userActivities, .options] }
        var used: Set<Handler.Aspect> = []
        for index in method.body where tokens[index].kind == .word && tokens[index].text == method.parameters[2] {
            // `options.URLContexts` or `[options URLContexts]`
            let member = isSign(".", at: index + 1) ? index + 2 : isSign("[", at: index - 1) ? index + 1 : index
            switch tokens[member].text {
            case "URLContexts": used.insert(.urlContexts)
            case "userActivities": used.insert(.userActivities)
            default: if member == index { used.insert(.options) }
            }
        }
        return used
    }

    /// Returns how `method` uses the user activity that is its second parameter. It counts as used if the method isn't found.
    fileprivate func usedActivity(in method: Method?) -> Set<Handler.Aspect> {
        guard let method, method.parameters.count >= 2 else { return [.elsewhere] }
        let words = tokens[method.body].lazy.filter { $0.kind == .word }.map(\.text)
        guard words.contains(method.parameters[1]) else { return [] }
        let members = ["webpageURL", "activityType", "userInfo"]
        return words.contains(where: members.contains) ? [.activity] : [.elsewhere]
    }

    fileprivate static let launchURLKey = "UIApplicationLaunchOptionsURLKey"

    /// Whether `method` reads the URL that launches the app, and doesn't only ask whether there is one.
    fileprivate func readsLaunchURL(in method: Method) -> Bool {
        method.body.contains { index in
            guard tokens[index].text == Self.launchURLKey, isSign("]", at: index + 1) else { return false }
            // `options[key]` or `[options objectForKey:key]`
            let before = index - (isSign("[", at: index - 1) ? 3 : 5)
            return !["(", "!", "&&", "||", "==", "!="].contains { isSign($0, at: before) }
                && !["=", "==", "!="].contains { isSign($0, at: index + 2) }
        }
    }

    /// Returns the method registered for Apple events near the word at `offset`: the one in the nearest `@selector(…)`.
    fileprivate func eventReceiver(before offset: Int) -> Method? {
        guard let position = tokens.firstIndex(where: { $0.offset >= offset }) else { return nil }
        let nearest = tokens[..<position].suffix(48).lastIndex { $0.text == "selector" }
        guard let nearest, isSign("(", at: nearest + 1) else { return nil }
        let end = end(ofBracketAt: nearest + 1, in: tokens.count)
        return method(tokens[nearest + 2..<max(nearest + 2, end - 1)].map(\.text).joined())
    }
}

extension SourceFile {
    /// The offset of `openURL:` as the second label of a method `application:openURL:…`.
    fileprivate var openURLLabel: Int? {
        find("openURL") { range in
            guard bytes[range.upperBound...].first == UInt8(ascii: ":") else { return false }
            // Search backwards over the name and type of the first parameter to its label.
            let before = bytes[..<range.lowerBound].suffix(160)
            guard let closing = before.lastIndex(of: UInt8(ascii: ")")),
                let opening = before[..<closing].lastIndex(of: UInt8(ascii: "("))
            else { return false }
            let label = before[..<opening].reversed().drop { $0 == 0x20 }
            let name = Array(":noitacilppa".utf8)
            return label.starts(with: name) && !(label.dropFirst(name.count).first.map(\.isWord) ?? false)
        }
    }
}
