import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { reduceWalletFlow } from '../../src/checkout/reduce-wallet-flow.js';
import {
  INITIAL_WALLET_FLOW,
  type WalletAction,
  type WalletContext,
  type WalletEffect,
  type WalletFlow,
} from '../../src/checkout/wallet-flow.js';
import { nextWalletChangeMs, walletScreenOf, type WalletScreen } from '../../src/checkout/wallet-screen.js';
import type { WalletTransfer } from '../../src/protocol/index.js';
import type { TransferResult } from '../../src/wallets/wallet.js';

const NOW_MS = Date.parse('2026-11-21T12:48:00Z');
const WALLET = { name: 'Good Wallet', icon: null };
const FUNDS = { symbol: 'USDC', needed: '53.41', available: '41.2' };

/** A checkout in one page of the payer: its proxy, its clock, and what the page was told to do. */
class Page {
  flow: WalletFlow = INITIAL_WALLET_FLOW;
  transfer: WalletTransfer | null = null;
  nowMs = NOW_MS;
  readonly effects: WalletEffect[] = [];

  get context(): WalletContext {
    return { transfer: this.transfer, nowMs: this.nowMs };
  }

  get screen(): WalletScreen {
    return walletScreenOf(this.flow, this.context);
  }

  send(action: WalletAction): this {
    const { flow, effects } = reduceWalletFlow(this.flow, action, this.context);
    this.flow = flow;
    this.effects.push(...effects);
    return this;
  }

  /** The payer presses the wallet, which comes as far as the step. */
  ask(step: 'connecting' | 'switching' | 'confirming' = 'confirming', endsAt: string | null = null): this {
    this.send({ type: 'walletPressed', number: 1, wallet: WALLET });
    if (step === 'confirming') {
      this.transfer = transferOf({ state: 'asked', endsAt });
      this.send({ type: 'transferRecorded', number: 1, transfer: 1, endsAt });
    }
    return this.send({ type: 'stepReached', number: 1, step, account: '0x71c7', fee: null });
  }

  end(result: TransferResult, isAfterStop = false): this {
    const transfer = this.transfer ? 1 : null;
    return this.send({ type: 'ended', number: 1, result, wallet: WALLET, transfer, isAfterStop });
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this.send({ type: 'timePassed' });
  }
}

function transferOf(changes: Partial<WalletTransfer> = {}): WalletTransfer {
  return {
    ...{ id: 1, state: 'sent', wallet: 'Good Wallet', transaction: null, endsAt: null },
    askedAt: new Date(NOW_MS).toISOString(),
    ...changes,
  };
}

/** The panel, or the state of the transfer that is shown. */
function seen({ screen }: Page): string {
  switch (screen.kind) {
    case 'panel':
      return ['panel', screen.notice?.reason, screen.asked && 'asked', screen.other && 'other']
        .filter(Boolean)
        .join(' ');
    case 'asking':
      return `asking ${screen.attempt.step}`;
    case 'short':
      return 'short';
    default:
      return `${screen.kind} ${screen.transfer.state}`;
  }
}

const reports = ({ effects }: Page) =>
  effects.flatMap((effect) => (effect.type === 'report' ? [`${effect.transfer} ${effect.state}`] : []));
const stops = ({ effects }: Page) => effects.filter(({ type }) => type === 'stop').length;

