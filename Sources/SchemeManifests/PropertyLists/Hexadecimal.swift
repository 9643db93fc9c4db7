extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number with all its digits for messages: `0x0A`, `0xD83D`.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
