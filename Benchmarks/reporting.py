"""Writes what was measured as Markdown, and draws the growth."""

import math
import resource


class Table:
    """Rows of one comparison. The first candidate is schemereg."""

    def __init__(self, title, explanation):
        self.title, self.explanation = title, explanation
        self.rows = []

    def add(self, work, results):
        """Adds a row for each candidate. `results` has by name the medians, schemereg's first."""
        ours = next(iter(results.values()))
        for position, (name, result) in enumerate(results.items()):
            ratio = "" if position == 0 else f"{result.wall / ours.wall:.2f}"
            row = ["" if position else work, name, seconds(result.wall), seconds(result.cpu), memory(result.memory), ratio]
            self.rows.append(row)
            print(" | ".join(row), flush=True)

    def markdown(self):
        heads = ["work", "program", "wall s", "CPU s", "MiB", "its time / ours"]
        return f"## {self.title}\n\n{self.explanation}\n\n" + grid(heads, self.rows)


def grid(heads, rows):
    """Returns a Markdown table whose columns after the second are numbers."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join("---" if i < 2 else "---:" for i in range(len(heads))) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def memory(value):
    """The system counts the memory of this script, too, before it starts another program."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{value:.0f}" if value > own * 1.1 else f"< {own:.0f}"


def seconds(value):
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


STYLE = """text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:#1f2328}.paper{fill:#fff}.grid{stroke:#d0d7de}
.line{fill:none;stroke-width:2}.a{stroke:#1f5fb0;fill:#1f5fb0}.b{stroke:#9a6200;fill:#9a6200}.c{stroke:#1a7f37;fill:#1a7f37}
text.a,text.b,text.c{stroke:none}.line.a,.line.b,.line.c{fill:none}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.paper{fill:#0d1117}.grid{stroke:#3d444d}.a{stroke:#79b8ff;fill:#79b8ff}
.b{stroke:#e3a33b;fill:#e3a33b}.c{stroke:#3fb950;fill:#3fb950}}"""


def plot(title, series):
    """Draws lines over the number of apps, with both axes logarithmic.

    `series` has by name the points (apps, seconds), at most three names.
    """
    width, height, left, right, top, bottom = 760, 400, 70, 200, 40, 50
    points = [point for line in series.values() for point in line]
    xs = [math.log10(x) for x, _ in points]
    ys = [math.log10(y) for _, y in points]
    low_x, high_x = min(xs), max(max(xs), min(xs) + 1)
    low_y, high_y = math.floor(min(ys)), math.ceil(max(ys))

    def place(x, y):
        across = left + (math.log10(x) - low_x) / (high_x - low_x) * (width - left - right)
        down = height - bottom - (math.log10(y) - low_y) / max(high_y - low_y, 1) * (height - top - bottom)
        return round(across, 1), round(down, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{title}</title><style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/><text x="{left}" y="24" font-weight="600">{title}</text>',
    ]
    for power in range(low_y, high_y + 1):
        _, y = place(points[0][0], 10**power)
        parts.append(f'<path class="grid" d="M{left} {y}H{width - right}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{10**power:g} s</text>')
    for power in range(math.ceil(low_x), math.floor(high_x) + 1):
        x, _ = place(10**power, 10**low_y)
        parts.append(f'<text x="{x}" y="{height - bottom + 20}" text-anchor="middle">{10**power:,} apps</text>')
    for style, (name, line) in zip("abc", series.items()):
        placed = [place(x, y) for x, y in line]
        parts.append(f'<path class="line {style}" d="M' + "L".join(f"{x} {y}" for x, y in placed) + '"/>')
        parts += [f'<circle class="{style}" cx="{x}" cy="{y}" r="4"/>' for x, y in placed]
        x, y = placed[-1]
        parts.append(f'<text class="{style}" x="{x + 10}" y="{y + 4}">{name}</text>')
    return "\n".join(parts + ["</svg>\n"])
