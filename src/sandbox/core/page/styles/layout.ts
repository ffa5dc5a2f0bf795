/** Where the parts of the page stand. */
export const LAYOUT_CSS = `
.top {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem 2rem;
  align-items: center;
  justify-content: space-between;
  padding: 1rem var(--gutter);
  background: var(--surface);
  border-block-end: 1px solid var(--line);
}
.clock {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.25rem;
  align-items: center;
}
.clock .said {
  flex-basis: 100%;
}
.time {
  font-size: 1.25rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
.ways {
  display: none;
  flex-basis: 100%;
  gap: 0 1.25rem;
  flex-wrap: wrap;
  font-size: 0.875rem;
}
.ways a {
  display: inline-flex;
  align-items: center;
  min-block-size: 2.25rem;
}

main {
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr) 22rem;
  gap: 1.5rem;
  align-items: start;
  padding: 1.25rem var(--gutter) 2rem;
}
.side {
  display: grid;
  gap: 1rem;
}
.invoices {
  display: grid;
  gap: 1rem;
}
.panel,
.invoice,
.empty {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 1.125rem;
  box-shadow: 0 1px 2px rgb(16 20 30 / 0.05);
}
.panel {
  padding: 0 1rem;
  scroll-margin: 1rem;
}
.panel[open] {
  padding-block-end: 1rem;
}
.panel > * + * {
  margin-block-start: 0.75rem;
}
.panel > summary + * {
  margin-block-start: 0;
}
.panel > h3 {
  margin-block-start: 1.25rem;
}
summary {
  cursor: pointer;
  border-radius: 0.5rem;
}
.panel > summary {
  padding-block: 0.75rem;
}
.panel > summary > :is(h2, h3) {
  display: inline;
}
.count {
  margin-inline-start: 0.25rem;
  font-size: 0.8125rem;
  font-weight: 400;
  color: var(--text-muted);
}

.foot {
  position: sticky;
  inset-block-end: 0;
  padding: 0.5rem var(--gutter);
  background: var(--surface);
  border-block-start: 1px solid var(--line);
  font-size: 0.8125rem;
  color: var(--text-muted);
}
.foot p {
  min-block-size: 1.375rem;
  overflow-wrap: anywhere;
}
.foot[data-tone='bad'] {
  background: var(--bad-tint);
  color: var(--bad);
}

@media (max-width: 64rem) {
  main {
    grid-template-columns: minmax(0, 1fr);
  }
  .ways {
    display: flex;
  }
}
@media (max-width: 36rem) {
  .clock,
  .clock > .row {
    inline-size: 100%;
  }
  .clock button {
    flex: 1;
    padding-inline: 0.25rem;
    white-space: nowrap;
  }
}
`;
