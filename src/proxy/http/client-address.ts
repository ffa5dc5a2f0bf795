import { BlockList, isIP } from 'node:net';
import { parseNetwork } from '../options/networks.js';
import type { ProxyRequest } from './proxy-request.js';

/**
 * Returns the client that rate limits count: an IPv4 address, or the /64 network of an IPv6 address, which a provider
 * assigns to one customer. `null` if unknown.
 */
export type ClientOf = (request: Pick<ProxyRequest, 'header' | 'clientAddress'>) => string | null;

/**
 * Returns a function that finds the client of a request. Headers of an intermediary count only if its own address is trusted. The
 * client is the rightmost hop that is not trusted. All hops to the left of it may be forged.
 * @param trustedProxies addresses (`10.0.0.7`) and networks (`10.0.0.0/8`), as `trustedProxiesSchema` accepts them
 */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  const trusted = toBlockList(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const clientBehind = (peer: string, hops: readonly string[]): string => {
    let client = peer;
    for (const hop of hops.toReversed()) {
      const address = isTrusted(client) ? toAddress(hop) : null;
      if (address === null) break;
      client = address;
    }
    return client;
  };
  return (request) => {
    const { clientAddress } = request;
    const peer = clientAddress === undefined ? null : toAddress(clientAddress);
    if (peer === null) return null;
    const chains = [hopsIn(request.header('x-forwarded-for')), forwardedHops(request)].filter(
      (hops) => hops.length > 0,
    );
    const [client = peer, ...others] = chains.map((hops) => clientBehind(peer, hops));
    // An intermediary writes one of the two headers. It may forward the other one exactly as the payer sent it.
    return networkOf(others.every((other) => other === client) ? client : peer);
  };
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}

/** Returns the hops in the header `Forwarded` (RFC 7239 §4). */
function forwardedHops(request: Pick<ProxyRequest, 'header'>): readonly string[] {
  return hopsIn(request.header('forwarded')).map(
    (element) => /(?:^|;)\s*for\s*=\s*"?([^";,\s]+)/i.exec(element)?.[1] ?? 'unknown',
  );
}

/** Returns the hops from left to right: what the payer sent comes first, what the nearest intermediary added comes last. */
function hopsIn(header: string | null): readonly string[] {
  return header === null ? [] : header.split(',').map((item) => item.trim());
}

/** Parses an address with or without port, brackets or zone. An IPv4-mapped IPv6 address becomes IPv4. @returns `null` for anything else */
function toAddress(text: string): string | null {
  const bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return null;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : groups.join(':');
}

function bytesOf(group: string): readonly number[] {
  const bits = parseInt(group, 16);
  return [bits >> 8, bits & 255];
}

/** Returns the eight groups of an IPv6 address, in the form of RFC 5952 except for the `::`. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/**
 * Returns the /56 around a /64: many providers assign one to a customer, who then has 256 networks to choose from. `null`
 * for an IPv4 address. `rate-limiter.ts` decides how much more a /56 may do.
 * @param client as `ClientOf` returns it
 */
export function widerNetworkOf(client: string): string | null {
  const [, before, group] = /^((?:[\da-f]+:){3})([\da-f]+)::\/64$/.exec(client) ?? [];
  if (before === undefined || group === undefined) return null;
  return `${before}${(parseInt(group, 16) & 0xff00).toString(16)}::/56`;
}

function networkOf(address: string): string {
  return isIP(address) === 6 ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}
