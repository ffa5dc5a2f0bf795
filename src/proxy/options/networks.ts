import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { formatValue } from '../base/format-value.js';
import { optionMessage } from '../base/option-message.js';

const REMEDY = 'Pass addresses or networks, such as "10.0.0.7" or "10.0.0.0/8"';

/** @internal */
export const trustedProxiesSchema = v.array(
  v.custom<string>(
    (text) => typeof text === 'string' && parseNetwork(text) !== null,
    (issue) => optionMessage(`is not an address or a network (${formatValue(issue.input)})`, REMEDY),
  ),
  ({ input }) => optionMessage(`is not a list (${formatValue(input)})`, REMEDY),
);

/** Parses an address or a network, such as `10.0.0.7` or `10.0.0.0/8`. @returns `null` for anything else */
export function parseNetwork(text: string) {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const maxBits = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  return bits <= maxBits ? { network: ipaddr.parse(address), bits } : null;
}