describe('a payment with a wallet in this browser', () => {
  test('shows the address, then each step of the wallet', () => {
    const page = new Page();
    assert.equal(seen(page), 'panel');
    assert.equal(seen(page.ask('connecting')), 'asking connecting');
    assert.equal(seen(page.ask('switching')), 'asking switching');
    assert.equal(seen(page.ask('confirming')), 'asking confirming');
    assert.deepEqual(page.effects, []);
  });

  test('that the wallet has sent is shown at once, before the proxy repeats it', () => {
    const page = new Page().ask().end({ kind: 'sent', transaction: '0xab' });
    assert.equal(seen(page), 'transfer sent');
    assert.deepEqual(reports(page), ['1 sent']);
  });

  test('that other signers have to confirm is shown as that', () => {
    assert.equal(seen(new Page().ask().end({ kind: 'proposed' })), 'transfer proposed');
  });

  test('that was refused leads back to the address, with one line, and is no longer asked for', () => {
    const page = new Page().ask().end({ kind: 'refused' });
    assert.equal(seen(page), 'panel refused');
    assert.deepEqual(reports(page), ['1 refused']);
  });

  for (const obstacle of [
    'network',
    'account',
    'busy',
    'changed',
    'token',
    'unsupported',
    'offline',
  ] as const)
    test(`that was not asked for because of ${obstacle} says so above the address`, () => {
      const page = new Page().ask('connecting').end({ kind: 'blocked', obstacle });
      assert.equal(seen(page), `panel ${obstacle}`);
      assert.deepEqual(reports(page), []);
    });

  test('that was blocked after it was recorded is taken back at the proxy', () => {
    const page = new Page().ask().end({ kind: 'blocked', obstacle: 'changed' });
    assert.deepEqual(reports(page), ['1 refused']);
    assert.equal(seen(page), 'panel changed');
  });

  test('for which something is missing says what, and leads to other coins', () => {
    const page = new Page().ask('connecting').end({ kind: 'short', payment: FUNDS, fee: null });
    assert.equal(seen(page), 'short');
    assert.equal(seen(page.send({ type: 'shortageDismissed' })), 'panel');
  });

  test('that the wallet does not answer may have been sent', () => {
    const page = new Page().ask().after(59_999);
    assert.equal(seen(page), 'asking confirming');
    assert.equal(seen(page.after(1)), 'transfer unknown');
    page.end({ kind: 'sent', transaction: null });
    assert.equal(seen(page), 'transfer sent');
  });

  test('to which the wallet never connects does not wait without an end', () => {
    const page = new Page().ask('connecting').after(179_999);
    assert.equal(seen(page), 'asking connecting');
    assert.equal(seen(page.after(1)), 'panel unanswered');
    assert.equal(stops(page), 1);
  });
});

describe('a transfer that its network ends by time', () => {
  const endsAt = new Date(NOW_MS + 360_000).toISOString();

  test('gives the address back at that time, though the wallet never answers', () => {
    const page = new Page().ask('confirming', endsAt).after(359_999);
    assert.equal(seen(page), 'transfer unknown');
    assert.equal(nextWalletChangeMs(page.flow, page.context), NOW_MS + 360_000);
    assert.equal(seen(page.after(1)), 'panel timeOver');
    assert.equal(stops(page), 1);
    page.end({ kind: 'unknown' });
    assert.deepEqual([seen(page), ...reports(page)], ['panel timeOver', '1 unknown']);
  });

  test('warns of no open request from then on, also after a part was paid', () => {
    const page = new Page().ask('confirming', endsAt).send({ type: 'otherWayRequested' });
    page.transfer = null;
    assert.equal(seen(page.after(359_999)), 'panel asked');
    assert.equal(seen(page.after(1)), 'panel timeOver');
  });

  test('is shown as sent if the wallet says so after that', () => {
    const page = new Page().ask('confirming', endsAt).after(360_000);
    page.end({ kind: 'sent', transaction: null }, true);
    assert.deepEqual(reports(page), ['1 sent']);
    page.transfer = transferOf({ endsAt: new Date(NOW_MS + 660_000).toISOString() });
    assert.equal(seen(page), 'transfer sent');
    assert.equal(seen(page.after(300_000)), 'panel timeOver');
  });

  test('that this page took back warns of nothing', () => {
    const page = new Page().ask('confirming', endsAt).end({ kind: 'refused' });
    assert.equal(seen(page.after(360_000)), 'panel refused');
  });
});

describe('a payer who stops waiting', () => {
  test('before the wallet was asked to send has sent nothing', () => {
    const page = new Page().ask('switching').send({ type: 'otherWayRequested' });
    assert.equal(seen(page), 'panel stopped');
    assert.equal(stops(page), 1);
  });

  test('while the proxy records it is told the same, and it is taken back', () => {
    const page = new Page().ask('switching').send({ type: 'otherWayRequested' });
    page.transfer = transferOf({ state: 'asked' });
    page.send({ type: 'transferRecorded', number: 1, transfer: 1, endsAt: null });
    assert.equal(seen(page), 'panel stopped');
    page.end({ kind: 'blocked', obstacle: 'stopped' });
    assert.deepEqual(reports(page), ['1 refused']);
  });

  test('after that reads the address with a warning, and may go back to the wallet', () => {
    const page = new Page().ask().send({ type: 'otherWayRequested' }).end({ kind: 'unknown' });
    assert.equal(seen(page), 'panel asked');
    assert.deepEqual(reports(page), ['1 unknown']);
    page.transfer = transferOf({ state: 'unknown' });
    assert.equal(seen(page), 'panel asked');
    assert.equal(seen(page.send({ type: 'backToWalletRequested' })), 'asking confirming');
  });

  test('sees what the wallet answers later: refused', () => {
    const page = new Page().ask().send({ type: 'otherWayRequested' }).end({ kind: 'unknown' });
    assert.equal(seen(page.end({ kind: 'refused' }, true)), 'panel refused');
    assert.deepEqual(reports(page), ['1 unknown', '1 refused']);
  });

  test('sees what the wallet answers later: sent', () => {
    const page = new Page().ask().send({ type: 'otherWayRequested' }).end({ kind: 'unknown' });
    assert.equal(seen(page.end({ kind: 'sent', transaction: null }, true)), 'transfer sent');
  });

  test('keeps the address when the wallet answers later without saying what it did', () => {
    const page = new Page().ask().send({ type: 'otherWayRequested' }).end({ kind: 'unknown' });
    assert.equal(seen(page.end({ kind: 'unknown' }, true)), 'panel other');
  });
});

