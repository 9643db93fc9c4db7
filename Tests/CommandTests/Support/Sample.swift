/// Manifests and projects for tests.
enum Sample {
    /// Returns an iOS app with URL types, each with a role and schemes.
    static func app(_ identifier: String?, _ types: (role: String?, schemes: [String])..., extra: String = "") -> String
    {
        let declared = types.map { type in
            """
                    <dict>
            \(type.role.map { "            <key>CFBundleTypeRole</key>\n            <string>\($0)</string>\n" } ?? "")\
                        <key>CFBundleURLName</key>
                        <string>com.contoso.links</string>
                        <key>CFBundleURLSchemes</key>
                        <array>
            \(type.schemes.map { "                <string>\($0)</string>\n" }.joined())\
                        </array>
                    </dict>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(identifier.map { "    <key>CFBundleIdentifier</key>\n    <string>\($0)</string>\n" } ?? "")\
                <key>CFBundlePackageType</key>
                <string>APPL</string>
                <key>UIDeviceFamily</key>
                <array><integer>1</integer></array>
            \(extra)\
                <key>CFBundleURLTypes</key>
                <array>
            \(declared.joined())\
                </array>
            </dict>
            </plist>

            """
    }

    /// Returns a project with the iOS app `com.contoso.evil`, whose manifest is at `manifest`.
    static func evilProject(_ manifest: String) -> String {
        """
        // !$*UTF8*$!
        {rootObject = P; objects = {
        P = {isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = (T);};
        PL = {isa = XCConfigurationList; buildConfigurations = ();};
        G = {isa = PBXGroup; children = (); sourceTree = "<group>";};
        T = {isa = PBXNativeTarget; name = Evil; productType = "com.apple.product-type.application";
        buildConfigurationList = L; buildPhases = ();};
        L = {isa = XCConfigurationList; buildConfigurations = (C);};
        C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;
        PRODUCT_BUNDLE_IDENTIFIER = com.contoso.evil; INFOPLIST_FILE = "\(manifest)";};};
        };}
        """
    }
}
