import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createClientOf, widerNetworkOf } from '../../src/proxy/http/client-address.js';

function requestWith(headers: Readonly<Record<string, string>> = {}): Request {
  return new Request('https://shop.example/', { headers });
}

function clientOf(trustedProxies: readonly string[]) {
  const of = createClientOf(trustedProxies);
  return ({ headers }: Request, clientAddress: string | undefined) =>
    of({ header: (name) => headers.get(name), clientAddress });
}

const xff = (value: string) => requestWith({ 'x-forwarded-for': value });
const PROXIES = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'];

describe('the client is identified as', () => {
  const alone = clientOf([]);
  const behind = clientOf(PROXIES);
  const cases: readonly (readonly [string, string | null, string | null])[] = [
    ['the connected peer', alone(requestWith(), '198.51.100.7'), '198.51.100.7'],
    ['unknown without an address', alone(requestWith(), undefined), null],
    ['unknown if the address is invalid', alone(requestWith(), 'somewhere'), null],
    ['an IPv4 address if IPv6 wraps it', alone(requestWith(), '::ffff:198.51.100.7'), '198.51.100.7'],
    ['the same IPv4 address in hexadecimal', alone(requestWith(), '::ffff:c633:6407'), '198.51.100.7'],
    ['a whole IPv6 network', alone(requestWith(), '2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64'],
    ['the same network in any spelling', alone(requestWith(), '2001:0DB8:1:2::9'), '2001:db8:1:2::/64'],
    ['an address with a zone', alone(requestWith(), 'fe80::1%eth0'), 'fe80:0:0:0::/64'],
    [
      'the peer, not the address that an untrusted header claims',
      alone(xff('203.0.113.9'), '198.51.100.7'),
      '198.51.100.7',
    ],
    ['the address that a trusted proxy forwards', behind(xff('203.0.113.9'), '10.1.2.3'), '203.0.113.9'],
    ['the address that it forwards over IPv6', behind(xff('203.0.113.9'), '::ffff:10.1.2.3'), '203.0.113.9'],
    [
      'the rightmost that is not trusted',
      behind(xff('1.1.1.1, 203.0.113.9, 10.9.9.9'), '10.1.2.3'),
      '203.0.113.9',
    ],
    ['the leftmost when all are trusted', behind(xff('10.5.5.5, 192.0.2.1'), '10.1.2.3'), '10.5.5.5'],
    ['the last who is known', behind(xff('203.0.113.9, unknown'), '10.1.2.3'), '10.1.2.3'],
    ['an address with a port', behind(xff('203.0.113.9:4711'), '10.1.2.3'), '203.0.113.9'],
    [
      'in the header of the standard',
      behind(
        requestWith({ forwarded: 'for=1.1.1.1, For="[2001:db8:cafe::17]:4711";proto=https' }),
        '192.0.2.1',
      ),
      '2001:db8:cafe:0::/64',
    ],
    [
      'the balancer when two headers do not agree',
      behind(requestWith({ 'forwarded': 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.9' }), '10.1.2.3'),
      '10.1.2.3',
    ],
    [
      'clear when they do',
      behind(requestWith({ 'forwarded': 'for=203.0.113.9', 'x-forwarded-for': '203.0.113.9' }), '10.1.2.3'),
      '203.0.113.9',
    ],
  ];
  for (const [name, client, expected] of cases) it(name, () => assert.equal(client, expected));

  it('never as an address that an untrusted client could choose', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (invented) => {
        const hops = [...invented.map((hop) => hop.replace(/[^\x20-\x7e]/g, '?')), '203.0.113.9'];
        assert.equal(behind(xff(hops.join(', ')), '10.1.2.3'), '203.0.113.9');
      }),
    );
  });

  it('a provider line by the /56 of an IPv6 network, and by no more than an IPv4 address', () => {
    const lines = ['2001:db8:1:2::9', '2001:db8:1:ff::9', '2001:db8:1:100::9', '2001:db8:1:1ff::9'].map(
      (address) => widerNetworkOf(alone(requestWith(), address) ?? ''),
    );
    assert.deepEqual(lines, [
      ...['2001:db8:1:0::/56', '2001:db8:1:0::/56'],
      ...['2001:db8:1:100::/56', '2001:db8:1:100::/56'],
    ]);
    assert.equal(widerNetworkOf('198.51.100.7'), null);
  });

  it('one text for all addresses of a /64, and another for the next', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16));
    fc.assert(
      fc.property(fc.array(group, { minLength: 12, maxLength: 12 }), (groups) => {
        const [a, b] = [groups.slice(0, 8), [...groups.slice(0, 4), ...groups.slice(8)]];
        fc.pre(parseInt(a[0] ?? '0', 16) > 0);
        assert.equal(alone(requestWith(), a.join(':')), alone(requestWith(), b.join(':')));
      }),
    );
  });
});
