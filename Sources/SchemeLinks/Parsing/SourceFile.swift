package import SchemeModel

/// A source code file.
package struct SourceFile: Hashable, Sendable {
    /// The place of the file.
    package var place: Place
    /// The content.
    package var bytes: [UInt8]

    package init(place: Place, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }

    /// The language, judging by the file name; `nil` for files that are not read.
    package var language: Language? {
        let path = place.path
        if path.hasExtension("swift") { return .swift }
        if path.hasExtension("m") || path.hasExtension("mm") || isHeader { return .objectiveC }
        return nil
    }

    /// Whether its own statements start the program.
    var isMain: Bool { place.path.lastComponent == "main.swift" }

    /// Whether it is a header, which only declares.
    var isHeader: Bool { place.path.hasExtension("h") }

    /// A programming language.
    package enum Language: Sendable {
        case swift
        case objectiveC
    }
}

/// The code of a target. Files are represented by their index in ``CodeIndex/files``.
package struct LinkTarget: Hashable, Sendable {
    /// Its name; `nil` when a tree without a project is treated as one app.
    package var name: String?
    /// The target's own files. Only these are searched for links and handlers.
    package var files: [Int]
    /// The files of modules that it can import. Declarations are also resolved there.
    package var visible: [Int]
    /// Whether it is a widget extension. In other targets, and if unknown, a `Link` only counts in a view that a known
    /// widget or Live Activity shows, since other screens have links, too.
    package var isWidgetExtension: Bool
    /// The names of classes, without modules, that its manifests call scene delegates.
    package var sceneDelegates: [String]

    package init(
        name: String?,
        files: [Int],
        visible: [Int] = [],
        isWidgetExtension: Bool = false,
        sceneDelegates: [String] = []
    ) {
        self.name = name
        self.isWidgetExtension = isWidgetExtension
        self.sceneDelegates = sceneDelegates
        self.files = files
        self.visible = visible
    }
}
