/** Buttons, fields, tables and badges, wherever they stand. */
export const CONTROLS_CSS = `
button,
select,
input {
  font: inherit;
  color: var(--text);
  min-block-size: 2.75rem;
  padding: 0 0.875rem;
  background: var(--surface);
  border: 1px solid var(--line-strong);
  border-radius: 0.625rem;
}
select,
input {
  inline-size: 100%;
  min-inline-size: 0;
  font-size: 0.9375rem;
  padding-inline: 0.625rem;
}
select {
  text-overflow: ellipsis;
}
input::placeholder {
  color: var(--text-muted);
  opacity: 1;
}
input[type='checkbox'],
input[type='radio'] {
  inline-size: 1.125rem;
  min-block-size: 1.125rem;
  margin: 0;
  flex: none;
  accent-color: var(--accent);
}
button {
  font-size: 0.875rem;
  line-height: 1.125rem;
  font-weight: 500;
  cursor: pointer;
}
button.small {
  min-block-size: 2.25rem;
  padding-inline: 0.75rem;
  border-radius: 0.5rem;
}
button.main {
  background: var(--accent);
  border-color: var(--accent);
  color: #ffffff;
}
button[aria-disabled='true'],
button.main[aria-disabled='true'] {
  background: var(--surface-hover);
  border-color: transparent;
  color: var(--text-muted);
  cursor: default;
}
@media (hover: hover) {
  button:not([aria-disabled='true']):hover {
    background: var(--surface-hover);
  }
  button.main:not([aria-disabled='true']):hover {
    background: var(--accent-hover);
  }
}
:focus-visible {
  outline: 2px solid var(--accent-text);
  outline-offset: 2px;
}
@media (prefers-reduced-motion: no-preference) {
  button,
  .chip span {
    transition: background-color 160ms cubic-bezier(0.2, 0, 0, 1);
  }
}
@media (forced-colors: active) {
  button.main {
    border-width: 2px;
  }
  button[aria-disabled='true'] {
    color: GrayText;
    border-color: GrayText;
  }
  .badge,
  .faults li,
  .said {
    border: 1px solid;
  }
}

label {
  display: grid;
  gap: 0.25rem;
}
.switch {
  display: flex;
  gap: 0.5rem;
  align-items: center;
  min-block-size: 2.75rem;
  color: var(--text);
}
.fields {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0.75rem;
  align-items: end;
}
.fields .wide,
.fields .hint,
.fields .said,
.fields > button {
  grid-column: 1 / -1;
}
.fields .hint {
  margin-block-start: -0.5rem;
}

table {
  inline-size: 100%;
  border-collapse: collapse;
  font-size: 0.8125rem;
  line-height: 1.125rem;
}
thead th {
  font-weight: 400;
  color: var(--text-muted);
}
th {
  text-align: start;
  font-weight: 400;
}
th,
td {
  padding-block: 0.25rem;
  overflow-wrap: anywhere;
}
tbody :is(th, td) {
  border-block-start: 1px solid var(--line);
}
tbody th {
  font-family: var(--font-address);
}
:is(th, td):not(:first-child) {
  text-align: end;
  padding-inline-start: 0.75rem;
  font-variant-numeric: tabular-nums;
}

.badge {
  display: inline-block;
  padding: 0.125rem 0.625rem;
  border-radius: 1rem;
  font: 500 0.8125rem/1.125rem var(--font);
  white-space: nowrap;
  color: var(--text);
  background: var(--surface-hover);
}
.badge[data-tone='seen'] {
  background: var(--accent-tint);
  color: var(--accent-text);
}
.badge[data-tone='ok'] {
  background: var(--ok-tint);
  color: var(--ok);
}
.badge[data-tone='warn'] {
  background: var(--warn-tint);
  color: var(--warn);
}
.badge[data-tone='bad'] {
  background: var(--bad-tint);
  color: var(--bad);
}

.said {
  padding: 0.375rem 0.75rem;
  border-radius: 0.625rem;
  background: var(--accent-tint);
  font-size: 0.875rem;
  overflow-wrap: anywhere;
}
.said[data-tone='bad'] {
  background: var(--bad-tint);
  color: var(--bad);
}
`;
