/** The look of the checkout elements: the same colours, sizes and shapes. */
export const PAGE_CSS = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #15181e);
  --surface-sunken: light-dark(#f6f7f9, #1c2027);
  --surface-hover: light-dark(#eceef2, #22272f);
  --page: light-dark(#f2f3f6, #0a0b0e);
  --text: light-dark(#15181e, #f6f7f9);
  --text-muted: light-dark(#586171, #a4adbb);
  --line: light-dark(#e0e3e9, #2b313b);
  --line-strong: light-dark(#848d9c, #6b7585);
  --accent: light-dark(#2659d9, #3a69e6);
  --accent-hover: light-dark(#1c48b8, #2659d9);
  --accent-text: light-dark(#2659d9, #9ab6ff);
  --accent-tint: light-dark(#eef3ff, #1a2440);
  --ok: light-dark(#0b7247, #66cf9c);
  --ok-tint: light-dark(#e8f6ef, #142b23);
  --warn: light-dark(#7d4500, #f3bd6b);
  --warn-tint: light-dark(#fff6e3, #2e2516);
  --bad: light-dark(#b3261e, #ff9c92);
  --bad-tint: light-dark(#fdefed, #372020);
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --font-address: ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace;
  font: 400 100%/1.5 var(--font);
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  min-block-size: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--page);
  color: var(--text);
  font-size: 0.9375rem;
  line-height: 1.375rem;
}
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.25rem; line-height: 1.625rem; letter-spacing: -0.01em; }
h2 { font-size: 1rem; font-weight: 600; }
a { color: var(--accent-text); }
.muted { color: var(--text-muted); font-weight: 400; }
.label, .hint { font-size: 0.8125rem; line-height: 1.125rem; font-weight: 400; color: var(--text-muted); }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }

button, select, input {
  font: inherit;
  color: inherit;
  min-block-size: 2.75rem;
  padding: 0 0.875rem;
  background: var(--surface);
  border: 1px solid var(--line-strong);
  border-radius: 0.625rem;
}
button { font-size: 0.875rem; font-weight: 500; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: #ffffff; }
button:disabled {
  background: var(--surface-hover);
  border-color: transparent;
  color: var(--text-muted);
  cursor: default;
}
@media (hover: hover) {
  button:not(:disabled):hover { background: var(--surface-hover); }
  button.main:not(:disabled):hover { background: var(--accent-hover); }
}
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }

.top {
  display: flex;
  flex-wrap: wrap;
  gap: 1rem 2.5rem;
  align-items: end;
  justify-content: space-between;
  padding: 1.5rem clamp(0.75rem, 4vw, 2.5rem) 0.5rem;
}
.clock { display: grid; grid-template-columns: auto auto; gap: 0 1rem; align-items: center; }
.clock .label { grid-column: 1; }
.time { grid-column: 1; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.clock .row { grid-column: 2; grid-row: 1 / span 2; }

main {
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr) 20rem;
  gap: 1.5rem;
  align-items: start;
  padding: 1rem clamp(0.75rem, 4vw, 2.5rem) 2rem;
}
.side { display: grid; gap: 1rem; }
.invoices > h2 { margin-block-end: 0.75rem; }
#invoices { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
#older { margin-block-start: 1rem; }
.empty {
  padding: 2.5rem 1rem;
  text-align: center;
  color: var(--text-muted);
  border: 1px dashed var(--line-strong);
  border-radius: 1.125rem;
}
.panel, .invoice {
  display: grid;
  gap: 0.75rem;
  align-content: start;
  padding: 1rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 1.125rem;
  box-shadow: 0 1px 2px rgb(16 20 30 / 0.05), 0 8px 24px -12px rgb(16 20 30 / 0.12);
}
.invoice { grid-template-rows: auto auto 1fr auto; scroll-margin: 1rem; }
.invoice:target { border-color: var(--accent-text); }

.head { display: flex; gap: 0.5rem; align-items: start; justify-content: space-between; }
h3 { min-inline-size: 0; font-size: 0.9375rem; font-weight: 600; overflow-wrap: anywhere; }
.id { display: block; font-size: 0.8125rem; line-height: 1.125rem; font-weight: 400; color: var(--text-muted); }
.badge {
  flex: none;
  padding: 0.125rem 0.625rem;
  border-radius: 1rem;
  font-size: 0.8125rem;
  font-weight: 500;
  background: var(--surface-hover);
}
.badge[data-tone="seen"] { background: var(--accent-tint); color: var(--accent-text); }
.badge[data-tone="ok"] { background: var(--ok-tint); color: var(--ok); }
.badge[data-tone="warn"] { background: var(--warn-tint); color: var(--warn); }

.slip { padding: 0.75rem 1rem; background: var(--surface-sunken); border: 1px solid var(--line); border-radius: 0.75rem; }
.amount {
  font-size: 1.375rem;
  line-height: 1.75rem;
  font-weight: 600;
  letter-spacing: -0.01em;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
.amount[data-length="long"] { font-size: 1.0625rem; line-height: 1.5rem; }
.amount[data-length="longest"] { font-size: 0.9375rem; line-height: 1.375rem; }
.amount .unit { font-weight: 500; white-space: nowrap; }
.network { font-weight: 500; }
.address {
  margin-block-start: 0.25rem;
  font: 0.8125rem/1.25rem var(--font-address);
  color: var(--text-muted);
  overflow-wrap: anywhere;
}
.facts { display: grid; gap: 0.25rem; align-content: start; }
.facts > div { display: flex; gap: 1rem; justify-content: space-between; }
dt { color: var(--text-muted); flex: none; }
dd { text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; min-inline-size: 0; }
.actions { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); }
.actions button { padding-inline: 0.25rem; line-height: 1.125rem; }

form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; align-items: end; }
label { display: grid; gap: 0.25rem; font-size: 0.8125rem; line-height: 1.125rem; color: var(--text-muted); }
form .wide, form .hint, form button { grid-column: 1 / -1; }
form .hint { margin-block-start: -0.5rem; }
select { padding-inline: 0.625rem; text-overflow: ellipsis; }
select, input { inline-size: 100%; min-inline-size: 0; font-size: 0.9375rem; color: var(--text); }
#faults { display: grid; gap: 0.5rem; }
#faults:empty { display: none; }
#faults li { padding: 0.5rem 0.75rem; border-radius: 0.625rem; background: var(--warn-tint); color: var(--warn); font-size: 0.875rem; }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.8125rem; }
th { text-align: start; font-weight: 400; color: var(--text-muted); }
td { padding-block: 0.25rem; border-block-start: 1px solid var(--line); overflow-wrap: anywhere; }
th:last-child, td:last-child { text-align: end; padding-inline-start: 0.75rem; font-variant-numeric: tabular-nums; }
td:first-child { font-family: var(--font-address); }
#requests-title ~ .row { justify-content: space-between; font-size: 0.875rem; }

.foot {
  position: sticky;
  inset-block-end: 0;
  padding: 0.625rem clamp(0.75rem, 4vw, 2.5rem);
  background: var(--surface);
  border-block-start: 1px solid var(--line);
  font-size: 0.8125rem;
  color: var(--text-muted);
}
.foot p { min-block-size: 1.375rem; overflow-wrap: anywhere; }
.foot[data-tone="bad"] { background: var(--bad-tint); color: var(--bad); }

@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 28rem) {
  .clock { grid-template-columns: 1fr; inline-size: 100%; }
  .clock .row { grid-column: 1; grid-row: auto; margin-block-start: 0.5rem; }
  .clock button { flex: 1; padding-inline: 0.25rem; }
  .actions { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
`;
