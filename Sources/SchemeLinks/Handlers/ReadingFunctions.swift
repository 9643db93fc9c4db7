#if Links
/// The functions and types of Swift and Foundation that never open a URL.
enum ReadingFunctions {
    /// Types and protocols of values, whose initializers and static functions only create values.
    static let types: Set<String> = services.union([
        "AnyHashable", "Array", "ArraySlice", "AttributedString", "BidirectionalCollection", "Bool", "CGFloat",
        "CGPoint", "CGRect", "CGSize", "CGVector", "CLLocation", "CLLocationCoordinate2D", "CLLocationDegrees",
        "CLLocationDistance", "Character", "CharacterSet", "ClosedRange", "Collection", "Color", "Data", "Date",
        "DateComponents", "DateInterval", "Decimal", "Dictionary", "Double", "Float", "IndexPath", "IndexSet", "Int",
        "Int16", "Int32", "Int64", "Int8", "LocalizedStringKey", "LocalizedStringResource", "MKCoordinateRegion",
        "MKCoordinateSpan", "Measurement", "Mirror", "NSArray", "NSAttributedString", "NSData", "NSDate",
        "NSDecimalNumber", "NSDictionary", "NSError", "NSLocalizedString", "NSMutableArray",
        "NSMutableAttributedString", "NSMutableDictionary", "NSMutableSet", "NSMutableString", "NSNumber", "NSRange",
        "NSSet", "NSString", "NSURL", "NSURLComponents", "NSURLQueryItem", "NSUUID", "Notification", "ObjectIdentifier",
        "Optional", "PersonNameComponents", "Range", "Regex", "Result", "Sequence", "Set", "String", "StringProtocol",
        "Substring", "TimeInterval", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLComponents",
        "URLQueryItem", "URLRequest", "UTType", "UUID",
    ])

    /// Types whose methods only read their arguments.
    static let services: Set<String> = [
        "Bundle", "Calendar", "DateFormatter", "ISO8601DateFormatter", "JSONDecoder", "JSONEncoder",
        "JSONSerialization", "Locale", "NSPredicate", "NSRegularExpression", "NumberFormatter", "ProcessInfo",
        "PropertyListDecoder", "Scanner", "TimeZone",
    ]

    /// Objects of the system whose `canOpenURL` only asks.
    static let applications: Set<String> = ["UIApplication", "NSWorkspace", "application", "app"]

    /// Functions outside of a type.
    static let global: Set<String> = ["abs", "max", "min", "stride", "type", "withUnsafePointer", "zip"]

    /// Methods that create a value from their arguments, whatever they are called on.
    static let creating: Set<String> = ["appending", "appendingPathComponent", "appendingPathExtension"]

    /// Methods that call a function for elements, or for the value of an optional.
    static let closureMethods: Set<String> = [
        "allSatisfy", "compactMap", "compactMapValues", "filter", "flatMap", "forEach", "map", "mapValues", "reduce",
    ]

    /// The labels of arguments that are functions.
    static let labels: Set<String> = ["by", "uniquingKeysWith", "where", "whereSeparator", "while"]

    /// Methods of URLs, texts, optionals and collections that only read.
    static let methods: Set<String> = closureMethods.union(creating).union([
        "addingPercentEncoding", "advanced", "anyObject", "applyingTransform", "base64EncodedString",
        "caseInsensitiveCompare", "checkResourceIsReachable", "combined", "compare", "components", "conforms",
        "contains", "data", "deletingLastPathComponent", "deletingPathExtension", "difference", "distance", "drop",
        "dropFirst", "dropLast", "elementsEqual", "enumerated", "first", "firstIndex", "firstMatch", "firstRange",
        "folding", "forKeyword", "formatted", "fragment", "hasPrefix", "hasSuffix", "host", "index",
        "intersection", "isDisjoint", "isEqual", "isMultiple", "isSubset", "isSuperset", "joined", "last",
        "lastIndex", "lexicographicallyPrecedes", "localizedCaseInsensitiveCompare",
        "localizedCaseInsensitiveContains", "localizedCompare", "localizedStandardCompare",
        "localizedStandardContains", "lowercased", "matches", "max", "merging", "min", "padding", "paramDescriptor",
        "password", "path", "prefix", "prefixMatch", "query", "randomElement", "range", "rangeOfCharacter", "ranges",
        "removingPercentEncoding", "replacing", "replacingCharacters", "replacingOccurrences",
        "resolvingSymlinksInPath", "resourceValues", "reversed", "rounded", "sorted", "split", "standardized", "starts",
        "startAccessingSecurityScopedResource", "stopAccessingSecurityScopedResource", "subtracting", "suffix",
        "symmetricDifference", "trimmingCharacters", "trimmingPrefix", "union", "uppercased", "user", "utf8", "value",
        "wholeMatch",
    ])

    /// Properties of URLs, texts and collections. Other types rarely have one that does more than read.
    static let properties: Set<String> = [
        "absoluteString", "absoluteURL", "activityType", "baseURL", "capitalized", "count", "customMirror",
        "debugDescription", "description", "endIndex", "first", "fragment", "hash", "hashValue", "host", "id",
        "indices", "isEmpty", "isFileURL", "isLetter", "isNumber", "isWhitespace", "key", "keys", "last",
        "lastPathComponent", "lazy", "localizedCapitalized", "localizedDescription", "localizedLowercase", "lowerBound",
        "name", "options", "parameterString", "password", "path", "pathComponents", "pathExtension",
        "percentEncodedFragment", "percentEncodedHost", "percentEncodedPath", "percentEncodedQuery",
        "percentEncodedQueryItems", "port", "query", "queryItems", "range", "rawValue", "referrerURL", "relativePath",
        "relativeString", "removingPercentEncoding", "resourceSpecifier", "scheme", "sourceApplication", "standardized",
        "standardizedFileURL", "startIndex", "string", "unicodeScalars", "upperBound", "url", "user", "userInfo",
        "utf16", "utf8", "value", "values", "webpageURL",
    ]

    /// Methods that change a value, such as an array. An array of another object may be what opens URLs.
    static let mutating: Set<String> = [
        "append", "formIntersection", "formUnion", "insert", "merge", "popFirst", "popLast", "remove", "removeAll",
        "removeFirst", "removeLast", "removeSubrange", "removeValue", "replaceSubrange", "reverse", "sort",
        "updateValue",
    ]
}
#endif
