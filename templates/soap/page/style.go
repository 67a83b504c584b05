package page

// styleText is the style sheet of all pages.
const styleText = `
html { color-scheme: light dark; --bg: #f3f1ec; --panel: #ffffff; --ink: #17212e; --soft: #566171; --line: #d8d5cd; --accent: #0b4f8a; --mark: #b35c00; --on: #ffffff; --code: #f3f4f6; --bad: #a3231f; --good: #17663a; --tag: #17578f; --attr: #7a4a00; --value: #17663a; }
@media (prefers-color-scheme: dark) { html { --bg: #0d131a; --panel: #151d27; --ink: #e9eef4; --soft: #a3b0bf; --line: #2a3542; --accent: #8cc4ff; --mark: #ffc43d; --on: #0d131a; --code: #1c222c; --bad: #ff9a94; --good: #7fd0a0; --tag: #86b7ee; --attr: #e3b873; --value: #8fd3a8; } }
* { box-sizing: border-box }
html { font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums; background: var(--bg); color: var(--ink); -webkit-text-size-adjust: 100% }
body { margin: 0 auto; max-width: 82rem; padding: 0 clamp(.75rem, 3vw, 2rem) 2rem; overflow-wrap: break-word }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: .06em }
a:hover { text-decoration-thickness: .12em }
*:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 3px }
main:focus { outline: none }
code, pre, textarea, .xml { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .875rem }
#skip { position: absolute; left: -999rem; background: var(--panel); padding: .5rem 1rem }
#skip:focus { left: 1rem; top: 1rem; z-index: 1 }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0 }
[hidden] { display: none !important }
#site { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem; padding: .9rem 0; min-height: 4.6rem; border-bottom: 1px solid var(--line) }
#site a { color: var(--ink); text-decoration: none; padding: .35rem .6rem; border-radius: 6px }
#site a:hover { background: var(--panel) }
#site [aria-current] { font-weight: 650; box-shadow: inset 0 -3px var(--mark); border-radius: 0 }
#site .home { display: flex; align-items: center; gap: .5rem; padding: 0; margin-right: 1.25rem; font-weight: 700; font-size: 1.1rem }
.home svg { width: 1.9rem; height: 1.9rem }
@media (max-width: 44rem) { #site .home { flex-basis: 100%; margin: 0 } #site { margin-left: -.6rem } .home svg { margin-left: .6rem } }
.top { padding: 1.2rem 0 1rem }
h1 { font-size: clamp(1.7rem, 1.2rem + 2.4vw, 3rem); line-height: 1.15; letter-spacing: -.01em; margin: 0 0 .4rem; font-weight: 650; overflow-wrap: anywhere }
h2 { font-size: 1.3rem; line-height: 1.15; letter-spacing: -.01em; margin: 0; font-weight: 650 }
h3 { margin: 0; font-size: 1rem }
p { margin: .35rem 0; max-width: 70ch }
.doc { white-space: pre-line; color: var(--soft) }
.crumb { color: var(--soft); font-size: .9rem; margin: 0 0 .6rem }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 1rem 0 0; font-size: .9rem }
.facts div { display: flex; flex-wrap: wrap; gap: 0 .5rem }
.facts dt, dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
label, legend { font-weight: 600; font-size: .95rem }
input, select, textarea, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--soft); border-radius: 8px; padding: .5rem .7rem; max-width: 100% }
input[type=radio] { accent-color: var(--accent); margin: 0 .3rem 0 0 }
input[type=search], input[type=text], input[type=number], input[type=date], select, textarea { width: 100%; min-height: 2.75rem }
textarea { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .875rem; line-height: 1.45; white-space: pre; overflow: auto; resize: vertical }
*::placeholder { color: var(--soft); opacity: 1 }
button { cursor: pointer; min-height: 2.75rem }
button:hover { border-color: var(--accent); color: var(--accent) }
#call-button { background: var(--accent); border-color: var(--accent); color: var(--on); padding-inline: 1.4rem; font-weight: 650 }
#call-button:hover { filter: brightness(1.08) }
#call-button[aria-disabled=true] { opacity: .75; cursor: progress }
.row { display: flex; gap: .6rem; margin: .4rem 0 0; max-width: none }
.row input { flex: 1; min-width: 0 }
#search { margin: .5rem 0 2rem }
#search .row { flex-wrap: wrap }
#search .row input { flex: 1 1 15rem }
.bar { display: flex; flex-wrap: wrap; align-items: baseline; gap: .4rem 1rem; margin-bottom: .6rem }
.bar p { margin: 0; color: var(--soft); font-size: .9rem }
#operations, #operations ul, .tree, .tree ul, .links { list-style: none; margin: 0; padding: 0 }
#operations { border-top: 1px solid var(--line) }
#operations > li { padding: .75rem 0; border-bottom: 1px solid var(--line) }
#operations ul { margin-top: .35rem; border-left: 2px solid var(--line); padding-left: 1rem }
#operations ul li { padding: .25rem 0 }
.op { font-weight: 600; overflow-wrap: anywhere }
.params { color: var(--soft); margin-left: .5rem; overflow-wrap: anywhere }
#operations p { margin: .1rem 0 0; color: var(--soft) }
#contract { margin-top: 2.5rem }
.forms div { margin: .5rem 0 }
.forms dd { color: var(--soft); max-width: 70ch }
.forms dt { font-weight: 600 }
.links { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem }
.links a { overflow-wrap: anywhere }
.links [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none }
.reference #contract { margin-top: 0 }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem }
@media (min-width: 64rem) { .columns { grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); gap: 3rem } }
.work > *, .reference > * { margin: 0 0 1.75rem }
.reference h2 { margin-bottom: .5rem }
form#call, #answer, #request, #response { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem clamp(.9rem, 2vw, 1.4rem) }
#answer[data-state=idle] { display: none }
#answer[data-state=fault], #answer[data-state=error] { border-color: var(--bad) }
#answer[data-state=fault] #answer-summary, #answer[data-state=error] #answer-summary, #request[data-state=invalid] #request-text { color: var(--bad) }
#answer[data-state=result] #answer-summary { color: var(--good) }
.field { margin: 0 0 1rem; max-width: none }
.field label, .field legend { display: block; margin-bottom: .25rem; overflow-wrap: anywhere }
.field fieldset input, .field fieldset select { margin-bottom: .4rem }
legend { padding: 0 }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0 }
.hint, .note, .values { font-size: .9rem; color: var(--soft) }
.hint { margin: .3rem 0 0; white-space: pre-line }
.values { display: flex; flex-wrap: wrap; gap: 0 1rem }
#bindings { margin: 0 0 1rem }
.choices { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; margin-top: .25rem }
.choices label { font-weight: 400; display: inline-flex; align-items: center; min-height: 2rem }
.type, .occurs { color: var(--soft); font-size: .85rem; font-weight: 400 }
.type { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .8rem }
.occurs::before { content: "· " }
.tree > li, .tree ul > li { padding: .3rem 0; overflow-wrap: anywhere }
.tree > li { border-bottom: 1px solid var(--line) }
.tree > li:last-child { border-bottom: 0 }
.tree ul { padding-left: 1rem; border-left: 2px solid var(--line) }
.tree p { margin: .1rem 0 0; font-size: .9rem }
summary { cursor: pointer }
.picture { overflow: auto; max-height: 48rem; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: .8rem }
.picture svg { display: block; font: 12px ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; fill: var(--ink) }
.table { overflow: auto }
.table td { min-width: 9rem }
.operation { margin: 2.5rem 0 }
.operation > * { margin: 0 0 .6rem }
.picture .box { fill: var(--bg); stroke: var(--soft) }
.picture .line { stroke: var(--soft) }
.picture .name { font-weight: 700 }
.picture .type { fill: var(--tag); font: inherit }
.picture .occurs { fill: var(--soft); font: inherit }
.picture .arrow { fill: none; stroke: var(--accent) }
.picture .head { fill: var(--accent) }
pre { background: var(--code); border-radius: 6px; padding: .8rem; margin: 0; overflow: auto; max-height: 32rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4 }
details > pre { margin-top: .5rem }
#request details { margin-top: .6rem }
.buttons { display: flex; flex-wrap: wrap; gap: .4rem; margin-left: auto }
.buttons button, .tabs button, [data-add] { min-height: 2.1rem; padding: .2rem .7rem; font-size: .85rem; border-color: var(--line) }
.tabs { display: inline-flex; margin: 0 1rem .7rem 0 }
.tabs button { border-radius: 0 }
.tabs button:first-child { border-radius: 8px 0 0 8px }
.tabs button:last-child { border-radius: 0 8px 8px 0; margin-left: -1px }
.tabs [aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on) }
#answer-table { overflow: auto; max-height: 40rem; background: linear-gradient(to right, var(--panel) 40%, transparent) left / 3rem 100% local, linear-gradient(to left, var(--panel) 40%, transparent) right / 3rem 100% local, linear-gradient(to right, var(--soft), transparent) left / .6rem 100%, linear-gradient(to left, var(--soft), transparent) right / .6rem 100%; background-repeat: no-repeat }
table { border-collapse: collapse; font-size: .875rem; min-width: 100% }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line) }
td { white-space: pre-line }
.short { white-space: nowrap }
thead th { position: sticky; top: 0; background: var(--panel); color: var(--soft); font-size: .85rem; font-weight: 500; white-space: nowrap }
tbody th { font-weight: 600; white-space: nowrap }
#answer-fault div { margin: .4rem 0 }
#answer-fault dd { white-space: pre-wrap }
.xml { background: var(--code); border-radius: 6px; padding: .8rem; overflow: auto; line-height: 1.5 }
#answer-xml { max-height: 40rem }
.l { white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 1.2em; text-indent: -1.2em }
.w { white-space: normal }
.rest { content-visibility: auto; contain-intrinsic-size: auto 32rem }
.l .p, .l .c { color: var(--soft) }
.l .t { color: var(--tag) }
.l .a { color: var(--attr) }
.l .v, .l a { color: var(--value) }
` + indents + `
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 2rem; margin-top: 2rem; padding-top: .8rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem }
@media (prefers-reduced-motion: no-preference) { #answer[data-state=loading] #answer-summary { animation: pulse 1.2s ease-in-out infinite alternate } @keyframes pulse { from { opacity: 1 } to { opacity: .55 } } }
@media print { form#call, .buttons, .tabs, #skip { display: none } }
`

// indents are the indentations of lines of a document.
const indents = `.i1 { margin-left: 1.2em } .i2 { margin-left: 2.4em } .i3 { margin-left: 3.6em } .i4 { margin-left: 4.8em } .i5 { margin-left: 6em } .i6 { margin-left: 7.2em } .i7 { margin-left: 8.4em } .i8 { margin-left: 9.6em } .i9 { margin-left: 10.8em }
.i10 { margin-left: 12em } .i11 { margin-left: 13.2em } .i12 { margin-left: 14.4em }`
