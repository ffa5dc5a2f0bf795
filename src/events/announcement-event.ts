/**
 * Words for the payer from an element inside another: the outermost one speaks them. Empty text takes them back.
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
