// The twin, as the page of the bench uses it.
import { invoice, TRANSACTION } from '../../../stories/fixtures.ts';
import { BenchCountdown, BenchTwin } from './baseline.js';

// Here, since only named imports are certain to stay in a bundle.
customElements.define('bench-twin', BenchTwin);
customElements.define('bench-countdown', BenchCountdown);

export function mount(parent) {
  const element = document.createElement('bench-twin');
  element.invoice = invoice;
  element.transaction = TRANSACTION;
  element.state = 'awaiting';
  parent.append(element);
  return element;
}

export const isShown = (element) => element.shadowRoot.querySelector('path') !== null;

export async function change(element, index) {
  element.state = index % 2 === 0 ? 'processing' : 'detected';
  await Promise.resolve();
}

export async function turn(element, index) {
  element.state = index % 2 === 0 ? 'detected' : 'awaiting';
  await Promise.resolve();
}

export function countdown(now, expiresAtMs) {
  return Object.assign(document.createElement('bench-countdown'), { now, expiresAtMs });
}
