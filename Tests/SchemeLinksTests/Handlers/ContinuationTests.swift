#if Links
import SchemeModel
import Testing

/// Finds handlers that only continue what the running app began.
@Suite struct ContinuationTests {
    private func resumption(_ body: String, _ declarations: String = "") -> Handler.Resumption? {
        let text = """
            class S: UIResponder, UIWindowSceneDelegate {
                func scene(_ s: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                    guard let url = contexts.first?.url else { return }
                    \(body)
                }
                \(declarations)
            }
            """
        return facts(text).handlers.first { $0.kind == .sceneOpen }?.resumption
    }

    @Test(arguments: [
        "GIDSignIn.sharedInstance.handle(url)",
        "_ = GIDSignIn.sharedInstance.handle(url)",
        "if GIDSignIn.sharedInstance.handle(url) { return }\nprint(url)",
        "GIDSignIn.sharedInstance.handle(url)\nprint(\"\\(Date()) \\(url.path.lowercased())\")",
        "logger.info(\"\\(GIDSignIn.sharedInstance.handle(url))\")",
        "let handled = RedirectComponent.applicationDidOpen(from: url)",
        "if url.scheme?.lowercased() == \"wallet\" { BTAppContextSwitcher.sharedInstance.handleOpen(url) }",
        "contexts.forEach { BTAppContextSwitcher.sharedInstance.handleOpenURL(context: $0) }",
        "ApplicationDelegate.shared.application(UIApplication.shared, open: url, sourceApplication: nil, annotation: [])",
        "if flow?.resumeExternalUserAgentFlow(with: url) == true { flow = nil }",
        "MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: contexts.first?.options.sourceApplication)",
        "Task { OAuthSwift.handle(url: url) }",
        "DropboxClientsManager.handleRedirectURL(url, includeBackgroundClient: false) { result in show(result) }",
        "guard let first = contexts.first else { fatalError(\"no context\") }\nGIDSignIn.sharedInstance.handle(first.url)",
        "if AuthApi.isKakaoTalkLoginUrl(url) { _ = AuthController.rx.handleOpenUrl(url: url) }",
    ])
    func knownFunctions(body: String) {
        #expect(resumption(body) != nil)
    }

    @Test(arguments: [
        "", "print(url)", "router.open(url)", "GIDSignIn.sharedInstance.handle(url)\nrouter.open(url)",
        "if !GIDSignIn.sharedInstance.handle(url) { pending = url }", "router.handle(url)",
        "GIDSignIn.sharedInstance.handle(url)\nlogger.info(\"\\(router.open(url))\")",
        "GIDSignIn.sharedInstance.handle(url)\nif url.host == \"pay\" { showPayment() }",
    ])
    func otherCode(body: String) {
        #expect(resumption(body) == nil)
    }

    @Test(arguments: [
        ("GIDSignIn.sharedInstance.handle(url)", true), ("signIn.handle(url)", true), ("return false", false),
        ("pages.append(url)", false),
    ])
    func functionsOfTheApp(body: String, isContinuation: Bool) {
        let found = resumption(
            "take(url)",
            "let signIn: GIDSignIn\nfunc take(_ url: URL) { \(body) }"
        )
        #expect((found != nil) == isContinuation)
    }

    @Test(
        arguments: [
            ("return true", .nothing), ("print(url)\nlogger.info(\"\\(url)\")\nreturn true", .nothing),
            ("false", .nothing), ("", .nothing), ("return", .nothing),
            ("flow?.resumeExternalUserAgentFlow(with: url)\nreturn true", .session),
            ("GIDSignIn.sharedInstance.handle(url)", .session),
            ("MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil)", .anything),
            ("return flow.resumeExternalUserAgentFlow(with: url) || StripeAPI.handleURLCallback(with: url)", .anything),
            ("NSLog(\"%@\", String(describing: url))\nreturn true", .nothing),
            ("openChangeLog(url)\nreturn true", nil), ("dialog.info(url)\nreturn true", nil),
            ("print(router.open(url))\nreturn true", nil), ("log.info(\"\\(save(url))\")\nreturn true", nil),
            ("return isReady", nil), ("router.open(url)\nreturn true", nil),
        ] as [(String, Handler.Resumption?)]
    )
    func appDelegates(body: String, resumption: Handler.Resumption?) {
        let text = """
            class AppDelegate: UIResponder, UIApplicationDelegate {
                func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
                    \(body)
                }
            }
            """
        #expect(facts(text).handlers.map(\.resumption) == [resumption])
    }
}
#endif
