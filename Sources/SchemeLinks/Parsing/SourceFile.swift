package import SchemeModel

/// A file of code, as it is stored.
package struct SourceFile: Sendable {
    /// The file.
    package var place: Place
    /// All bytes of it.
    package var bytes: [UInt8]

    package init(place: Place, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }

    /// What its name says that it is written in; `nil` for anything that is not looked at.
    package var language: Language? {
        let path = place.path
        if path.hasExtension("swift") { return .swift }
        if path.hasExtension("m") || path.hasExtension("mm") { return .objectiveC }
        return nil
    }

    /// A programming language.
    package enum Language: Sendable {
        case swift
        case objectiveC
    }
}

/// A target, as far as its code goes. Files are named by their index in ``LinkSources/files``.
package struct LinkTarget: Sendable {
    /// Its name; `nil` where a tree without a project is taken for one app.
    package var name: String?
    /// The files that are compiled into it: what is looked for is looked for here.
    package var files: [Int]
    /// The files of the modules that it can import: definitions are found here, too.
    package var visible: [Int]
    /// Whether it is a widget extension. Elsewhere, and where that is not known, a `Link` counts only in a view that a
    /// configuration of a widget or a Live Activity is seen to show: a settings screen has links, too.
    package var isWidgetExtension: Bool

    package init(name: String?, files: [Int], visible: [Int] = [], isWidgetExtension: Bool = false) {
        self.name = name
        self.isWidgetExtension = isWidgetExtension
        self.files = files
        self.visible = visible
    }
}
