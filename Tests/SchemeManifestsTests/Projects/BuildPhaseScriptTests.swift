import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Scripts of build phases")
struct BuildPhaseScriptTests {
    private static let app =
        "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; SDKROOT = iphoneos;"

    @Test(arguments: [
        ("PlistBuddy -c 'Add :CFBundleURLTypes:0:CFBundleURLSchemes:0 string a' \"$1\"", true),
        ("\"$SRCROOT/ci/edit.sh\"", true), ("bash ${PROJECT_DIR}/ci/edit.sh", true), ("./ci/edit.sh && echo", true),
        ("sh ci/edit.sh", true), ("ci/edit.sh\n", true), ("echo\r\nci/edit.sh\r\n", true), ("ci/../ci/edit.sh", true),
        ("$(SRCROOT)/ci/edit.sh", true), ("DIR=\"${SRCROOT}/ci\"\nbash \"${DIR}/edit.sh\"", true),
        ("DIR=$1/ci\nbash \"$DIR/edit.sh\"", false),
        ("D=ci\nsh $D/edit.sh\nD=b", true), ("D=ci\nD=b\nsh $D/edit.sh", false),
        ("run() { bash \"$DIR/edit.sh\"; }\nDIR=ci\nrun", true), ("D=ci; D=`mktemp -d`; sh $D/edit.sh", false),
        ("PROJECT_DIR=\"${1:-$PWD}\"\n\"$PROJECT_DIR/ci/edit.sh\"", true), ("D=ci\nread D\nsh $D/edit.sh", false),
        ("xcodebuild SRCROOT=/tmp\n\"$SRCROOT/ci/edit.sh\"", true), ("for D in ci; do sh $D/edit.sh; done", true),
        ("$(pwd)/ci/edit.sh", true), ("# sh ci/edit.sh", false), ("sh -c \"exec ci/edit.sh\"", true),
        ("PROJECT_DIR=\"$(cd .. && pwd)\"\n\"$PROJECT_DIR/ci/edit.sh\"", true),
        ("sh \"${PODS_ROOT}/ci/edit.sh\"", false), ("sh ci/other.sh", false), ("sh ci/missing.sh", false), ("", false),
        ("sh /ci/edit.sh", false), ((1...16).map { "a/\($0) " }.joined() + "ci/edit.sh", false),
    ])
    func mayChangeURLTypes(script: String, mayChange: Bool) throws {
        let project = ProjectText(targets: [.init(settings: Self.app, scripts: ["echo", script])])
        let reading = project.read([
            "Info.plist": ProjectText.manifest("contoso"),
            "ci/edit.sh": "plutil -replace CFBundleURLTypes -json '[]' \"$1\"",
            "ci/other.sh": "echo",
        ])
        let manifest = try #require(reading.manifests.first)
        #expect(manifest.isIncomplete == mayChange)
        let notes = manifest.irregularities.filter { $0.kind == .notRead }
        #expect(notes.map(\.subject) == (mayChange ? ["Run Script"] : []))
        // The place is where URL types are mentioned.
        let path: Path = script.contains("URLTypes") ? "App.xcodeproj/project.pbxproj" : "ci/edit.sh"
        #expect(notes.allSatisfy { $0.place?.path == path && $0.place?.range != nil })
    }

    private static let built = "\"$TARGET_BUILD_DIR/$INFOPLIST_PATH\""

