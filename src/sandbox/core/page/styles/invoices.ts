/** The list of invoices, and the open one. */
export const INVOICES_CSS = `
#create-form {
  grid-template-columns: repeat(3, minmax(0, 1fr));
}
.filter {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem 1.25rem;
  align-items: end;
}
.filter .search {
  flex: 1 1 14rem;
}
.chips {
  display: flex;
  flex-wrap: wrap;
  gap: 0.375rem;
}
.chips legend {
  margin-block-end: 0.25rem;
}
.chip {
  position: relative;
  display: block;
}
.chip input {
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  opacity: 0;
  cursor: pointer;
}
.chip span {
  display: block;
  padding: 0.6875rem 0.75rem;
  border: 1px solid var(--line-strong);
  border-radius: 0.625rem;
  background: var(--surface);
  color: var(--text);
  font-size: 0.875rem;
  line-height: 1.25rem;
}
.chip b {
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}
.chip :checked + span {
  background: var(--accent-tint);
  border-color: var(--accent-text);
  color: var(--accent-text);
}
.chip :focus-visible + span {
  outline: 2px solid var(--accent-text);
  outline-offset: 2px;
}
@media (forced-colors: active) {
  .chip :checked + span {
    border-width: 3px;
    text-decoration: underline;
  }
}

.empty {
  padding: 1.5rem;
  border-style: dashed;
  border-color: var(--line-strong);
}
.empty .facts {
  margin-block-start: 1rem;
}
.note {
  padding: 0.75rem 1rem;
  border-radius: 0.75rem;
  background: var(--warn-tint);
  color: var(--warn);
  overflow-wrap: anywhere;
}
.pages {
  justify-content: center;
}

#invoices {
  display: grid;
  gap: 0.5rem;
}
.invoice {
  padding: 0.75rem 1rem;
  scroll-margin: 1rem;
  min-inline-size: 0;
}
.invoice.open {
  border-color: var(--accent-text);
}
.invoice > .said {
  margin-block-start: 0.5rem;
}
.line {
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 6fr) 8.5rem 6rem;
  grid-template-areas: 'who what state pay' 'where price when pay';
  gap: 0.125rem 1rem;
  align-items: baseline;
}
.who {
  grid-area: who;
  overflow-wrap: anywhere;
}
.what {
  grid-area: what;
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
}
.what strong {
  font-weight: 600;
}
.state {
  grid-area: state;
  text-align: end;
}
.pay-now {
  grid-area: pay;
  align-self: center;
  text-align: end;
}
.where {
  grid-area: where;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.price {
  grid-area: price;
  font-size: 0.8125rem;
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
}
.price [data-field='money']:not([hidden])::before {
  content: '· ';
}
.when {
  grid-area: when;
  text-align: end;
  font-size: 0.8125rem;
  color: var(--text-muted);
  font-variant-numeric: tabular-nums;
}
.id {
  font-size: 0.8125rem;
  font-weight: 400;
  color: var(--text-muted);
  white-space: nowrap;
}

@media (max-width: 36rem) {
  #create-form {
    grid-template-columns: minmax(0, 1fr);
  }
  .line {
    grid-template-columns: minmax(0, 1fr) auto;
    grid-template-areas: 'who state' 'what when' 'price price' 'where where' 'pay pay';
    gap: 0.25rem 0.75rem;
  }
  .pay-now {
    text-align: start;
  }
  .open > .line .pay-now {
    display: none;
  }
}
`;
