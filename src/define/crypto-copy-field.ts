import { defineElement } from '../elements/base/define-element.js';
import { CryptoCopyField } from '../elements/crypto-copy-field/crypto-copy-field.js';

defineElement('crypto-copy-field', CryptoCopyField);

export { CryptoCopyField };
export type * from '../dom/elements.js';
