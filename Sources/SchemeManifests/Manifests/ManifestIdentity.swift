import SchemeModel

/// The identity of the product that a manifest describes.
struct ManifestIdentity {
    private let members: RootMembers

    init(_ members: RootMembers) {
        self.members = members
    }

    /// The kind of the product.
    ///
    /// Keys of a single kind of product are checked before the package type, which App Clips and watch apps share with
    /// apps, and which is often left to the build.
    var kind: ProductKind {
        if members.contains("NSAppClip") { return .appClip }
        if members.contains("NSExtension") || members.contains("EXAppExtensionAttributes") {
            // Extensions have the type `XPC!`. With that of an app, one of the two is a mistake.
            return members.string("CFBundlePackageType") == "APPL" ? .unknown : .appExtension
        }
        switch members.string("CFBundlePackageType") {
        case "APPL", "FNDR": return .application
        case "FMWK", "XFWK": return .framework
        case "BNDL", "KEXT", "dSYM", "SYSX", "DEXT": return .bundle
        case "XPC!": return members.contains("XPCService") ? .bundle : .appExtension
        default: break
        }
        return members.isTrue("WKApplication") || members.isTrue("WKWatchKitApp") ? .application : .unknown
    }

    /// The extension point, as written.
    var extensionPoint: String? {
        func point(_ root: ByteString, _ key: ByteString) -> String? {
            members[root]?.members?.last { $0.key == key }?.value.string
        }
        return point("NSExtension", "NSExtensionPointIdentifier")
            ?? point("EXAppExtensionAttributes", "EXExtensionPointIdentifier")
    }

    /// Whether it has values that only a build writes.
    ///
    /// - Source: Apple, Information Property List Key Reference: Xcode sets the keys with DT….
    var namesBuild: Bool {
        func isFinal(_ text: String?) -> Bool {
            text.map { !$0.isEmpty && VariableReference.first(in: $0) == nil } ?? false
        }
        return isFinal(members.string("DTSDKName")) || isFinal(members.string("DTPlatformName"))
            || isFinal(members.string("BuildMachineOSBuild"))
    }
}
