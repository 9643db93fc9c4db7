/// Estimates the width of text, because nothing that writes a diagram knows the reader's fonts. It rather
/// overestimates.
struct TextMeasure {
    /// The font size in pixels.
    let size: Double
    let font: Font

    /// A kind of font.
    enum Font {
        case plain, bold, monospaced
    }

    /// Returns the width of `text`, which is escaped for display, in pixels.
    func width(of text: String) -> Double { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } }

    /// Returns `text` with so much of its middle replaced by an ellipsis that it fits; its ends distinguish names best.
    func fitted(_ text: String, to width: Double) -> String {
        // Nothing beyond this is ever visible.
        let scalars = Array(text.unicodeScalars.prefix(Markup.textLimit))
        let widths = scalars.map(self.width)
        guard widths.reduce(0, +) > width else { return text }
        var room = width - self.width(of: "…")
        var (head, tail) = (0, 0)
        while head + tail < scalars.count {
            let takesHead = head <= tail
            let next = takesHead ? widths[head] : widths[scalars.count - 1 - tail]
            guard next <= room else { break }
            room -= next
            if takesHead { head += 1 } else { tail += 1 }
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars.prefix(head))
        result.append("…")
        result.append(contentsOf: scalars.suffix(tail))
        return String(result)
    }

    private func width(of scalar: Unicode.Scalar) -> Double {
        let columns = DisplayWidth.columns(of: scalar)
        if font == .monospaced { return size * 0.61 * Double(columns) }
        let width = size * (columns == 0 ? 0 : columns == 2 ? 1.02 : Self.share(of: scalar))
        return font == .bold ? width * 1.12 : width
    }

    /// Returns the width of a character in widths of the font size.
    private static func share(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", ".", ",", ":", ";", "'", "|", "!": 0.3
        case "f", "r", "t", " ", "(", ")", "[", "]", "/", "-", "·", "I": 0.4
        case "m", "w", "M", "W", "@", "%", "…": 0.93
        case "A"..."Z": 0.69
        default: 0.59
        }
    }
}
