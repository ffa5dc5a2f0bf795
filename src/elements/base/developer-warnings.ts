import type { SessionProblem } from '../../checkout/session.js';
import { LANGUAGES } from '../../i18n/index.js';
import { CURRENCY_CODES, isCurrencyCode } from '../../payment/index.js';
import { nearestName } from '../../protocol/closest-name.js';
import type { Appearance } from '../../styles/appearance.js';
import { TOKENS } from '../../styles/token-table.js';

const SIGNERS = { order: 'createOrderToken', customer: 'createCustomerToken' } as const;

/** Returns a console message if the shop has not awaited its token; `null` otherwise. */
export function warningForToken(element: Element): string | null {
  for (const name of ['order', 'customer'] as const) {
    const token: unknown = Reflect.get(element, name);
    if (token instanceof Promise || token === '[object Promise]')
      return `The attribute "${name}" is a Promise. Write await ${SIGNERS[name]}(…) on your server.`;
  }
  return null;
}

/** Returns a console message for the shop's developer; `null` if the screen explains the problem. */
export function warningFor({ code }: SessionProblem, endpoint: string): string | null {
  switch (code) {
    case 'invalid_response':
      return `The response from "${endpoint}" is not from a checkout proxy. Set "endpoint" to the proxy's base path.`;
    case 'offline':
      return `The proxy at "${endpoint}" is not reachable from this page. Start it, and list ${location.origin} in its "origins".`;
    case 'order_not_found':
      return 'The proxy does not know this order. Set "order" to a token signed with one of its secrets, or to a reference that its resolver accepts.';
    case 'customer_not_found':
      return 'The proxy does not know this customer. Set "customer" to a token signed with one of its secrets, or to a reference that its resolver accepts.';
    case 'currency_not_offered':
      return 'The proxy does not offer this currency. Correct "currencies", or add it to the "offers" of the proxy.';
    default:
      return null;
  }
}

/** Returns what to write instead of a value; `null` if it is understood. */
type Check = (value: string) => string | null;

const quoted = (values: readonly string[]): string => values.map((one) => `"${one}"`).join(', ');

const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value) ? null : quoted(values);

const currency: Check = (value) => {
  if (isCurrencyCode(value)) return null;
  const coin = value.toUpperCase();
  const codes = CURRENCY_CODES.filter((code) => code === coin || code.startsWith(`${coin}_`));
  return codes.length > 0 ? quoted(codes) : 'a currency code such as "BTC" or "USDT_TRC20"';
};

const time: Check = (value) =>
  Number.isNaN(Date.parse(value)) ? 'a time such as "2026-11-25T12:30:00Z"' : null;

const languageTag: Check = (value) => {
  try {
    return Intl.getCanonicalLocales(value) && null;
  } catch {
    return 'a BCP 47 tag such as "de" or "pt-BR"';
  }
};

const hasPlaceholder: Check = (value) =>
  value.includes('{checkout}') ? null : 'a URL with the placeholder "{checkout}"';

/** By the name of the attribute, or by tag and name. */
const CHECKS: Readonly<Record<string, Check>> = {
  'theme': oneOf('auto', 'light', 'dark'),
  'mode': oneOf('inline', 'modal'),
  'credentials': oneOf('same-origin', 'include', 'omit'),
  'currency': currency,
  'currencies': currency,
  'crypto-currency-picker value': currency,
  'wallets': oneOf('button', 'list'),
  'locale': languageTag,
  'languages': oneOf(...LANGUAGES.map(([tag]) => tag)),
  'return-after': (value) => (Number(value) >= 20 ? null : '20 seconds or more (WCAG 2.2.1)'),
  'outcome': oneOf(
    ...['detected', 'processing', 'partial_detected', 'paid', 'overpaid', 'checking'],
    ...['expired', 'expired_partial', 'late', 'canceled'],
  ),
  // The URL of a panel already contains the id.
  'crypto-checkout resume-url': hasPlaceholder,
  'crypto-checkout-button resume-url': hasPlaceholder,
  'shop-logo': (value) =>
    /^https?:\/\/\S+$/.test(value) ? null : 'the whole address of an image, which starts with "https://"',
  'expires-at': time,
  'starts-at': time,
};

const LISTS = ['currencies', 'languages'];

/** Returns a console message about the value of an attribute; `null` if it is understood, or may be any text. */
export function warningForAttribute(tag: string, name: string, value: string): string | null {
  const check = CHECKS[`${tag} ${name}`] ?? CHECKS[name];
  if (!check) return null;
  const values = LISTS.includes(name) ? value.split(/[\s,]+/).filter(Boolean) : [value];
  const [remedy] = values.flatMap((one) => {
    const instead = check(one);
    return instead === null ? [] : [`"${one.slice(0, 60)}" is not understood. Use ${instead}.`];
  });
  return remedy ? `The attribute "${name}": ${remedy}` : null;
}

const APPEARANCE: Readonly<Record<keyof Appearance, Check>> = {
  theme: oneOf('auto', 'light', 'dark'),
  density: oneOf('comfortable', 'compact'),
  fields: oneOf('outlined', 'filled'),
  variables: () => null,
};

/** Returns console messages about the names and values of an appearance that are not understood. */
export function warningsForAppearance(appearance: Appearance): readonly string[] {
  const own = Object.entries(appearance).flatMap(([name, value]) => {
    const check = Object.entries(APPEARANCE).find(([known]) => known === name)?.[1];
    if (!check) return [unknownName('appearance', name, Object.keys(APPEARANCE))];
    const instead = typeof value === 'string' ? check(value) : null;
    return instead === null ? [] : [`appearance.${name}: "${value}" is not understood. Use ${instead}.`];
  });
  const variables = Object.entries(appearance.variables ?? {}).flatMap(([name, value]) => {
    if (!Object.hasOwn(TOKENS, name)) return [unknownName('appearance.variables', name, Object.keys(TOKENS))];
    // jsdom, in unit tests, has no `CSS`.
    const isValue = value === undefined || typeof CSS === 'undefined' || CSS.supports('--a', value);
    return isValue ? [] : [`appearance.variables.${name}: "${value}" is not a value of CSS.`];
  });
  return [...own, ...variables];
}

function unknownName(owner: string, name: string, known: readonly string[]): string {
  return `${owner} has no "${name.slice(0, 60)}". The nearest name is "${nearestName(name, known)}".`;
}
