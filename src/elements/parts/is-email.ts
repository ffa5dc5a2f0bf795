import { EMAIL } from '../../protocol/email.js';

/** Validates an email address by the browser's own rules, and by the limits of the proxy. */
export function isEmail(text: string): boolean {
  const input = document.createElement('input');
  Object.assign(input, { type: 'email', value: text });
  return EMAIL.test(text) && input.checkValidity();
}
