import SchemeModel

/// An app and a scheme that it claims.
struct AppScheme: Hashable, Comparable {
    var scheme: SchemeKey
    var app: AppID

    static func < (left: Self, right: Self) -> Bool { (left.scheme, left.app) < (right.scheme, right.app) }
}
