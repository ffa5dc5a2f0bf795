/** What stands beside the invoices. */
export const SIDE_CSS = `
.faults {
  display: grid;
  gap: 0.5rem;
}
.faults:empty {
  display: none;
}
.faults li {
  padding: 0.5rem 0.75rem;
  border-radius: 0.625rem;
  background: var(--warn-tint);
  color: var(--warn);
  font-size: 0.875rem;
  overflow-wrap: anywhere;
}
.log {
  max-block-size: 22rem;
  overflow: auto;
  margin-block-start: 0.25rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  font-size: 0.8125rem;
}
.log:empty {
  display: none;
}
.log li + li {
  border-block-start: 1px solid var(--line);
}
.log summary {
  display: flex;
  flex-wrap: wrap;
  gap: 0.125rem 0.5rem;
  padding: 0.375rem 0.75rem;
  align-items: baseline;
  font-variant-numeric: tabular-nums;
}
.log summary .address {
  flex-basis: 100%;
  color: var(--text);
}
.log summary::before {
  content: '▸';
  color: var(--text-muted);
}
.log [open] > summary::before {
  content: '▾';
}
.log pre {
  padding: 0.5rem 0.75rem;
  background: var(--surface-sunken);
  white-space: pre-wrap;
}
.attempts {
  padding: 0 0.75rem 0.375rem;
  white-space: pre-line;
}
.cards {
  display: grid;
  gap: 0.5rem;
  margin-block-start: 0.5rem;
}
.cards > li {
  display: grid;
  gap: 0.25rem;
  padding: 0.75rem;
  background: var(--surface-sunken);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
}
.head {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  justify-content: space-between;
  overflow-wrap: anywhere;
}
.top-up {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.5rem;
}
.top-up .said {
  grid-column: 1 / -1;
}
`;
