/// The elements of XML property lists.
///
/// - Source: Apple, PropertyList-1.0.dtd.
enum XMLTag: String {
    case plist, array, dict, key, string, integer, real, `true`, `false`, date, data

    /// Creates the element with this name, or `nil` if property lists have no such element.
    init?(_ name: Slice<UnsafeBufferPointer<UInt8>>) {
        // A leading zero byte would be lost in the number.
        guard name.count <= 7, name.first != 0 else { return nil }
        // Compares one number instead of single bytes, because this runs for every tag.
        switch name.reduce(0 as UInt64, { $0 << 8 | UInt64($1) }) {
        case 0x706C_6973_74: self = .plist
        case 0x61_7272_6179: self = .array
        case 0x6469_6374: self = .dict
        case 0x6B_6579: self = .key
        case 0x7374_7269_6E67: self = .string
        case 0x69_6E74_6567_6572: self = .integer
        case 0x7265_616C: self = .real
        case 0x7472_7565: self = .true
        case 0x66_616C_7365: self = .false
        case 0x6461_7465: self = .date
        case 0x6461_7461: self = .data
        default: return nil
        }
    }
}
