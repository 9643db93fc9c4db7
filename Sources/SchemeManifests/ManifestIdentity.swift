import SchemeModel

/// What a manifest says of the product that it describes.
struct ManifestIdentity {
    private let values: [ByteString: PropertyNode.Member]

    init(_ values: [ByteString: PropertyNode.Member]) {
        self.values = values
    }

    /// What the manifest describes. Keys that only one kind of product has come before the package type, which App
    /// Clips and watch apps share with apps and which is often left to the build.
    var kind: ProductKind {
        if values["NSAppClip"] != nil { return .appClip }
        if values["NSExtension"] != nil || values["EXAppExtensionAttributes"] != nil { return .appExtension }
        switch values["CFBundlePackageType"]?.value.string {
        case "APPL", "FNDR": return .application
        case "FMWK", "XFWK": return .framework
        case "BNDL", "KEXT", "dSYM", "SYSX", "DEXT": return .bundle
        case "XPC!": return values["XPCService"] == nil ? .appExtension : .bundle
        default: break
        }
        let isWatchApp = ["WKApplication", "WKWatchKitApp"].contains { values[ByteString($0)]?.value.isTrue ?? false }
        return isWatchApp ? .application : .unknown
    }

    /// The extension point, as written.
    var extensionPoint: String? {
        func point(_ root: ByteString, _ key: ByteString) -> String? {
            values[root]?.value.members?.last { $0.key == key }?.value.string
        }
        return point("NSExtension", "NSExtensionPointIdentifier")
            ?? point("EXAppExtensionAttributes", "EXExtensionPointIdentifier")
    }

    /// Whether it holds what only a build writes.
    ///
    /// - Source: Apple, Information Property List Key Reference: the keys of DT… are set by Xcode.
    var namesBuild: Bool {
        ["DTSDKName", "DTPlatformName", "BuildMachineOSBuild"].contains { key in
            guard let text = values[ByteString(key)]?.value.string else { return false }
            return !text.isEmpty && Variable.first(in: text) == nil
        }
    }
}
