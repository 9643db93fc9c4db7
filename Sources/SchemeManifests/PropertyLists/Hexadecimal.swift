extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number as messages write it, with all its digits: `0x0A`, `0xD83D`.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
