import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseNetwork } from '../options/networks.js';

/** The sender of a request as an adapter sees it: the peer of the connection, and the headers that intermediaries add. */
interface Sender {
  readonly clientAddress: string | undefined;
  header(name: string): string | null;
}

/**
 * Returns the client that rate limits count: an IPv4 address, or the /64 network of an IPv6 address, which a provider
 * assigns to one customer. `null` if unknown.
 */
export type ClientOf = (sender: Sender) => string | null;

/**
 * Returns a function that finds the client of a request. The headers of an intermediary count only if its own address is trusted.
 * The client is the rightmost untrusted hop. All hops to its left may be forged.
 * @param trustedProxies addresses (`10.0.0.7`) and networks (`10.0.0.0/8`), as `trustedProxiesSchema` accepts them
 */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  const trusted = trustedProxies.flatMap((text) => parseNetwork(text) ?? []);
  const isTrusted = (address: Address) =>
    trusted.some(({ network, bits }) => network.kind() === address.kind() && address.match(network, bits));
  const clientBehind = (peer: Address, hops: readonly string[]): Address => {
    let client = peer;
    for (const hop of hops.toReversed()) {
      const address = isTrusted(client) ? toAddress(hop) : null;
      if (address === null) break;
      client = address;
    }
    return client;
  };
  return (sender) => {
    const { clientAddress } = sender;
    const peer = clientAddress === undefined ? null : toAddress(clientAddress);
    if (peer === null) return null;
    const chains = [hopsIn(sender.header('x-forwarded-for')), forwardedHops(sender)].filter(
      (hops) => hops.length > 0,
    );
    const [client = peer, ...others] = chains.map((hops) => clientBehind(peer, hops));
    // An intermediary writes one of the two headers. It may forward the other one exactly as the payer sent it.
    return networkOf(others.every((other) => isSame(other, client)) ? client : peer);
  };
}

/** Returns the hops in the header `Forwarded` (RFC 7239 §4). */
function forwardedHops(sender: Sender): readonly string[] {
  return hopsIn(sender.header('forwarded')).map(
    (element) => /(?:^|;)\s*for\s*=\s*"?([^";,\s]+)/i.exec(element)?.[1] ?? 'unknown',
  );
}

/** Returns the hops from left to right: the header of the payer first, the entry of the nearest intermediary last. */
function hopsIn(header: string | null): readonly string[] {
  return header === null ? [] : header.split(',').map((item) => item.trim());
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an address with or without port, brackets or zone. An IPv4-mapped IPv6 address becomes IPv4. @returns `null` for anything else */
function toAddress(text: string): Address | null {
  const bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
}

function isSame(one: Address, other: Address): boolean {
  return one.toNormalizedString() === other.toNormalizedString();
}

/**
 * Returns the /56 around a /64: many providers assign a /56 to a customer, who can then use 256 networks. `null` for an IPv4
 * address. `rate-limiter.ts` sets the limits of a /56.
 * @param client as `ClientOf` returns it
 */
export function widerNetworkOf(client: string): string | null {
  const [, before, group] = /^((?:[\da-f]+:){3})([\da-f]+)::\/64$/.exec(client) ?? [];
  if (before === undefined || group === undefined) return null;
  return `${before}${(parseInt(group, 16) & 0xff00).toString(16)}::/56`;
}

function networkOf(address: Address): string {
  const text = address.toNormalizedString();
  return address.kind() === 'ipv6' ? `${text.split(':').slice(0, 4).join(':')}::/64` : text;
}
