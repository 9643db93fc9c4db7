/// A day of the Gregorian calendar.
package struct CalendarDay: Hashable, Sendable {
    /// The number of days since 1970-01-01.
    private let number: Int
    /// The day in ISO 8601 format: `2026-11-21`.
    package let text: String

    /// Creates the day that `text` names; `nil` if it is not of the form `2026-11-21` or no such day exists.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || $0.isDigit })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { 10 * $0 + Int($1 - 0x30) } }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year >= 1, (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        let before = year - 1
        number =
            365 * before + before / 4 - before / 100 + before / 400 + lengths.prefix(month - 1).reduce(0, +) + day
            - 719_163
        self.text = text
    }

    /// Whether the day has passed in UTC at `time`, given in seconds since 1970.
    package func isOver(at time: Int) -> Bool { time / 86_400 > number }
}
