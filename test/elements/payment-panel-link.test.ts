import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { pageLink, secureLink, supportLink, walletLink } from '../../src/elements/parts/safe-link.js';
import {
  mayHaveLinks,
  toPaymentInstructions,
} from '../../src/elements/crypto-payment-panel/payment-instructions.js';
import { CURRENCY_CODES } from '../../src/payment/index.js';
import { invoice } from '../../stories/fixtures.js';
import { addressOf } from '../payment/payment-fixtures.js';
import { anyCharacter } from '../any-character.js';

const GATES = { secureLink, pageLink, supportLink, walletLink };
const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://shop.example\\@evil.example',
  'https://user@evil.example',
  'https://shop.example:secret@evil.example/',
  'https://@evil.example/',
  'https://shop.example/\u0000',
  'https://shop.example/\u202eexe',
  'https://shop.example/ x',
  'https://',
  '',
];

/** The browser's reading of a link, as in an `href` of this page. */
function read(href: string): URL {
  const anchor = document.createElement('a');
  anchor.href = href;
  return new URL(anchor.href);
}

describe('the filter for foreign links', () => {
  for (const [name, gate] of Object.entries(GATES)) {
    it(`${name} blocks every link that runs, hides or leads elsewhere`, () => {
      for (const text of HOSTILE) expect(gate(text), text).to.equal(null);
    });

    it(`${name} returns the text itself, which a browser reads as a harmless scheme without a user`, () => {
      const piece = fc.constantFrom(
        'https',
        'http',
        'javascript',
        'data',
        'mailto',
        'bitcoin',
        ':',
        '/',
        '//',
        '\\',
        '@',
        '?',
        '#',
        '\t',
        '\n',
        '\u0000',
        ' ',
        'shop.example',
        'evil.example',
        'link.trustwallet.com',
        'a',
        '%00',
        '\u202e',
      );
      const texts = fc.oneof(
        fc.string(),
        fc
          .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.string({ unit: anyCharacter }))
          .map(([scheme, host, path]) => `${scheme}://${host}/${encodeURI(path)}`),
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        fc.array(piece, { maxLength: 8 }).map((pieces) => `https://${pieces.join('')}`),
      );
      fc.assert(
        fc.property(texts, (text) => {
          const link = gate(text);
          if (link === null) return;
          const url = read(link);
          expect(link).to.equal(text);
          expect(url.protocol).to.match(/^(https|http|mailto|bitcoin|litecoin|ethereum|solana|ton):$/);
          expect(url.username + url.password).to.equal('');
          if (url.protocol === 'https:') expect(link.startsWith('//', 6)).to.equal(true);
        }),
        { numRuns: 3000 },
      );
    });
  }

  it('accepts URLs as shops write them', () => {
    for (const link of [
      'https://shop.example',
      'https://shop.example:8443/a?b=c@d#e',
      'HTTPS://shop.example/',
    ])
      expect(secureLink(link)).to.equal(link);
    expect(supportLink('mailto:help@shop.example?subject=Order%201')).to.contain('help@');
    // This page is on http: itself, as a developer's is.
    expect(pageLink('http://127.0.0.1:4000/thanks')).to.equal('http://127.0.0.1:4000/thanks');
    expect(secureLink('http://127.0.0.1:4000/thanks')).to.equal(null);
    for (const none of [null, undefined]) expect(pageLink(none)).to.equal(null);
  });

  it('accepts wallet links on the wallets\u2019 own hosts only', () => {
    expect(walletLink('https://link.trustwallet.com/send?asset=c0')).to.contain('trust');
    for (const link of [
      'https://link.trustwallet.com.evil.example/',
      'https://evil.example/link.trustwallet.com/',
    ])
      expect(walletLink(link)).to.equal(null);
  });

  it('accepts a payment URI only with an address after the scheme', () => {
    for (const link of [
      'bitcoin:bc1q0',
      'ethereum:pay-0x1@1?value=1',
      'solana:So1?amount=1',
      'ton://transfer/EQ-1?amount=1',
    ])
      expect(walletLink(link)).to.equal(link);
    for (const link of [
      'bitcoin:',
      'bitcoin://@',
      'bitcoin://a:b@evil.example',
      'bitcoin:?amount=1',
      'litecoin:@a',
      'ethereum:/a',
      'solana:&a',
      'ton://transfer/',
      'ton://transfer/?amount=1',
      'ton://@/transfer/a',
    ])
      expect(walletLink(link), link).to.equal(null);
  });

  it('keeps every link of every currency, and knows beforehand whether there is one', () => {
    for (const currency of CURRENCY_CODES) {
      const links =
        toPaymentInstructions({ ...invoice, currency, address: addressOf(currency), due: '1' })?.links ?? [];
      expect(links.length > 0, currency).to.equal(mayHaveLinks(currency));
      for (const { href } of links) expect(walletLink(href)).to.equal(href);
    }
  });

  it('creates no link and no code for an invalid address', () => {
    for (const address of ['javascript:alert(1)', 'a&b=c', 'a b', '"><img>'])
      expect(toPaymentInstructions({ ...invoice, address })).to.equal(null);
  });
});
