/// The style sheet of pages.
enum PageStyle {
    static let text: StaticString = """

        :root{color-scheme:light dark;--paper:#fff;--card:#f6f7f9;--line:#d9dde3;--text:#16181d;--muted:#5b6270;--link:#1a55a5;--error:#c22a2a;--warning:#9a6200;--note:#1f5fb0;--fine:#1f7a45;--error-back:#fbe3e1;--warning-back:#fbeccb;--note-back:#dfeaf9;--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
        @media (prefers-color-scheme:dark){:root{--paper:#0f1217;--card:#181b22;--line:#343a46;--text:#eceef2;--muted:#9aa3b2;--link:#8bb9ff;--error:#ff7b72;--warning:#e3a33b;--note:#79b8ff;--fine:#6bbf8a;--error-back:#4a2226;--warning-back:#453314;--note-back:#1f3552}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0 auto;max-width:1020px;padding:32px 20px 64px;background:var(--paper);color:var(--text);font:1rem/1.5 var(--sans);overflow-wrap:anywhere}
        h1{font-size:1.625rem;line-height:1.25;margin:0 0 6px}
        h2{font-size:1.25rem;line-height:1.3;margin:48px 0 14px}
        h3{font-size:1rem;line-height:1.4;margin:0}
        p{margin:0}
        ul{list-style:none;margin:0;padding:0}
        a{color:var(--link);text-underline-offset:.35em;text-decoration-thickness:1px}
        a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--note);outline-offset:2px;border-radius:4px}
        code,pre,.path{font-family:var(--mono);font-size:.875em}
        bdi,code{unicode-bidi:isolate}
        .muted,.facts,.path,.identifier,.which{color:var(--muted)}
        .path,.which{font-size:.8125em}
        .whole{white-space:nowrap}
        .spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .skip{position:absolute;left:20px;top:-60px;padding:8px 14px;background:var(--paper);border:1px solid var(--line);border-radius:6px}
        .skip:focus{top:8px}
        .mark{vertical-align:-1px;margin-right:7px;flex:none}
        svg.mark.error{fill:var(--error)}svg.mark.warning{fill:var(--warning)}svg.mark.note{fill:var(--note)}
        svg.mark.accepted{fill:none;stroke:var(--muted);stroke-width:1.5}
        svg.mark.declared{fill:none;stroke:var(--fine);stroke-width:2;margin:0}
        nav ul{display:flex;flex-wrap:wrap;gap:2px 18px;margin-top:12px}
        nav a{display:inline-block;padding:3px 0}
        .cards{display:grid;gap:14px;grid-template-columns:repeat(auto-fit,minmax(min(100%,280px),1fr))}
        .card{border:1px solid var(--line);border-left:5px solid var(--fine);border-radius:10px;background:var(--card);padding:14px 16px;font-size:.9375rem}
        .card h3{font-size:1.1875rem;margin-bottom:6px;display:flex;align-items:baseline}
        .card.error{border-left-color:var(--error)}.card.error h3{color:var(--error)}
        .card.warning{border-left-color:var(--warning);border-left-style:dashed}.card.warning h3{color:var(--warning)}
        .card.note{border-left-color:var(--note);border-left-style:dotted}.card.note h3{color:var(--note)}
        .card.unknown{border-left:5px double var(--muted)}
        .card p{color:var(--muted)}
        .card li+li{margin-top:8px}
        .cards+p{margin-top:14px}
        .card ul+p{margin-top:8px}
        .card li{display:flex;align-items:baseline;color:var(--muted)}.card a,.card bdi{color:var(--text)}.card .which{color:var(--muted)}
        .problems li{border-left:5px double var(--error);background:var(--card);padding:8px 14px;margin-bottom:8px}
        .legend{display:flex;flex-wrap:wrap;gap:4px 18px;color:var(--muted);font-size:.875rem;margin-bottom:16px}
        .legend .line{vertical-align:-1px;margin-right:7px}
        .graph.wide,.graph.narrow{margin-bottom:12px}
        .graph>svg,.graph>details>svg{display:block;max-width:100%;height:auto;overflow:visible;break-inside:avoid}
        .graph>details>summary,.notes>summary{padding:6px 0}
        .notes[open]>summary{margin-bottom:8px}
        .graph.narrow{display:none}
        .graph a:hover rect:not(.chip){stroke:var(--link)}
        .graph a:focus-visible{outline:none}
        .graph a:focus-visible .node>rect:first-of-type{stroke:var(--note);stroke-width:4}
        .toolbar{display:flex;flex-wrap:wrap;gap:10px 14px;align-items:end;margin-bottom:16px;font-size:.875rem}
        .toolbar[hidden]{display:none}
        .toolbar label{display:flex;flex-direction:column;gap:2px;min-width:0}
        .toolbar label span{color:var(--muted);font-size:.8125rem}
        .toolbar input,.toolbar select,.toolbar button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--muted);border-radius:7px;padding:6px 11px;min-height:38px}
        .toolbar select{max-width:180px}
        .toolbar label:has(input){flex:1 1 180px;max-width:480px}
        .toolbar .buttons{display:flex;flex-wrap:wrap;gap:6px}
        .toolbar button{cursor:pointer}
        .toolbar button[aria-pressed=true]{background:var(--text);color:var(--paper);border-color:var(--text)}
        .toolbar button[aria-pressed=true] .mark{fill:var(--paper)}
        .toolbar output{color:var(--muted);padding:8px 0}
        .toolbar ::placeholder{color:var(--muted);opacity:1}
        .toolbar output:empty{margin-left:-14px}
        .reset[hidden]{display:none}
        .finding{border:1px solid var(--line);border-radius:10px;margin-bottom:14px;overflow:hidden;scroll-margin-top:12px}
        .finding[hidden],.entries>[hidden],.notes[hidden]{display:none}
        .heading{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;background:var(--card);padding:11px 16px;border-bottom:1px solid var(--line)}
        .heading h3{flex:1 1 320px;font-weight:600}
        .badge{display:inline-flex;align-items:center;font-size:.8125rem;font-weight:600;color:var(--muted)}
        .badge.error{color:var(--error)}.badge.warning{color:var(--warning)}.badge.note{color:var(--note)}
        .rule{font-size:.875rem;color:var(--muted);padding:3px 0}
        .places{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr));gap:1px;background:var(--paper);overflow:hidden}
        figure{margin:0;padding:10px 16px;min-width:0;box-shadow:0 0 0 1px var(--line)}
        figcaption{display:flex;flex-wrap:wrap;gap:0 10px;align-items:baseline}
        figcaption a,.links li a{min-width:24px;min-height:24px}
        pre{margin:6px 0 0;font-size:.8125rem;line-height:1.55;overflow-x:auto;white-space:pre-wrap}
        pre .line{display:block;padding-left:4.5ch;text-indent:-4.5ch}
        .number{display:inline-block;text-indent:0;min-width:3ch;margin-right:1.5ch;text-align:right;color:var(--muted);user-select:none}
        .finding.error{--mark-back:var(--error-back)}.finding.warning{--mark-back:var(--warning-back)}.finding.note{--mark-back:var(--note-back)}
        pre mark{background:var(--mark-back,transparent);color:inherit;border-radius:3px;text-decoration:underline 2px var(--error);text-underline-offset:3px}
        .warning pre mark{text-decoration-color:var(--warning)}.note pre mark{text-decoration-color:var(--note);text-decoration-style:dotted}
        .fix,.place,.finding>details{padding:9px 16px;font-size:.9375rem}
        .fix{border-top:1px solid var(--line)}
        .place+.fix{border-top:0;padding-top:0}
        details>summary{cursor:pointer;min-height:24px}
        details>ul{padding:6px 0 0 18px}
        section>details{margin-bottom:10px}
        section>details>h3{margin:12px 0 4px}
        section>details>summary{padding:3px 0}
        summary>h3{display:inline}
        summary+.heads{margin-top:10px}
        section>details p+p{margin-top:6px}
        section>h3{margin:26px 0 8px}
        .scroll{position:relative;overflow-x:auto;border:1px solid var(--line);border-radius:10px}
        table{border-collapse:separate;border-spacing:0;width:100%;font-size:.875rem;overflow-wrap:break-word}
        th,td{max-width:340px}
        th,td{padding:8px 10px;text-align:center;border-top:1px solid var(--line);vertical-align:top}
        thead th{border-top:0;background:var(--card)}
        th:first-child{position:sticky;left:0;z-index:1;text-align:left;min-width:min(150px,30vw);max-width:min(340px,45vw);background:var(--paper);border-right:1px solid var(--line)}
        thead th:first-child{background:var(--card)}
        tbody th{font-weight:400}
        .identifier,.value{display:block;font-size:.75rem;font-weight:400}
        td .mark{margin:4px 0 0}
        .absent{color:var(--muted)}
        .links li{display:grid;grid-template-columns:minmax(0,1fr) 18px minmax(0,1fr) 18px minmax(0,1fr);gap:10px;align-items:center;margin-bottom:8px;font-size:.875rem}
        .links li>div{border:1px solid var(--line);border-radius:8px;background:var(--card);padding:8px 12px;align-self:stretch;display:flex;flex-direction:column;gap:2px}
        .links li>.error{border:2px solid var(--error)}.links li>.warning{border:2px dashed var(--warning)}.links li>.note{border:1px dotted var(--note)}
        .heads{display:grid;grid-template-columns:minmax(0,1fr) 18px minmax(0,1fr) 18px minmax(0,1fr);gap:0 10px;color:var(--muted);font-size:.8125rem;margin-bottom:4px}
        .heads span{padding:0 13px}.heads span:nth-child(2){grid-column:3}.heads span:nth-child(3){grid-column:5}
        .arrow{position:relative;color:var(--muted);text-align:center}
        .entries{border-top:1px solid var(--line)}
        .entries>li{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,5fr);gap:4px 20px;padding:9px 0;border-bottom:1px solid var(--line);font-size:.9375rem;scroll-margin-top:12px;content-visibility:auto;contain-intrinsic-size:auto 50px}
        .entries h3{font-size:.9375rem;font-weight:600}
        .chips code{display:inline-block;border:1px solid var(--line);border-radius:10px;padding:0 8px;margin:2px 0}
        :target{outline:3px solid var(--note);outline-offset:3px;border-radius:8px}
        section:target,main:target{outline:none}
        footer{margin-top:56px;padding-top:16px;border-top:1px solid var(--line);color:var(--muted);font-size:.875rem}
        @media screen and (max-width:1000px){
        .graph.wide{display:none}
        .graph.narrow{display:block;max-width:560px;margin:0 auto 12px}.graph.narrow>svg,.graph.narrow>details>svg{width:100%}
        }
        @media screen and (max-width:720px){
        body{padding-top:20px}
        h2{margin-top:36px}
        .entries>li{grid-template-columns:minmax(0,1fr)}
        .links li{grid-template-columns:minmax(0,1fr);gap:2px;margin-bottom:18px}
        .heads{display:none}
        .arrow{transform:rotate(90deg)}
        .toolbar label,.toolbar select,.toolbar input{width:100%;max-width:none}
        }
        @media print{
        :root{color-scheme:light;--paper:#fff;--card:#fff;--line:#999;--text:#000;--muted:#333;--link:#000;--error:#a01010;--warning:#6b4400;--note:#123f80;--fine:#145a32;--error-back:#fff;--warning-back:#fff;--note-back:#fff}
        html{font-size:11pt}
        body{max-width:none;padding:0 1px}
        nav,.skip,.toolbar{display:none}
        .finding,.card,.entries>li,.links li,tr{break-inside:avoid}
        .entries>li{content-visibility:visible}
        h2,h3,.heading,.heads{break-after:avoid}
        .scroll{overflow:visible;border-radius:0}
        details::details-content{content-visibility:visible;height:auto}
        }
        @media (forced-colors:active){
        :root{--paper:Canvas;--card:Canvas;--line:CanvasText;--text:CanvasText;--muted:CanvasText;--link:LinkText;--note:CanvasText;--warning:CanvasText;--error:CanvasText;--fine:CanvasText}
        svg.mark,.graph .mark{forced-color-adjust:none}
        .toolbar button[aria-pressed=true]{forced-color-adjust:none;background:CanvasText;color:Canvas;border-color:CanvasText}
        .toolbar button[aria-pressed=true] .mark{fill:Canvas}
        pre mark{color:MarkText}
        .graph a:focus-visible .node>rect:first-of-type{stroke:Highlight}
        }

        """
}
