/// The style sheets of graphs.
enum GraphStyle {
    /// The rules for graphs, which need definitions of the colors.
    static let element: StaticString = """
        .graph text{font:14px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:var(--text)}
        .graph .title{font-weight:600}
        .graph .code{font:600 14px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
        .graph .detail,.graph .caption{font-size:12px;fill:var(--muted)}
        .graph .chip-text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;text-anchor:middle;fill:var(--muted)}
        .graph .node>rect{fill:var(--card);stroke:var(--line)}
        .graph .scheme>rect{fill:var(--paper);stroke:var(--muted)}
        .graph .node>.chip{fill:var(--paper);stroke:var(--line)}
        .graph .node>.count{fill:none;stroke:none}
        .graph .scheme.error>rect{stroke:var(--error);stroke-width:2.5}
        .graph .scheme.warning>rect{stroke:var(--warning);stroke-width:2;stroke-dasharray:7 4}
        .graph .scheme.note>rect{stroke:var(--note);stroke-width:1.5;stroke-dasharray:2 3}
        .graph .scheme.accepted>rect{stroke-dasharray:2 3}
        .graph .error .mark{fill:var(--error)}.graph .warning .mark{fill:var(--warning)}
        .graph .note .mark{fill:var(--note)}.graph .accepted .mark{fill:none;stroke:var(--muted);stroke-width:1.5}
        .graph .edge{fill:none;stroke:var(--muted);stroke-width:1.25;opacity:.9}
        .graph .edge.error{stroke:var(--error);stroke-width:2.25}
        .graph .edge.warning{stroke:var(--warning);stroke-width:2;stroke-dasharray:7 4}
        .graph .edge.note{stroke:var(--note);stroke-width:1.5;stroke-dasharray:2 4}
        .graph .edge.accepted{stroke-dasharray:2 4}
        .graph.narrow text{font-size:12.5px}.graph.narrow .code{font-size:12.5px}
        .graph.narrow .detail,.graph.narrow .chip-text,.graph.narrow .caption{font-size:12px}

        """

    /// The colors of a file of its own.
    static let document: StaticString = """

        .graph{--paper:#fff;--card:#f6f7f9;--line:#d9dde3;--text:#16181d;--muted:#5b6270;--error:#c22a2a;--warning:#9a6200;--note:#1f5fb0}
        @media (prefers-color-scheme:dark){.graph{--paper:#0f1217;--card:#181b22;--line:#343a46;--text:#eceef2;--muted:#9aa3b2;--error:#ff7b72;--warning:#e3a33b;--note:#79b8ff}}
        .graph .background{fill:var(--paper)}

        """
}