    @Test(arguments: [
        ("cp Evil.plist \(built)", true), ("plist=\(built)\nmv a.plist \"$plist\"", true),
        ("cp Evil.plist \"$SRCROOT/Info.plist\"", true), ("cp -f a ${INFOPLIST_FILE} || exit 1", true),
        ("sed s/a/b/ a.plist > \(built)", true), ("sed -i '' s/a/b/ \(built)", false),
        ("plutil -convert xml1 -o \(built) a.plist", true), ("plutil -insert \"$KEY\" -json '[]' \(built)", true),
        ("/usr/libexec/PlistBuddy -c \"Merge a.plist\" \(built)", true),
        ("PlistBuddy -c \"Add :$KEY array\" \(built)", true), ("PlistBuddy -c \"$COMMAND\" \(built)", true),
        ("if cp a.plist \"$CODESIGNING_FOLDER_PATH/Info.plist\"", true), ("echo $A > $INFOPLIST_FILE", true),
        ("KEY=\"UISceneManifest\"\nPlistBuddy -c \"Add :${KEY}:A dict\" \(built)", false),
        ("KEY=A\nKEY=$1\nPlistBuddy -c \"Add :$KEY dict\" \(built)", true),
        ("parse() {\njava -o \"$2\"\n}\necho \"manifest: $INFOPLIST_FILE\"\nsh a.sh a $INFOPLIST_FILE", false),
        ("echo \"error: could not install $INFOPLIST_FILE\"", false), ("cp a.plist \"$GOOGLE_INFOPLIST_PATH\"", false),
        ("cp \"$A\" \"${BUILT_PRODUCTS_DIR}/${GOOGLESERVICE_INFOPLIST_FILE}\"", false),
        ("perl -Mstrict -ne print \"$INFOPLIST_FILE\"", false),
        ("plutil -convert binary1 \(built) -o \(built)", false),
        ("PlistBuddy -c \"Set :CFBundleVersion $n\" \(built)", false), ("PlistBuddy -c 'Print :A' \(built)", false),
        ("plutil -replace Token -string $token \(built)", false), ("plutil -convert json -o - \(built)", false),
        ("cp \(built) a.plist", false), ("cp a.plist \"${INFOPLIST_PATH}.bak\"", false),
        ("cp a.plist Other.plist", false), ("plist=\(built)\ncp a.plist \"$plist.bak\"", false),
        ("echo \"copied > $INFOPLIST_FILE\"", false), ("if true; then echo 'a > $INFOPLIST_FILE'; fi", false),
        ("echo \"a \\\" b\" > $INFOPLIST_FILE", true),
        ("echo \"$A\" > \"$INFOPLIST_FILE\"", true), ("sh -c \"sed s/a/b/ a > $INFOPLIST_FILE\"", true),
        ("PlistBuddy -c \"Set :CFBundleDisplayName Add $NAME\" \(built)", false),
        ("PlistBuddy -c \"Set :CFBundleName Merge it\" \(built)", false),
        ("for KEY in A B; do\nPlistBuddy -c \"Set :$KEY 1\" \(built)\ndone", false),
        ("for KEY in A $KEYS; do PlistBuddy -c \"Set :$KEY 1\" \(built); done", true),
        ("for KEY in A; do\nKEY=$1\nPlistBuddy -c \"Set :$KEY 1\" \(built)\ndone", true),
        ("cp a.plist $PODS_ROOT/Info.plist", false), ("# cp a \(built)", false),
        ("K=CFBundleURL\nPlistBuddy -c \"Add :${K}Types:0 dict\" \(built)", true),
        ("A=CFBundle\nB=URLTypes\nplutil -replace $A$B -json \"$C\" \(built)", true),
        ("PlistBuddy -c \"Add :CFBundle$KEY dict\" \(built)", true),
        ("K=CFBundle\nK+=URLTypes\nPlistBuddy -c \"Add :$K:0 dict\" \(built)", true),
        ("K=x.CFBundleURL\nPlistBuddy -c \"Add :${K#x.}Types:0 dict\" \(built)", true),
        ("K=Version\nK+=String\nPlistBuddy -c \"Set :LS$K 1\" \(built)", false),
        ("for K in Version URLTypes; do PlistBuddy -c \"Add :CFBundle$K dict\" \(built); done", true),
        ("for K in Version Name; do PlistBuddy -c \"Set :CFBundle$K 1\" \(built); done", false),
        ("PlistBuddy -c \"Set :UIScene$KEY 1\" \(built)", false),
    ])
    func replacingTheManifestMayChangeURLTypes(script: String, mayChange: Bool) {
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit.sh": script]
        for text in [script, "sh ci/edit.sh"] {
            let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [text])]).read(files)
            #expect(reading.manifests.map(\.isIncomplete) == [mayChange], "\(text)")
            let causes = reading.manifests.flatMap(\.irregularities).compactMap(\.cause)
            let cause = "it is a script that replaces the manifest or edits keys that it doesn't name"
            #expect(causes == (mayChange ? [cause] : []))
        }
    }

    /// What the project says doesn't count if a script certainly replaces it.
    @Test(arguments: [
        ("cp Evil.plist \(built)", true), ("cp Evil.plist \"$SRCROOT/Info.plist\"", true),
        ("echo CFBundleURLTypes\ncp Evil.plist \(built)", true), ("sed s/a/b/ a.plist > \(built)", true),
        ("plutil -convert xml1 -o \(built) a.plist", true), ("PlistBuddy -c \"Merge a.plist\" \(built)", true),
        ("PlistBuddy -c 'Add :CFBundleURLTypes:0:CFBundleURLSchemes:0 string sms' \(built)", true),
        ("PB=/usr/libexec/PlistBuddy\n$PB -c \"Delete :CFBundleURLTypes\" \"$1\"", true),
        ("plutil -replace CFBundleURLTypes -json '[]' \(built)", true),
        ("defaults write \"${TARGET_BUILD_DIR}/${INFOPLIST_PATH%.*}\" CFBundleURLTypes -array", true),
        ("# if [ -n \"$X\" ]; then cp Prod.plist \(built); fi", false),
        ("echo \"todo; cp A.plist $INFOPLIST_FILE\"", false),
        ("sed s/1/$n/ \(built) > t && mv t \(built)", false), ("mv \"$INFOPLIST_FILE.bak\" \"$INFOPLIST_FILE\"", false),
        ("cp \"$INFOPLIST_FILE\" \(built)", false), ("cp -f \\\n  Evil.plist \\\n  \(built)", true),
        ("cp Evil/Info.plist \"$CODESIGNING_FOLDER_PATH/\"", true), ("cp A/Info.plist B/Info.plist ./", true),
        ("cp a.plist \"$BUILT_PRODUCTS_DIR/${WRAPPER_NAME}/Contents/Info.plist\"", true),
        ("cp a.plist \"$BUILT_PRODUCTS_DIR/$WRAPPER_NAME/Settings/Info.plist\"", false),
        ("plist=\"$SRCROOT/Info.plist\"\ncp Evil.plist \"$plist\"", true),
        ("sed s/1/2/ Info.plist > t.plist\nmv t.plist Info.plist", false), ("mv Info.plist.orig Info.plist", false),
        ("cp /tmp/App-Info.plist.backup Info.plist", false), ("cp a.plist $DIR/${PRODUCT_NAME}.app/Info.plist", true),
        ("PlistBuddy -c 'Print :CFBundleURLTypes' -c 'Set :CFBundleVersion 1' Info.plist", false),
        ("PlistBuddy -c 'Merge ats.plist :NSAppTransportSecurity' Info.plist", false),
        ("PlistBuddy -c 'Merge a.plist :CFBundleURLTypes' Info.plist", true),
        ("$PYTHON -c 'import plistlib, sys' $INFOPLIST_FILE", false),
        ("cat Info.plist | sed s/1/2/ > t.plist\nmv t.plist Info.plist", false),
        ("cat Evil.plist |\n  sed s/1/2/ > Info.plist", true),
        ("sed s/1/2/ $SRCROOT/Info.plist > t.plist\nmv t.plist ./Info.plist", false),
        ("sed s/1/2/ Info.plist > t.plist\nmv t.plist $INFOPLIST_FILE", false),
        ("cp Info.plist b.plist\ncp b.plist \"$SRCROOT/Info.plist\"", false),
        ("python3 bump.py Info.plist out.plist\nmv out.plist Info.plist", false),
        ("xsltproc -o t.plist v.xsl $INFOPLIST_FILE\nmv t.plist $INFOPLIST_FILE", false),
        ("git show HEAD:Info.plist > Info.plist", false), ("cp -an Sample.plist Info.plist", false),
        ("if [ -f Info.plist ]; then\ntrue\nelse cp Sample.plist Info.plist\nfi", false),
        ("if [ ! -f \"$SRCROOT/Info.plist\" ]; then cp Sample.plist Info.plist; fi", false),
        ("cd Widget && cp Prod.plist Info.plist", false), ("cd Widget/..\ncp Prod.plist Info.plist", true),
        ("cd \"$CODESIGNING_FOLDER_PATH\"\ncp \"$SRCROOT/a.plist\" Info.plist", true),
        ("PlistBuddy -c 'Delete :CFBundleURLTypes' $DIR/Widget.appex/Info.plist", false),
        ("PROJECT_DIR=$(cd .. && pwd)\ncp Prod.plist \"$PROJECT_DIR/Info.plist\"", true),
        ("SRCROOT=\"$SRCROOT/Widget\"\ncp Prod.plist \"$SRCROOT/Info.plist\"", false),
        ("SRCROOT=/tmp\ncp Prod.plist \"$SRCROOT/Info.plist\"", false),
        ("ln -sf Prod.plist $PWD/Info.plist", true), ("cp Prod.plist $SOURCE_ROOT/Info.plist", true),
        ("cp -n Sample.plist Info.plist", false), ("cp Info.plist.template Info.plist", true),
        ("if [ ! -f Info.plist ]; then\ncp Sample.plist Info.plist\nfi", false),
        ("[ -f Info.plist ] || { echo; cp Sample.plist Info.plist; }", false),
        ("false ||\n  cp Evil.plist \(built)", false), ("# It doesn't matter.\ncp Evil.plist \(built)", true),
        ("cat > a.txt <<EOF\ncp Evil.plist \(built)\nEOF\necho", false),
        ("cat > a.txt <<'EOF'\nIt isn't.\nEOF\ncp Evil.plist \(built)", true),
        ("a=$((1 << 3))\ncp E.plist \(built)", true),
        ((0..<40).map { "cp a.plist \($0).plist\n" }.joined() + "cp Evil.plist \(built)", true),
        ("[ -f Info.plist ] || cp Sample.plist Info.plist", false),
        ("PlistBuddy -c 'Print :CFBundleURLTypes' \(built)", false), ("echo CFBundleURLTypes", false),
        ("plutil -extract CFBundleURLTypes json -o - \(built)", false),
        ("PlistBuddy -c \"Set :CFBundleVersion $n\" \(built)", false),
        ("PlistBuddy -c \"Set :$KEY $VALUE\" \(built)", false), ("cp \(built) a.plist", false),
        ("cp a.plist \"$GOOGLE_INFOPLIST_PATH\"", false), ("cp a.plist Other.plist", false),
        ("PlistBuddy -c 'Add :CFBundleURLTypes array' Info.plist", true),
        ("PlistBuddy -c \"Add :CFBundleURLTypes:0 string $A\" Other.plist", false),
        ("plutil -replace CFBundleURLTypes -json '[]' \"$SRCROOT/Other.plist\"", false),
    ])
    func aScriptThatChangesTheManifestIsAProblem(script: String, isChange: Bool) {
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit.sh": script]
        for (text, path) in [(script, "App.xcodeproj/project.pbxproj"), ("sh ci/edit.sh", "ci/edit.sh")] {
            let problems = ProjectText(targets: [.init(settings: Self.app, scripts: [text])]).read(files).problems
            #expect(problems.map(\.place.path.display) == (isChange ? [path] : []), "\(text)")
            let message =
                "the build phase 'Run Script' of the target 'App' replaces its manifest or changes its URL types"
            #expect(problems.allSatisfy { $0.code == .unreadApp && $0.message.hasPrefix(message) }, "\(problems)")
        }
    }

    /// Only the text of shells is read as commands, and a tool has the name of the key in it.
    @Test(arguments: [
        ("#!/usr/bin/swift\n// the app's name\nlet a = 1\n// it's\ncp a.plist Info.plist", false),
        ("#!/usr/bin/env swift\nplist[\"CFBundleURLTypes\"] = []", true), ("#!/bin/sh\ncp a.plist Info.plist", true),
        ("\u{7F}ELF\0\0CFBundleURLTypes", false),
    ])
    func onlyShellsHaveCommands(script: String, mayChange: Bool) {
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit": script]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: ["ci/edit"])]).read(files)
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange])
    }

    /// A file that a script only mentions may do nothing.
    @Test(arguments: [
        ("echo run ci/edit.sh", false), ("cat ci/edit.sh", false), ("ci/edit.sh", true), (". ci/edit.sh", true),
        ("source ci/edit.sh", true), ("D=$SRCROOT/ci\nsh $D/edit.sh", true),
        ("env A=b bash -e \"$SRCROOT/ci/edit.sh\" c", true), ("$RUBY ci/edit.sh", true),
        ("RUN=\"/usr/bin/env bash\"\n$RUN ci/edit.sh", true), ("run() { sh \"$D/edit.sh\"; }\nD=ci\nrun", true),
        ("chmod +x \"$(pwd)/ci/edit.sh\"", false), ("\"$(pwd)/ci/edit.sh\"", true),
    ])
    func aFileThatIsOnlyMentionedIsNoProblem(script: String, isChange: Bool) {
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit.sh": "cp a.plist Info.plist"]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [script])]).read(files)
        #expect(reading.problems.map(\.code) == (isChange ? [.unreadApp] : []))
        #expect(reading.manifests.map(\.isIncomplete) == [true])
    }

    /// What a very long command does isn't known.
    @Test(arguments: [("cp a.plist b.plist", true), ("m4 a.m4 b.m4", false)])
    func aLongCommandMayWriteEachFileThatItNames(command: String, mayChange: Bool) {
        let script = command + String(repeating: " x", count: 5_000)
        let files = ["Info.plist": ProjectText.manifest("contoso")]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [script])]).read(files)
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange])
    }

    /// Values in place of many variables would take up gigabytes.
    @Test(arguments: [
        "A=\(String(repeating: "a", count: 200))", "for A in \(String(repeating: "a", count: 500_000)); do",
    ])
    func aLongCommandKeepsItsVariables(assignment: String) {
        let script = assignment + "\nx " + String(repeating: "$A/ ", count: 20_000) + "\ncp Evil.plist Info.plist"
        let files = ["Info.plist": ProjectText.manifest("contoso")]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [script])]).read(files)
        #expect(reading.problems.map(\.code) == [.unreadApp])
    }

    /// A manifest that is named after the target may be its own.
    @Test(arguments: ["cp a.plist $SRCROOT/$TARGET_NAME/Info.plist", "gcc -E -P -x c a.in -o $INFOPLIST_FILE"])
    func whatMayReplaceAManifestIsNoProblem(script: String) {
        let files = ["Info.plist": ProjectText.manifest("contoso")]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [script])]).read(files)
        #expect(reading.problems.isEmpty)
        #expect(reading.manifests.map(\.isIncomplete) == [true])
    }

    /// A script may get the path of the manifest as an argument.
    @Test(arguments: [
        ("sh ci/edit.sh \(built)", "PlistBuddy -c \"Delete :CFBundleURLTypes\" \"$1\"", true),
        ("sh ci/edit.sh \(built) out.h", "sed s/a/b/ \"$1\" > \"$2\"", false),
        ("sh ci/edit.sh out.h \(built)", "python3 - <<EOF\nEOF\ntrue", false),
        ("sh ci/edit.sh a b", "copy() {\n  cp a.plist \"$2\"\n}", false),
        ("sh ci/edit.sh a.plist b.plist", "cp Evil.plist \"$1\"", false),
        ("sh ci/edit.sh \(built)", "PlistBuddy -c \"Set :CFBundleVersion 1\" \"$1\"", false),
        ("sh ci/edit.sh \(built)", "1=a\ncp \"$1\" Other.plist", false),
    ])
    func anArgumentMayBeTheManifest(phase: String, script: String, isChange: Bool) {
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit.sh": script]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [phase])]).read(files)
        #expect(reading.problems.map(\.code) == (isChange ? [.unreadApp] : []))
        #expect(reading.manifests.map(\.isIncomplete) == [isChange])
    }

    /// What the file does with an argument is certain only if URL types are named, since `$1` in a function is another one.
    @Test(arguments: [
        ("sh ci/edit.sh \(built)", true), ("sh ci/edit.sh a \(built)", false), ("echo \(built)\nsh ci/edit.sh", false),
        ("\"$SRCROOT/ci/edit.sh\" \(built) b", true),
    ])
    func aFileThatIsGivenTheManifestMayReplaceIt(phase: String, mayChange: Bool) {
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit.sh": "cp Evil.plist \"${1}\""]
        let reading = ProjectText(targets: [.init(settings: Self.app, scripts: [phase])]).read(files)
        #expect(reading.problems.isEmpty)
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange])
    }

    /// The manifest of a framework or a test opens nothing.
    @Test(arguments: ["framework", "bundle.unit-test"])
    func aScriptOfAnotherProductIsNoProblem(type: String) {
        let target = ProjectText.Target(
            type: "com.apple.product-type.\(type)",
            settings: Self.app,
            scripts: ["cp Evil.plist \(Self.built)"]
        )
        let reading = ProjectText(targets: [target]).read(["Info.plist": ProjectText.manifest("contoso")])
        #expect(reading.problems.isEmpty)
    }

    @Test func theFirstOfSeveralSpellingsOfAFileIsReported() {
        let commands = (0..<12).map { "cp a.plist \(String(repeating: "ci/../", count: $0))Info.plist\n" }
        let project = ProjectText(targets: [.init(settings: Self.app, scripts: ["sh ci/edit.sh"])])
        let files = ["Info.plist": ProjectText.manifest("contoso"), "ci/edit.sh": "\n" + commands.joined()]
        let notes = project.read(files).manifests.flatMap(\.irregularities)
        #expect(notes.map { $0.place?.range?.lines?.start.line } == [2])
    }

    @Test(arguments: [(1, false), (2, true)])
    func boundsFiles(limit: Int, mayChange: Bool) {
        var limits = Limits.standard
        limits.projectScriptFiles = limit
        let project = ProjectText(targets: [.init(settings: Self.app, scripts: ["sh a.sh", "sh a.sh; sh b.sh"])])
        let files = ["Info.plist": ProjectText.manifest("contoso"), "a.sh": "", "b.sh": "echo CFBundleURLTypes"]
        let reading = ProjectText.read(project.text, files, limits: limits)
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange])
    }

    @Test func onlyChangesItsOwnTarget() {
        let edits = ProjectText.Target(settings: Self.app, scripts: ["echo CFBundleURLTypes"])
        let other = ProjectText.Target(name: "Other", settings: Self.app)
        let reading = ProjectText(targets: [edits, other]).read(["Info.plist": ProjectText.manifest("contoso")])
        #expect(reading.manifests.filter(\.isIncomplete).map(\.outcome.target) == ["App"])
    }

    /// Rules run scripts on files, and targets without a product run them before the app is built.
    @Test(arguments: [("buildRules = (R);", "build rule"), ("dependencies = (D);", "build phase")])
    func scriptsOutsideItsOwnPhasesCount(more: String, runner: String) {
        let app = ProjectText.Target(settings: Self.app, more: more)
        var project = ProjectText(targets: [app])
        project.objects = """
            R = {isa = PBXBuildRule; script = "echo CFBundleURLTypes";};
            D = {isa = PBXTargetDependency; target = A;};
            A = {isa = PBXAggregateTarget; name = Edit; buildPhases = (S);};
            S = {isa = PBXShellScriptBuildPhase; shellScript = "echo CFBundleURLTypes";};

            """
        let text = project.text.replacing("targets = (T0)", with: "targets = (T0, A)")
        let reading = ProjectText.read(text, ["Info.plist": ProjectText.manifest("contoso")])
        #expect(reading.manifests.map(\.isIncomplete) == [true])
        let notes = reading.manifests.flatMap(\.irregularities).filter { $0.kind == .notRead }
        #expect(notes.map(\.found) == [runner])
    }

    /// Such a target's own manifest isn't that of the app.
    @Test(arguments: [
        ("cp a $INFOPLIST_FILE", false, false), ("cp a $SRCROOT/Info.plist", true, false),
        ("cp a B.plist", false, false),
        ("echo CFBundleURLTypes; cp a.plist Info.plist", true, true), ("cp a.plist $SRCROOT/Info.plist", true, true),
        ("PB=PlistBuddy; $PB -c 'Add :CFBundleURLTypes array' $PLIST", true, true),
        ("P=$BUILT_PRODUCTS_DIR/App.app/Info.plist; plutil -remove CFBundleURLTypes $P", true, true),
    ])
    func targetsWithoutAProductMayReplaceTheManifestByItsPath(script: String, mayChange: Bool, isChange: Bool) {
        var project = ProjectText(targets: [.init(settings: Self.app, more: "dependencies = (D);")])
        project.objects = """
            D = {isa = PBXTargetDependency; target = A;};
            A = {isa = PBXAggregateTarget; name = Edit; buildPhases = (S);};
            S = {isa = PBXShellScriptBuildPhase; shellScript = "\(script)";};

            """
        let text = project.text.replacing("targets = (T0)", with: "targets = (T0, A)")
        let reading = ProjectText.read(text, ["Info.plist": ProjectText.manifest("contoso")])
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange])
        #expect(reading.problems.map(\.code) == (isChange ? [.unreadApp] : []))
    }
}
