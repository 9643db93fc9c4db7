# Draws the text of a terminal, with the escape sequences for colors that schemereg uses, as an SVG picture in light and dark.

function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

# Returns the style of a sequence such as "1;31".
function style_of(sequence) {
    if (sequence == "0") return ""
    if (sequence == "1") return "bold"
    if (sequence == "2") return "dim"
    if (sequence ~ /31$/) return "red"
    if (sequence ~ /32$/) return "green"
    if (sequence ~ /33$/) return "yellow"
    if (sequence ~ /36$/) return "cyan"
    print "unknown sequence " sequence >"/dev/stderr"
    exit 1
}

function part(text, style) {
    if (text == "") return ""
    return style == "" ? escaped(text) : "<tspan class=\"" style "\">" escaped(text) "</tspan>"
}

{
    rest = $0
    line = current = ""
    width = 0
    while ((start = index(rest, "\033[")) > 0) {
        line = line part(substr(rest, 1, start - 1), current)
        width += start - 1
        rest = substr(rest, start + 2)
        end = index(rest, "m")
        current = style_of(substr(rest, 1, end - 1))
        rest = substr(rest, end + 1)
    }
    lines[NR] = line part(rest, current)
    width += length(rest)
    if (width > widest) widest = width
}

END {
    count = NR
    while (lines[count] == "") count--
    # An advance of 0.6 em, as in most monospaced fonts.
    columns = int(widest * 8.4 + 0.99) + 40
    height = count * 20 + 66
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", \
        columns, height, columns, height
    print "<title>schemereg in a terminal</title>"
    print "<style>"
    print ".paper{fill:#fff;stroke:#d0d7de}.button{fill:#d0d7de}text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas," \
        "\"DejaVu Sans Mono\",monospace;fill:#1f2328;white-space:pre}"
    print ".bold,.red,.yellow,.cyan{font-weight:600}.dim{fill:#59636e}.red{fill:#c22a2a}.green{fill:#1a7f37}" \
        ".yellow{fill:#9a6200}.cyan{fill:#1f5fb0}"
    print "@media (prefers-color-scheme:dark){.paper{fill:#0d1117;stroke:#3d444d}.button{fill:#3d444d}text{fill:#f0f6fc}" \
        ".dim{fill:#9198a1}.red{fill:#ff7b72}.green{fill:#3fb950}.yellow{fill:#e3a33b}.cyan{fill:#79b8ff}}"
    print "</style>"
    printf "<rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", columns - 1, height - 1
    for (button = 0; button < 3; button++)
        printf "<circle class=\"button\" cx=\"%d\" cy=\"20\" r=\"6\"/>\n", 22 + button * 20
    for (line = 1; line <= count; line++)
        if (lines[line] != "")
            printf "<text x=\"20\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", line * 20 + 36, lines[line]
    print "</svg>"
}
