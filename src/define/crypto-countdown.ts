import { defineElement } from '../elements/base/define-element.js';
import { CryptoCountdown } from '../elements/crypto-countdown/crypto-countdown.js';

defineElement('crypto-countdown', CryptoCountdown);

export { CryptoCountdown };
export type * from '../dom/elements.js';
