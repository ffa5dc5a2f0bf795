/** The payment page, on the look of the page for people. */
export const PAYMENT_CSS = `
header {
  padding: 1rem var(--gutter);
  background: var(--surface);
  border-block-end: 1px solid var(--line);
}
header > p {
  max-inline-size: 30rem;
  margin-inline: auto;
}
.id {
  white-space: nowrap;
}
.shop {
  font-size: 1.125rem;
  font-weight: 600;
}
.shop,
.card {
  overflow-wrap: anywhere;
}
main {
  padding: 1.25rem var(--gutter) 2rem;
}
.card,
.card form {
  display: grid;
  gap: 0.75rem;
}
.card {
  max-inline-size: 30rem;
  margin-inline: auto;
  padding: 1.25rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 1.125rem;
}
.card h2 {
  margin-block-start: 0.75rem;
}
dl {
  display: grid;
  gap: 0.5rem;
  padding: 0.75rem 1rem;
  background: var(--surface-sunken);
  border-radius: 0.75rem;
}
dt {
  color: var(--text-muted);
  font-size: 0.8125rem;
}
dd {
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  user-select: all;
}
dd.address {
  color: var(--text);
}
button,
.button {
  min-block-size: 2.75rem;
  block-size: auto;
  padding-block: 0.5rem;
}
.button {
  display: grid;
  place-items: center;
  padding-inline: 0.875rem;
  border-radius: 0.625rem;
  background: var(--accent);
  color: #ffffff;
  font-size: 0.875rem;
  font-weight: 500;
  text-decoration: none;
}
@media (hover: hover) {
  .button:hover {
    background: var(--accent-hover);
  }
}
@media (forced-colors: active) {
  .button {
    border: 2px solid;
  }
}
[aria-invalid] {
  border-color: var(--bad);
}
.foot {
  padding-block-start: 0.75rem;
  border-block-start: 1px solid var(--line);
  font-size: 0.875rem;
}
.foot a {
  display: inline-block;
  padding-block: 0.25rem;
}
`;