describe('a transfer of another page', () => {
  test('is being asked for on another screen, and after 90 s may have been sent', () => {
    const page = new Page();
    page.transfer = transferOf({ state: 'asked' });
    assert.equal(seen(page.after(89_999)), 'transfer elsewhere');
    assert.equal(seen(page.after(1)), 'transfer unknown');
  });

  for (const state of ['sent', 'proposed', 'unknown'] as const)
    test(`that is ${state} hides the address until the payer says that nothing was sent`, () => {
      const page = new Page();
      page.transfer = transferOf({ state });
      assert.equal(seen(page), `transfer ${state}`);
      page.send({ type: 'doubtToggled', isDoubting: true });
      assert.equal(seen(page), `doubt ${state}`);
      page.send({ type: 'doubtToggled', isDoubting: false });
      assert.equal(seen(page), `transfer ${state}`);
      page.send({ type: 'doubtToggled', isDoubting: true }).send({ type: 'notSentConfirmed' });
      assert.equal(seen(page), 'panel other');
    });

  for (const [state, before] of [
    ['asked', 'unknown'],
    ['sent', 'sent'],
    ['unknown', 'unknown'],
  ] as const)
    test(`that is ${state} ends by its time where the network sets one, and the payer reads where to look`, () => {
      const page = new Page();
      page.transfer = transferOf({ state, endsAt: new Date(NOW_MS + 120_000).toISOString() });
      assert.equal(seen(page.after(119_999)), `transfer ${before}`);
      assert.equal(nextWalletChangeMs(page.flow, page.context), NOW_MS + 120_000);
      assert.equal(seen(page.after(1)), 'panel timeOver');
      assert.ok(page.screen.kind === 'panel' && page.screen.notice?.wallet.name === 'Good Wallet');
    });

  test('leaves its note when the next one is asked for, and the outcome of that is shown', () => {
    const page = new Page();
    page.transfer = transferOf({ state: 'unknown', endsAt: new Date(NOW_MS).toISOString() });
    assert.equal(seen(page), 'panel timeOver');
    assert.equal(seen(page.ask('connecting')), 'asking connecting');
    assert.equal(seen(page.end({ kind: 'blocked', obstacle: 'account' })), 'panel account');
  });

  test('without such a time may be paid again after ten minutes', () => {
    const page = new Page();
    page.transfer = transferOf();
    const canPayAgain = () => page.screen.kind === 'transfer' && page.screen.transfer.canPayAgain;
    page.after(599_999);
    assert.equal(canPayAgain(), false);
    page.after(1);
    assert.equal(canPayAgain(), true);
  });

  test('hides the address from no payer a second time, however many more there are', () => {
    const page = new Page();
    page.transfer = transferOf();
    page.send({ type: 'notSentConfirmed' });
    for (const id of [2, 3, 4]) {
      page.transfer = transferOf({ id, state: 'asked' });
      assert.equal(seen(page), 'panel other');
    }
  });
});

describe('a payer who has said that nothing was sent', () => {
  test('sees a new transfer of this page all the same', () => {
    const page = new Page();
    page.transfer = transferOf({ id: 1, state: 'unknown' });
    page.send({ type: 'notSentConfirmed' }).send({ type: 'walletPressed', number: 2, wallet: WALLET });
    assert.equal(seen(page), 'asking connecting');
    page.transfer = transferOf({ id: 2, state: 'asked' });
    page.send({ type: 'transferRecorded', number: 2, transfer: 2, endsAt: null });
    page.send({
      ...{ type: 'ended', number: 2, wallet: WALLET, transfer: 2, isAfterStop: false },
      result: { kind: 'unknown' },
    });
    assert.equal(seen(page), 'transfer unknown');
  });

  test('is told if the wallet sends after all', () => {
    const page = new Page().ask().after(60_000).send({ type: 'notSentConfirmed' });
    assert.equal(seen(page), 'panel other');
    assert.equal(stops(page), 1);
    assert.equal(seen(page.end({ kind: 'sent', transaction: '0xab' }, true)), 'transfer sent');
  });
});

