/** The look of the checkout elements: the same colours, sizes and shapes. */
export const BASE_CSS = `
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
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --font-address: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace;
  --gutter: clamp(0.75rem, 3vw, 2rem);
  font: 400 100%/1.5 var(--font);
}
*,
*::before,
*::after {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
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
h1,
h2,
h3,
h4,
p,
ul,
ol,
dl,
dd,
pre,
fieldset {
  margin: 0;
  padding: 0;
}
fieldset {
  border: 0;
  min-inline-size: 0;
}
ul,
ol {
  list-style: none;
}
h1 {
  font-size: 1.25rem;
  line-height: 1.625rem;
  letter-spacing: -0.01em;
}
h2 {
  font-size: 1rem;
  font-weight: 600;
}
h3,
h4 {
  font-size: 0.9375rem;
  font-weight: 600;
}
a {
  color: var(--accent-text);
}
code,
pre,
.address {
  font-family: var(--font-address);
  font-size: 0.8125rem;
  line-height: 1.25rem;
  overflow-wrap: anywhere;
}
.address {
  color: var(--text-muted);
}
.muted {
  color: var(--text-muted);
  font-weight: 400;
}
.label,
.hint,
label,
legend {
  font-size: 0.8125rem;
  line-height: 1.125rem;
  font-weight: 400;
  color: var(--text-muted);
}
.row {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
}
`;
