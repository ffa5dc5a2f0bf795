import { html, type TemplateResult } from 'lit';
import { networkLabel, type Network } from '../../payment/index.js';
import { renderNetworkIcon } from './currency-icon.js';
import { unbroken } from './sentence.js';

export interface Fact {
  readonly label: string;
  readonly value: string | TemplateResult;
  readonly strong?: boolean;
}

export function factList(facts: readonly Fact[], variant: '' | 'compact' = ''): TemplateResult {
  return html`<dl class="facts ${variant}">
    ${facts.map(
      ({ label, value, strong }) =>
        html`<div part="fact">
          <dt part="fact-label">${label}</dt>
          <dd part="fact-value" class=${strong ? 'strong' : ''}>
            ${typeof value === 'string' ? html`<bdi translate="no">${value}</bdi>` : value}
          </dd>
        </div>`,
    )}
  </dl>`;
}

export function networkValue(
  network: Network,
  text = html`<bdi translate="no">${unbroken(networkLabel(network))}</bdi>`,
): TemplateResult {
  return html`<span class="network" part="network">${renderNetworkIcon(network)}${text}</span>`;
}
