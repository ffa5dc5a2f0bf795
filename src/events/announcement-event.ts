/**
 * A message for the payer from an inner element: the outermost element announces it. Empty text withdraws it.
 * Never leaves the outermost element.
 */
export class AnnouncementEvent extends Event {
  constructor(readonly text: string) {
    super('crypto-notice', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'crypto-notice': AnnouncementEvent;
  }
}
