/// A time in UTC, independent of the machine's time zone.
package struct UTCTime: Hashable, Sendable {
    /// The date: `2026-11-21`.
    package let date: String
    /// Date and time: `2026-11-21T03:34:00Z`.
    package let dateTime: String
    /// Date and time for people, to the minute: `2026-11-21 03:34 UTC`.
    let shortText: String

    /// Creates the time `seconds` after the start of 1970.
    package init(_ seconds: Int) {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = remainder < 0 ? quotient - 1 : quotient
        let second = remainder < 0 ? remainder + 86_400 : remainder
        // Years start in March, so that the leap day is the last day of its year; there are 719,468 days between
        // 0000-03-01 and 1970-01-01, and 146,097 days in 400 years.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func digits(_ number: Int, _ width: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        date = "\(digits(year, 4))-\(digits(month))-\(digits(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))"
        shortText = "\(date) \(digits(second / 3600)):\(digits(second / 60 % 60)) UTC"
        dateTime = "\(date)T\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))Z"
    }
}
