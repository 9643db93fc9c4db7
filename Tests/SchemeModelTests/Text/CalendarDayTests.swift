import SchemeModel
import Testing

@Suite struct CalendarDayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 951_782_400), ("2026-11-21", 1_795_219_200), ("9999-12-31", 253_402_214_400),
        ("2100-03-01", 4_107_542_400),
    ])
    func endsWithItsLastSecond(text: String, start: Int) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.text == text)
        #expect(!day.isOver(at: start))
        #expect(!day.isOver(at: start + 86_399))
        #expect(day.isOver(at: start + 86_400))
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-00-01", "2026-02-29", "2100-02-29", "2026-04-31", "2026-01-00", "26-01-01",
        "2026-1-01", "2026-01-01T00:00:00Z", "-026-01-01", "2026/01/01", "０２２６-01-01", "0000-01-01",
    ])
    func isADayThatThereIs(text: String) {
        #expect(CalendarDay(text) == nil)
    }
}
