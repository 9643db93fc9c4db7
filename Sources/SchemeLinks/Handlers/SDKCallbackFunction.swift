#if Links
import SwiftSyntax

/// A function of an SDK that handles the callback of something that the running app began, such as a sign-in or a
/// payment.
///
/// If the URL launches the app, there is nothing to continue: the state of the sign-in was lost when the app ended.
struct SDKCallbackFunction {
    /// The function's name.
    let function: String
    /// The type whose name, or whose value, the function is called on; `nil` for a name that no other function has.
    let type: String?
    /// The labels of its first parameters; `nil` for `_`.
    let labels: [String?]
    /// Whether the SDK opens `ASWebAuthenticationSession`, which gets the URL itself.
    var usesSession = false

    /// The known functions.
    static let all: [SDKCallbackFunction] = [
        // https://developers.google.com/identity/sign-in/ios/sign-in
        SDKCallbackFunction(function: "handle", type: "GIDSignIn", labels: [nil], usesSession: true),
        // https://developers.facebook.com/docs/facebook-login/ios
        SDKCallbackFunction(function: "application", type: "ApplicationDelegate", labels: [nil, "open"]),
        SDKCallbackFunction(function: "application", type: "FBSDKApplicationDelegate", labels: [nil, "open"]),
        // https://github.com/openid/AppAuth-iOS#handling-the-redirect-url
        SDKCallbackFunction(function: "resumeExternalUserAgentFlow", type: nil, labels: ["with"], usesSession: true),
        // https://azuread.github.io/microsoft-authentication-library-for-objc/Classes/MSALPublicClientApplication.html
        SDKCallbackFunction(function: "handleMSALResponse", type: nil, labels: [nil]),
        // https://braintree.github.io/braintree_ios/current/Classes/BTAppContextSwitcher.html
        SDKCallbackFunction(function: "handleOpen", type: "BTAppContextSwitcher", labels: [nil]),
        SDKCallbackFunction(function: "handleOpenURL", type: "BTAppContextSwitcher", labels: [nil]),
        SDKCallbackFunction(function: "handleOpenURL", type: "BTAppContextSwitcher", labels: ["context"]),
        // https://github.com/Adyen/adyen-ios/blob/develop/AdyenActions/Components/Redirect/RedirectComponent.swift
        SDKCallbackFunction(function: "applicationDidOpen", type: "RedirectComponent", labels: ["from"]),
        // https://github.com/OAuthSwift/OAuthSwift#handle-url-in-appdelegate
        SDKCallbackFunction(function: "handle", type: "OAuthSwift", labels: ["url"]),
        // https://github.com/auth0/Auth0.swift/blob/master/Auth0/WebAuthentication.swift
        SDKCallbackFunction(function: "resume", type: "WebAuthentication", labels: ["with"], usesSession: true),
        // https://stripe.dev/stripe-ios/stripe/documentation/stripe/stripeapi/handleurlcallback(with:)
        SDKCallbackFunction(function: "handleURLCallback", type: nil, labels: ["with"]),
        // https://github.com/dropbox/SwiftyDropbox#handling-the-authorization-redirect
        SDKCallbackFunction(function: "handleRedirectURL", type: "DropboxClientsManager", labels: [nil]),
        // https://developers.line.biz/en/docs/line-login-sdks/ios-sdk/swift/integrate-line-login/
        SDKCallbackFunction(function: "application", type: "LoginManager", labels: [nil, "open"]),
        // https://developers.kakao.com/docs/latest/en/kakaologin/ios
        SDKCallbackFunction(function: "handleOpenUrl", type: "AuthController", labels: ["url"]),
        // https://firebase.google.com/docs/auth/ios/phone-auth
        SDKCallbackFunction(function: "canHandle", type: "Auth", labels: [nil]),
    ]

    private static let names = Set(all.map(\.function))

    /// Returns the known function that `call` in `file` calls, or `nil`.
    static func called(
        by call: FunctionCallExprSyntax,
        in file: ParsedFile,
        _ evaluator: Evaluator
    ) -> SDKCallbackFunction? {
        guard let name = call.calleeName, names.contains(name), let base = call.base else { return nil }
        let labels = call.arguments.map { $0.label?.identifierText }
        let possible = all.filter { $0.function == name && labels.starts(with: $0.labels) }
        guard !possible.isEmpty else { return nil }
        if let found = possible.first(where: { $0.type == nil }) { return found }
        let words = Set(base.tokens(viewMode: .sourceAccurate).map(\.text))
        if let found = possible.first(where: { $0.type.map(words.contains) ?? false }) { return found }
        let type: String? =
            switch evaluator.typed(base, in: file)?.reference {
            case .other(let type)?: type
            case .nominal(let type)?: type.path.last
            default: nil
            }
        return possible.first { $0.type == type }
    }
}
#endif
