import { css } from 'lit';

export const styles = css`
  .badge {
    padding: 2px 0.75em 2px 0.55em;
  }
  .columns {
    display: grid;
    grid-template-columns: min(calc(21 * var(--_unit)), 40%) minmax(0, 1fr);
    border-block-start: 1px solid var(--_line);
  }
  .columns[data-alone] {
    grid-template-columns: minmax(0, 1fr);
  }
  .columns h3,
  .past h3 {
    font: var(--_type-m);
    font-weight: var(--_font-weight-bold);
  }
  .propose {
    display: grid;
    align-content: start;
    gap: var(--_space-3);
    padding: var(--_space-3) var(--_space-4) var(--_space-4);
    border-inline-end: 1px solid var(--_line);
  }
  .line {
    display: grid;
    gap: var(--_space);
    min-inline-size: 0;
    font-weight: var(--_font-weight-medium);
  }
  .line > .line {
    margin-block-start: var(--_space-2);
  }
  .propose > p {
    text-wrap: pretty;
  }
  .label-line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 var(--_space-2);
  }
  .label-line .tool {
    min-block-size: calc(1.5 * var(--_unit));
    padding-inline: var(--_space);
  }
  .label-line .dim {
    font-weight: var(--_font-weight);
  }
  .line :is(input, select, textarea),
  .line .field {
    inline-size: 100%;
    min-block-size: calc(2.25 * var(--_unit));
    padding: var(--_space) var(--_space-2);
    border: solid var(--_line-strong);
    border-width: var(--_field-border-width);
    border-radius: var(--_radius-s);
    background: var(--_field-surface);
    color: var(--_text);
    font: var(--_type-s);
  }
  .line .field {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    padding-block: 0;
  }
  .line .field input {
    flex: 1;
    min-inline-size: 0;
    padding-inline: 0;
    border: 0;
    outline: 0;
    background: none;
  }
  .field:focus-within {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  .line textarea {
    font-family: var(--_font-address);
    resize: none;
  }
  .line textarea[aria-invalid='true'],
  .line .field:has([aria-invalid='true']) {
    border-color: var(--_danger);
  }
  .groups {
    color: var(--_text);
    font-weight: var(--_font-weight);
  }
  .says {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-start;
    color: var(--_text-muted);
    font-weight: var(--_font-weight);
  }
  .says[data-tone='danger'],
  .error {
    color: var(--_danger);
  }
  .says[data-tone='success'] {
    color: var(--_success);
  }
  .says[data-tone='warning'] {
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius-s);
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  #address-says.lines {
    display: grid;
    gap: var(--_space);
  }
  .way > h3 {
    padding: var(--_space-3) var(--_space-4);
  }
  .nothing {
    padding: 0 var(--_space-4) var(--_space-4);
    color: var(--_text-muted);
  }
  .queue > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 2px var(--_space-3);
    align-items: center;
    padding: var(--_space-3) var(--_space-4);
    border-block-start: 1px solid var(--_line);
  }
  .queue h4 {
    font: var(--_type-m);
    font-weight: var(--_font-weight-bold);
    overflow-wrap: anywhere;
  }
  .queue h4 small {
    color: var(--_text-muted);
    font: var(--_type-s);
  }
  .about {
    grid-column: 2 / -1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
  }
  .about p {
    color: var(--_text-muted);
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .about p b {
    color: var(--_text);
  }
  .about .says[data-tone='warning'],
  .about .says[data-tone='warning'] b {
    color: var(--_warning);
  }
  .about :is(.actions, .decide) {
    margin-block-start: var(--_space);
  }
  .choice {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: calc(2 * var(--_unit));
    overflow-wrap: anywhere;
  }
  .choice input {
    flex: none;
    inline-size: calc(1.5 * var(--_unit));
    block-size: calc(1.5 * var(--_unit));
    margin: 0;
    accent-color: var(--_accent);
  }
  .past {
    border-block-start: 1px solid var(--_line);
  }
  .error {
    padding-inline: var(--_space-4);
  }
  :is(.propose, .decide) .error {
    padding: 0;
  }
  /* A column may become narrower than one line. The block is at the edge of the column, its lines begin at the left. */
  .table .lines > .groups {
    display: flex;
    flex-wrap: wrap;
    justify-content: start;
    inline-size: fit-content;
    max-inline-size: 16em;
    gap: 0 0.3em;
  }
  .table th {
    white-space: normal;
  }
  .result {
    overflow-wrap: anywhere;
  }
  .coin small,
  .result small {
    display: block;
  }
  @container panel (width < 56em) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    .propose {
      border-inline-end: 0;
      border-block-end: 1px solid var(--_line);
    }
  }
  @container panel (width < 40em) {
    .queue > li {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .queue .badge {
      grid-column: 2;
      justify-self: start;
    }
    .table .state {
      justify-self: end;
    }
    .table tbody tr > :is(.address, [data-label]) {
      grid-column: 1 / -1;
    }
    /* The header of the column, which is not visible beside a card. */
    .table tbody tr > [data-label] {
      display: flex;
      gap: var(--_space-2);
    }
    .table [data-label]::before {
      content: attr(data-label);
      flex: 0 0 7.5rem;
      color: var(--_text-muted);
    }
    .table [data-label] > * {
      min-inline-size: 0;
    }
    .table .lines > .groups {
      display: grid;
      inline-size: auto;
      max-inline-size: none;
      column-gap: calc(1ch - 0.5em);
    }
    /* As in a card without a table. */
    [dir='rtl'] .table .lines > .groups {
      display: flex;
      inline-size: fit-content;
      max-inline-size: min(100%, round(down, 100% + 1ch, 5ch) - 1ch + 1px);
      column-gap: 1ch;
    }
  }
  /* Text of 200 % on a phone (WCAG 1.4.4). */
  @container panel (width < 16em) {
    .table .state {
      justify-self: start;
    }
    .table tbody tr > [data-label] {
      display: block;
    }
    .table [data-label]::before {
      display: block;
    }
  }
`;
