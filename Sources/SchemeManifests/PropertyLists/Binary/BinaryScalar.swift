import SchemeModel

extension BinaryObject {
    /// Returns the value of an object other than a string, an array or a dictionary, or `nil` for those.
    ///
    /// The object must be from the same `bytes`. Values outside the model's types are `.other`, not an error, because
    /// Foundation reads the file.
    func scalar(in bytes: [UInt8]) throws(BinaryPropertyError) -> PropertyValue? {
        switch kind {
        case .ascii, .utf16, .array, .dictionary: return nil
        case .null: return .other("null")
        case .boolean(let value): return .boolean(value)
        case .integer: return Self.integer(bytes[payload])
        case .real: return Self.real(bytes[payload])
        case .date: return Self.date(secondsSince2001: Double(bitPattern: Self.bits(bytes[payload])))
        case .data: return .data(count: payload.count)
        case .set: return .other("a set")
        case .uid:
            guard let value = BinaryNumber.unsigned(bytes, at: payload.lowerBound, size: payload.count),
                value <= UInt64(UInt32.max)
            else {
                throw BinaryPropertyError(
                    "the UID at byte \(offset) needs more than 32 bits",
                    at: offset,
                    length: self.bytes.count
                )
            }
            return .other("a UID")
        }
    }

    /// Numbers of up to 4 bytes are unsigned; those of 8 and 16 bytes are signed.
    private static func integer(_ payload: ArraySlice<UInt8>) -> PropertyValue {
        guard payload.count > 8 else { return .integer(Int64(bitPattern: bits(payload))) }
        let high = Int64(bitPattern: bits(payload.prefix(payload.count - 8)))
        let low = bits(payload.suffix(8))
        let value = Int64(bitPattern: low)
        if high == (value < 0 ? -1 : 0) { return .integer(value) }
        return .real(Double(high) * 0x1p64 + Double(low))
    }

    private static func real(_ payload: ArraySlice<UInt8>) -> PropertyValue {
        let value =
            payload.count == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(payload))))
            : Double(bitPattern: bits(payload))
        // JSON has no such numbers, and NaN would always compare as changed.
        return value.isFinite ? .real(value) : .other("a number that is not finite")
    }

    /// Returns the last 64 bits of a big-endian number.
    private static func bits(_ payload: ArraySlice<UInt8>) -> UInt64 {
        payload.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the time in ISO 8601 with whole seconds; `.other` before the year 1 and after the year 9999.
    private static func date(secondsSince2001 seconds: Double) -> PropertyValue {
        let secondsPerDay = 86_400.0
        let (first, last) = (-730_485.0, 2_921_573.0)
        guard seconds >= first * secondsPerDay, seconds < (last + 1) * secondsPerDay else {
            return .other("a date beyond the calendar")
        }
        let whole = Int(seconds.rounded(.down))
        let (days, second) = floorDivision(whole, 86_400)
        let (year, month, day) = civil(daysSince2001: days)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        return .date("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)Z")
    }

    /// Returns the day in the proleptic Gregorian calendar.
    ///
    /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    private static func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
        // Counted from 0000-03-01, so that the leap day is the last day of a year.
        let (era, dayOfEra) = floorDivision(days + 730_791, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func floorDivision(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
