import { css } from 'lit';

export const styles = css`
  .todo > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 2px var(--_space-3);
    align-items: center;
    padding: var(--_space-3) var(--_space-4);
    border-block-start: 1px solid var(--_line);
  }
  .sign {
    grid-row: 1 / 3;
    align-self: start;
    display: grid;
    place-items: center;
    inline-size: calc(2 * var(--_unit));
    block-size: calc(2 * var(--_unit));
    border: 1px solid transparent;
    border-radius: var(--_illustration-radius);
  }
  .todo h3 {
    font: var(--_type-m);
    font-weight: var(--_font-weight-bold);
    line-height: calc(1.25 * var(--_unit));
    overflow-wrap: anywhere;
  }
  /* A box of its own: its first letter does not join the last one of the title. */
  .todo h3 small {
    display: inline-block;
    margin-inline-start: 0.5em;
    font: var(--_type-s);
    color: var(--_text-muted);
    white-space: nowrap;
  }
  .todo li > p {
    grid-column: 2;
    color: var(--_text-muted);
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .todo li > p b {
    color: var(--_text);
    font-weight: var(--_font-weight-medium);
  }
  .do {
    grid-column: 3;
    grid-row: 1 / 3;
    justify-content: flex-end;
  }
  .do > .dim {
    max-inline-size: 15rem;
    text-wrap: pretty;
  }
  .events {
    display: grid;
    grid-column: 2 / -1;
    margin-block-start: var(--_space-2);
  }
  .events li,
  .log li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space) var(--_space-3);
    padding-block: var(--_space-2);
    border-block-start: 1px solid var(--_line);
  }
  .log li {
    padding-inline: var(--_space-4);
  }
  .events li > p,
  .log li > p {
    flex: 1 1 14rem;
    min-inline-size: 0;
    color: var(--_text);
    overflow-wrap: anywhere;
  }
  .events small,
  .log small {
    display: block;
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .log-none {
    padding: var(--_space-2) var(--_space-4);
    border-block-start: 1px solid var(--_line);
    text-align: end;
  }
  .log + .foot {
    justify-content: flex-end;
  }
  .todo .error {
    grid-column: 2 / -1;
  }
  .todo > li > .decide {
    grid-column: 2 / -1;
    grid-row: auto;
    justify-content: stretch;
    margin-block-start: var(--_space-2);
  }
  @container panel (width < 40em) {
    .todo > li {
      align-items: start;
    }
    .sign {
      grid-row: 1 / 4;
    }
    .do {
      grid-column: 2 / -1;
      grid-row: auto;
      justify-content: flex-start;
      margin-block-start: var(--_space-2);
    }
    .todo h3 small {
      display: block;
      margin: 0;
    }
    .do > .tool.plain:first-child,
    .foot .tool.plain:first-child,
    .events .tool.plain:first-child,
    .log .tool.plain {
      margin-inline-start: calc(-1 * var(--_space-3));
    }
  }
`;
