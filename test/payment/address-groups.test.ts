import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addressGroups, CURRENCY_CODES, currencyOf } from '../../src/payment/index.js';
import { createIdentifiers } from '../../src/sandbox/core/chain/identifiers.js';
import { base58Check, segwit } from './address-encoder.js';

const identifiers = createIdentifiers('addresses to compare');
const groupsOf = (address: string) => addressGroups(address).map(({ text }) => text);
const markedOf = (address: string) =>
  addressGroups(address).flatMap(({ text, isMarked }) => (isMarked ? text : []));
const textOf = (address: string) => markedOf(address).join('');

const networks = [...new Set(CURRENCY_CODES.map((code) => currencyOf(code).network.key))];
const hashes = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes });
/** Every form of address that a wallet shows, from random bytes. */
const FORMS: readonly (readonly [name: string, addresses: fc.Arbitrary<string>])[] = [
  ...networks.map((network) => [network, fc.constant(null).map(() => identifiers.address(network))] as const),
  ['bitcoin, taproot', hashes(32).map((program) => segwit('bc', 1, program))],
  ['bitcoin, Base58', hashes(20).map((hash) => base58Check(0, hash))],
  ['litecoin, Base58', hashes(20).map((hash) => base58Check(48, hash))],
];

describe('the groups of an address that a payer compares', () => {
  for (const [name, addresses] of FORMS) {
    it(`on ${name}, have at least 60 bits, at the same positions in every address`, (t) => {
      const seen: Set<string>[] = [];
      for (const address of fc.sample(addresses, 3000)) {
        assert.equal(groupsOf(address).join(''), address);
        [...textOf(address)].forEach((character, at) => (seen[at] ??= new Set()).add(character));
      }
      // As many bits as there are different characters at each place.
      const bits = seen.reduce((sum, characters) => sum + Math.log2(characters.size), 0);
      assert.ok(bits >= 60, `${bits} bits`);
      t.diagnostic(`${bits.toFixed(1)} bits in ${seen.length} characters`);
    });

    it(`on ${name}, are neither the first nor the last`, () => {
      for (const address of fc.sample(addresses, 100)) {
        const groups = addressGroups(address);
        assert.deepEqual([groups[0]?.isMarked, groups.at(-1)?.isMarked], [false, false]);
      }
    });

    it(`on ${name}, distinguish similar addresses with the same ends and all marked groups but one`, () => {
      fc.assert(
        fc.property(addresses, addresses, fc.nat(), (address, other, choice) => {
          const marks = markedOf(address);
          const place = choice % marks.length;
          const groups = addressGroups(address);
          const others = groupsOf(other);
          const index = groups.findIndex((group, at) => group.isMarked && markedCount(groups, at) === place);
          fc.pre(others[index] !== groups[index]?.text && others[index]?.length === 4);
          const lookAlike = groups.map(({ text }, at) => (at === index ? others[at] : text)).join('');
          assert.notEqual(textOf(lookAlike), textOf(address));
          assert.equal(lookAlike.slice(0, 6) + lookAlike.slice(-4), address.slice(0, 6) + address.slice(-4));
          const different = markedOf(lookAlike).filter((text, at) => text !== marks[at]);
          assert.equal(different.length, 1);
        }),
      );
    });
  }
});

function markedCount(groups: ReturnType<typeof addressGroups>, before: number): number {
  return groups.slice(0, before).filter(({ isMarked }) => isMarked).length;
}
