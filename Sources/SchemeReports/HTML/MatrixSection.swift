import SchemeModel

/// For each product with variants, which configuration declares which scheme.
struct MatrixSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("variants")
    let title = "Variants: configuration × scheme"
    let shortTitle = "Variants"

    var isShown: Bool { !parts.inventory.products.isEmpty }

    /// The number of products, and of rows of one product, that are shown.
    private static let limits = (products: 200, rows: 100)

    func write(to html: Markup) throws {
        let products = parts.inventory.products
        for (number, product) in products.prefix(Self.limits.products).enumerated() {
            try write(product, Anchor.part("product", number: number + 1), to: html)
        }
        let more = products.count - Self.limits.products
        if more > 0 { try html.element("p", text: "and \(TextTerms.count(more, "more product"))") }
    }

    private func write(_ product: VariantProduct, _ anchor: Anchor, to html: Markup) throws {
        try html.element("h3", [.id(anchor)]) {
            try html.element("bdi", text: TextTerms.list(product.targets))
            let origin = [parts.sourceName(product.source), product.project?.display].compactMap { $0 }
            if !origin.isEmpty {
                try html.constant(" ")
                try html.element("bdi", [.classes("path")], text: origin.joined(separator: " · "))
            }
        }
        let rows = product.rows
        try html.element(
            "div",
            [
                .classes("scroll"), .constant("tabindex", "0"), .constant("role", "region"),
                .reference("aria-labelledby", anchor),
            ]
        ) {
            try html.element("table") {
                try writeHead(product, to: html)
                try html.element("tbody") {
                    for row in rows.prefix(Self.limits.rows) { try write(row, of: product, to: html) }
                }
            }
        }
        let more = rows.count - Self.limits.rows
        if more > 0 { try html.element("p", text: "and \(TextTerms.count(more, "more scheme"))") }
        try html.line()
    }

    private func writeHead(_ product: VariantProduct, to html: Markup) throws {
        let namesPlatforms = Set(product.variants.map(\.platforms)).count > 1
        try html.element("thead") {
            try html.element("tr") {
                try html.element("th", [.constant("scope", "col")], text: "Scheme")
                for variant in product.variants {
                    try html.element("th", [.constant("scope", "col")]) {
                        let names = variant.configurations
                        if product.targets.count > 1 || names.isEmpty {
                            try html.element("bdi", text: variant.target)
                            try html.void("br")
                        }
                        try html.element("bdi", text: names.joined(separator: ", "))
                        try html.element("span", [.classes("identifier")]) {
                            try write(identifier: variant, to: html)
                        }
                        if namesPlatforms {
                            let text = TextTerms.names(of: variant.platforms)
                            try html.element("span", [.classes("identifier")], text: text)
                        }
                    }
                }
            }
        }
        try html.line()
    }

    /// Writes the bundle identifier.
    private func write(identifier variant: VariantProduct.Variant, to html: Markup) throws {
        guard let identifier = variant.bundleIdentifier, !identifier.isEmpty else {
            return try html.text("no bundle identifier")
        }
        try html.element("bdi") { try html.breakable(identifier) }
    }

    private func write(_ row: VariantProduct.Row, of product: VariantProduct, to html: Markup) throws {
        try html.element("tr") {
            try html.element("th", [.constant("scope", "row")]) {
                if let scheme = row.follows ? nil : row.schemes.lazy.compactMap({ $0 }).first {
                    try parts.write(scheme, to: html)
                } else {
                    try html.element("code", text: row.title)
                    try html.element("span", [.classes("identifier")], text: "differs by variant")
                }
            }
            for (scheme, variant) in zip(row.schemes, product.variants) {
                guard let scheme else {
                    try html.element("td", [.classes("absent")]) {
                        try html.element("span", [.constant("aria-hidden", "true")], text: "·")
                        try html.element("span", [.classes("spoken")], text: "not declared")
                    }
                    continue
                }
                try html.element("td") {
                    try write(parts.conflicts.emphasis(of: scheme, in: variant.app), to: html)
                    if row.follows { try html.element("code", [.classes("value")], text: scheme.text.string) }
                }
            }
        }
        try html.line()
    }

    /// Writes the mark of a conflict, or a check mark.
    private func write(_ emphasis: Emphasis, to html: Markup) throws {
        guard emphasis == .none else { return try parts.write(emphasis, to: html) }
        try html.element(
            "svg",
            [
                .classes("mark", "declared"), .number("width", 12), .number("height", 12),
                .viewBox(width: 12, height: 12), .constant("aria-hidden", "true"),
            ]
        ) { try html.shape("path", [.path(VectorPath("M1.5 6.5 4.5 9.5 10.5 2.5"))]) }
        try html.element("span", [.classes("spoken")], text: "declared")
    }
}
