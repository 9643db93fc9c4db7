import AuthenticationServices

/// Signs the user in.
final class Login {
    private var session: ASWebAuthenticationSession?
    private let page = URL(string: "https://login.contoso.com/authorize")!

    func startWithScheme(finish: @escaping (URL?) -> Void) {
        session = ASWebAuthenticationSession(url: page, callbackURLScheme: "contoso-shop://login") { url, _ in
            finish(url)
        }
        session?.start()
    }

    func startWithDomain(finish: @escaping (URL?) -> Void) {
        session = ASWebAuthenticationSession(
            url: page,
            callback: .https(host: "login.contoso.com", path: "/callback")
        ) { url, _ in
            finish(url)
        }
        session?.start()
    }
}
