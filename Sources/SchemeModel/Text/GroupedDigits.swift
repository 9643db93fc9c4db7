extension BinaryInteger {
    /// The digits for people: with a comma before each group of three from 10,000 on. Machine formats have plain digits.
    package var grouped: String {
        let digits = String(magnitude)
        guard digits.utf8.count > 4 else { return String(self) }
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}
