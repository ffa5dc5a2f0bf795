/** The open invoice: all of it, and what can be done to it. */
export const DETAIL_CSS = `
.detail {
  display: grid;
  gap: 1.25rem;
  margin-block-start: 0.75rem;
  padding-block-start: 1rem;
  border-block-start: 1px solid var(--line);
}
.detail section {
  display: grid;
  gap: 0.5rem;
  min-inline-size: 0;
}
.open > .line .pay-now {
  visibility: hidden;
}
.sums {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0.75rem;
}
.sum {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.5rem;
  align-items: end;
}
.facts {
  display: grid;
  gap: 0.25rem 2rem;
  font-size: 0.875rem;
}
.wide-facts {
  grid-template-columns: repeat(2, minmax(0, 1fr));
}
.facts > div {
  display: flex;
  gap: 1rem;
  justify-content: space-between;
  border-block-end: 1px solid var(--line);
  padding-block-end: 0.125rem;
}
.empty .facts > div {
  justify-content: start;
  border: 0;
}
.empty dt {
  inline-size: 5rem;
}
dt {
  color: var(--text-muted);
  flex: none;
}
dd {
  overflow-wrap: anywhere;
  min-inline-size: 0;
  font-variant-numeric: tabular-nums;
}
.wide-facts dd {
  text-align: end;
}
.history {
  display: grid;
  gap: 0.5rem;
  padding-inline-start: 0.75rem;
  border-inline-start: 2px solid var(--line-strong);
}
.history li {
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.75rem;
  align-items: baseline;
  font-size: 0.875rem;
}
.history .address {
  flex-basis: 100%;
}
.at {
  font-variant-numeric: tabular-nums;
}
@media (max-width: 36rem) {
  .sums,
  .wide-facts {
    grid-template-columns: minmax(0, 1fr);
  }
}
`;
