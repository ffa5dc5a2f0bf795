import { defineElement } from '../elements/base/define-element.js';
import { CryptoStatusBadge } from '../elements/crypto-status-badge/crypto-status-badge.js';

defineElement('crypto-status-badge', CryptoStatusBadge);

export { CryptoStatusBadge };
export type * from '../dom/elements.js';
