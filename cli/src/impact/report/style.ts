/** All styles of the page, which loads nothing from elsewhere. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --card: #f5f7f9; --ink: #16212c; --soft: #566472; --line: #dde3e9;
  --rise: #b4530a; --fall: #1c6f86; --same: #8794a1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12181f; --card: #1b242d; --ink: #e8edf2; --soft: #a3b0bd; --line: #303c48;
    --rise: #f0a35e; --fall: #5cb9d3; --same: #7d8b98;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; overflow-wrap: anywhere; margin: 0 0 .35rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
p { margin: 0 0 .75rem; max-width: 46rem; }
.soft { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(3, 1fr); gap: .75rem; margin: 1.5rem 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; }
.tile span { display: block; }
.tile .name, .tile .word { color: var(--soft); font-size: .85rem; }
.tile .figure { font-size: 1.35rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .38rem 1.4rem .38rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 500; white-space: nowrap; }
.number { text-align: right; white-space: nowrap; } .whole { white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
svg { width: 100%; min-width: 40rem; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 13px; }
svg .soft { fill: var(--soft); }
svg .rise { fill: var(--rise); } svg .fall { fill: var(--fall); } svg .same { fill: var(--same); }
svg .reach { stroke: var(--soft); stroke-width: 1.5; }
svg .line { stroke: var(--line); stroke-width: 1; } svg .ink { stroke: var(--ink); stroke-width: 2; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) { .tiles { grid-template-columns: 1fr; } h1 { font-size: 1.5rem; } }
@media print {
  main { padding: 0; max-width: none; } h2 { break-after: avoid; }
  .tile, tr, svg { break-inside: avoid; } .scroll { overflow: visible; } svg { min-width: 0; }
}
`
