import { css } from 'lit';
import { addressLines, markedGroups } from '../../styles/marked-groups.js';
import { progressSteps } from '../../styles/progress-steps.js';

/** The form in which a payer requests a refund, and the states of the request. */
export const styles = css`
  ${markedGroups} ${addressLines} ${progressSteps}
  .refund-form {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: var(--_space-3);
  }
  .refund-form > * {
    flex: none;
  }
  /* A field and a date do not make them wider than the card. */
  .refund,
  .refund .track,
  .refund-form .stack {
    grid-template-columns: minmax(0, 1fr);
  }
  .refund-form .sum.plain {
    padding-block: var(--_space-2);
  }
  .refund-form .sum.plain .line {
    min-block-size: calc(1.75 * var(--_unit));
  }
  .refund-form .actions {
    grid-template-columns: minmax(0, 1fr);
  }
  .refund-form [aria-disabled='true'] {
    opacity: 0.6;
  }
  .refund-form .label {
    font-weight: var(--_font-weight-medium);
    color: var(--_text);
  }
  .field textarea {
    flex: 1;
    min-inline-size: 0;
    padding: var(--_space-2) 0;
    border: 0;
    outline: 0;
    background: none;
    color: var(--_text);
    font: 400 var(--_font-size-m) / calc(24 / 15 * var(--_font-size-m)) var(--_font-address);
    letter-spacing: normal;
    word-break: break-all;
    resize: none;
  }
  .hint {
    display: flex;
    gap: var(--_space-2);
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .hint .icon {
    margin-block-start: 1px;
  }
  .hint[data-tone='danger'] {
    color: var(--_danger);
  }
  .hint[data-tone='success'] {
    color: var(--_success);
  }
  .hint:empty {
    display: none;
  }
  .own-wallet {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: var(--_target);
  }
  .own-wallet input {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    accent-color: var(--_accent);
  }
  .stack > .quiet {
    justify-self: start;
    margin-inline-start: calc(-1 * var(--_space-2));
  }
  .refund .notice[data-tone='info'] .icon {
    color: var(--_accent-text);
  }
  .refund .notice[data-tone='success'] .icon {
    color: var(--_success);
  }
  .reply,
  .payee {
    display: grid;
    gap: var(--_space);
    padding: var(--_space-3) var(--_inset);
  }
  .reply blockquote {
    margin: 0;
    padding-inline-start: var(--_space-3);
    border-inline-start: 3px solid var(--_line-strong);
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .payee .groups {
    font: 400 var(--_font-size-m) / calc(24 / 15 * var(--_font-size-m)) var(--_font-address);
    color: var(--_text-muted);
  }
  .refund .transaction {
    line-height: var(--_space-6);
  }
  .refund :is(.facts > div, .track) {
    padding-inline: var(--_inset);
  }
  @container (width < 14em) {
    .refund .track li {
      flex-wrap: wrap;
      row-gap: 0;
    }
  }
`;