test('another invoice begins anew, and nothing more is called in the wallet', () => {
  const page = new Page().ask().send({ type: 'invoiceLeft' });
  page.transfer = null;
  assert.equal(seen(page), 'panel');
  assert.equal(stops(page), 1);
  page.end({ kind: 'refused' });
  assert.equal(seen(page), 'panel');
});

test('the time of the next change is never in the past', () => {
  const page = new Page();
  assert.equal(nextWalletChangeMs(page.flow, page.context), null);
  page.transfer = transferOf({ state: 'asked' });
  assert.equal(nextWalletChangeMs(page.flow, page.context), NOW_MS + 90_000);
  page.nowMs += 90_000;
  assert.equal(nextWalletChangeMs(page.flow, page.context), NOW_MS + 600_000);
  page.nowMs += 600_000;
  assert.equal(nextWalletChangeMs(page.flow, page.context), null);
});

test('a payer whose wallet never answers is offered to pay again without any other event', () => {
  const page = new Page().ask();
  const times: number[] = [];
  for (let at = nextWalletChangeMs(page.flow, page.context); at !== null && times.length < 9;) {
    page.after(at - page.nowMs);
    times.push(at - NOW_MS);
    at = nextWalletChangeMs(page.flow, page.context);
  }
  assert.deepEqual(times, [60_000, 90_000, 600_000]);
  assert.equal(page.screen.kind === 'transfer' && page.screen.transfer.canPayAgain, true);
});

test('the offer to pay again counts from the moment at which the wallet was asked', () => {
  const page = new Page().ask('connecting').after(5_000).ask();
  page.after(599_999);
  assert.equal(nextWalletChangeMs(page.flow, page.context), page.nowMs + 1);
});

const results: readonly TransferResult[] = [
  { kind: 'sent', transaction: null },
  { kind: 'proposed' },
  { kind: 'unknown' },
  { kind: 'refused' },
  { kind: 'blocked', obstacle: 'changed' },
  { kind: 'short', payment: FUNDS, fee: null },
];
const numbers = fc.integer({ min: 1, max: 2 });
const actions: fc.Arbitrary<WalletAction> = fc.oneof(
  numbers.map((number) => ({ type: 'walletPressed', number, wallet: WALLET }) as const),
  fc
    .tuple(numbers, fc.constantFrom('connecting', 'checking', 'confirming'))
    .map(([number, step]) => ({ type: 'stepReached', number, step, account: null, fee: null }) as const),
  numbers.map((number) => ({ type: 'transferRecorded', number, transfer: number, endsAt: null }) as const),
  fc
    .tuple(numbers, fc.constantFrom(...results), fc.option(numbers), fc.boolean())
    .map(([number, result, transfer, isAfterStop]) => {
      return { type: 'ended', number, result, wallet: WALLET, transfer, isAfterStop } as const;
    }),
  fc
    .constantFrom(
      ...(['otherWayRequested', 'backToWalletRequested', 'shortageDismissed'] as const),
      ...(['notSentConfirmed', 'invoiceLeft', 'timePassed'] as const),
    )
    .map((type) => ({ type })),
  fc.boolean().map((isDoubting) => ({ type: 'doubtToggled', isDoubting }) as const),
);

test('whatever happens, the payer is two answers away from the address', () => {
  fc.assert(
    fc.property(
      fc.array(actions, { maxLength: 20 }),
      fc.constantFrom('asked', 'sent', 'proposed', 'unknown', null),
      fc.nat(700_000),
      (all, state, waitedMs) => {
        const page = new Page();
        if (state !== null) page.transfer = transferOf({ state });
        for (const action of all) page.send(action);
        page.nowMs += waitedMs;
        if (page.screen.kind === 'transfer') page.send({ type: 'doubtToggled', isDoubting: true });
        if (page.screen.kind === 'doubt') page.send({ type: 'notSentConfirmed' });
        if (page.screen.kind === 'short' || page.screen.kind === 'asking')
          page.send({ type: 'otherWayRequested' });
        if (page.screen.kind === 'transfer')
          page.send({ type: 'doubtToggled', isDoubting: true }).send({ type: 'notSentConfirmed' });
        assert.equal(page.screen.kind, 'panel');
      },
    ),
  );
});
