import SchemeModel
import Testing

@Suite struct GroupedDigitsTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (9999, "9999"), (10_000, "10,000"), (123_456, "123,456"), (1_234_567, "1,234,567"),
        (-9999, "-9999"), (-10_000, "-10,000"), (.max, "9,223,372,036,854,775,807"),
        (.min, "-9,223,372,036,854,775,808"),
    ])
    func groupsFromFiveDigitsOn(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
