import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { checkout, offersOf } from '../../stories/fixtures.js';
import {
  active,
  focused,
  isOpen,
  OFFERS,
  openPicker,
  options,
  popoverOf,
  press,
  rows,
  search,
  type,
} from './currency-picker-support.js';
import { all, control, holdTimers, one, said, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';

/** The time that an element waits for the frame after a press. */
const NO_PICTURE_MS = 500;

/** Rows of the list of networks. */
const TRON = 'TRON TRC-20 Medium fee · 1 min';
const SOLANA = 'Solana SPL Low fee · 1 min';

describe('crypto-currency-picker', () => {
  it('offers every coin once, stablecoins first', async () => {
    const { element } = await openPicker();
    expect(all(element, '[role=group]').map((group) => group.getAttribute('aria-label'))).to.deep.equal([
      'Stablecoins',
      'Other coins',
    ]);
    expect(options(element).map((text) => text.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'Tether USDT',
      'USD Coin',
      'PayPal USD',
      'Bitcoin BTC',
      'Solana SOL',
    ]);
  });

  it('requires a network for a coin that is offered on several', async () => {
    const { element, chosen } = await openPicker();
    rows(element)[0]?.click();
    await settled(element);
    expect(shown(element)).to.contain('Choose a network for USDT');
    expect(options(element)).to.deep.equal([TRON, SOLANA]);
    expect(chosen).to.deep.equal([]);
    rows(element)[0]?.click();
    expect(chosen).to.deep.equal(['USDT_TRC20']);
    expect(element.value).to.equal('USDT_TRC20');
  });

  it('names the level of the fee and the time of every network, and no amount', async () => {
    const { element } = await openPicker(checkout.offers);
    const seen = new Set<string>();
    for (const coin of ['Tether', 'USD Coin', 'Ether']) {
      rows(element)
        .find((row) => row.innerText.startsWith(coin))
        ?.click();
      await settled(element);
      for (const text of options(element)) {
        expect(text).to.match(/ (?:Low fee|Medium fee|Fee varies) · \d+(?:–\d+)? min$/);
        seen.add(text);
      }
      control(element, 'Back to coins').click();
      await settled(element);
    }
    expect([...seen]).to.include('Base Low fee · 1 min');
    expect(seen.size).to.equal(8);
  });

  it('skips the network if there is only one, and names it beforehand', async () => {
    const { element, chosen } = await openPicker();
    const coin = rows(element).find((option) => option.innerText.includes('PayPal'));
    expect(words(coin?.innerText ?? '')).to.equal('PayPal USD PYUSD on Ethereum (ERC-20)');
    coin?.click();
    expect(chosen).to.deep.equal(['PYUSD_ERC20']);
  });

  it('finds finished pairs by coin, network or nickname, the coin itself first', async () => {
    const { element, chosen } = await openPicker();
    await type(element, 'sol');
    expect(options(element)).to.deep.equal([
      'Solana SOL',
      'Tether USDT on Solana (SPL)',
      'USD Coin USDC on Solana (SPL)',
    ]);
    await until(() => said(element) === 'Matches for “sol”: 3 of 6.', 'the outcome is said');
    await press(element, 'ArrowDown', 'Enter');
    expect(chosen).to.deep.equal(['USDT_SOL']);
    await type(element, 'trc-20');
    expect(options(element)).to.deep.equal(['Tether USDT on TRON (TRC-20)']);
    await press(element, 'Escape');
    await type(element, 'tether trc20');
    expect(options(element)).to.deep.equal(['Tether USDT on TRON (TRC-20)']);
  });

  it('lists the accepted currencies if nothing matches, and leads back', async () => {
    const { element } = await openPicker();
    await type(element, '<b>doge');
    expect(shown(element)).to.contain('No results for “<b>doge”.');
    expect(shown(element)).to.contain('This shop accepts 5 coins on 4 networks.');
    await expect(element).to.be.accessible();
    control(element, 'Show all').click();
    await settled(element);
    expect(options(element)).to.have.length(5);
    expect(focused(element)).to.equal('search');
  });

  it('works by the keyboard alone: down, enter, down, enter', async () => {
    const { element, chosen } = await openPicker();
    search(element).focus();
    expect(active(element)).to.equal(null);
    await press(element, 'ArrowDown');
    expect(active(element)).to.contain('Tether');
    await press(element, 'Enter');
    expect(element.shadowRoot?.activeElement?.getAttribute('role')).to.equal('listbox');
    expect(active(element)).to.equal(TRON);
    await press(element, 'End');
    expect(active(element)).to.equal(SOLANA);
    await press(element, 'ArrowDown');
    expect(active(element), 'the list ends').to.equal(SOLANA);
    await press(element, 'Home', ' ');
    expect(chosen).to.deep.equal(['USDT_TRC20']);
  });

  it('chooses no network with the second half of a double press of a key', async () => {
    const { element, chosen } = await openPicker();
    search(element).focus();
    await press(element, 'Home');
    const pressAt = async (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      element.shadowRoot?.activeElement?.dispatchEvent(
        Object.defineProperty(event, 'timeStamp', { value: timeStamp }),
      );
      await settled(element);
    };
    await pressAt('Home', 100);
    await pressAt('Enter', 101);
    expect(shown(element), 'also in a page that has only begun').to.contain('Choose a network for USDT');
    await pressAt('Escape', 102);
    await pressAt('Enter', 10_000);
    for (const key of ['Enter', ' ']) await pressAt(key, 10_499);
    expect(shown(element)).to.contain('Choose a network for USDT');
    expect(chosen).to.deep.equal([]);
    await pressAt('Enter', 10_500);
    expect(chosen, 'who takes the time to read is not kept waiting').to.deep.equal(['USDT_TRC20']);
    await pressAt('Home', 20_000);
    await pressAt('Enter', 20_000);
    await pressAt('ArrowDown', 20_001);
    await pressAt('Enter', 20_002);
    expect(chosen[1], 'nor who goes on in the list').to.equal('USDT_SOL');
  });

  it('chooses once with Enter after a search, for any number of presses', async () => {
    const { element, chosen } = await openPicker();
    await type(element, 'usdt');
    expect(active(element), 'a finished pair is marked').to.equal('Tether USDT on TRON (TRC-20)');
    await press(element, 'Enter', 'Enter', 'Enter');
    expect(chosen).to.deep.equal(['USDT_TRC20']);
  });

  it('chooses nothing with the press that opened the list, held down or repeated', async () => {
    const { element, chosen } = await openPicker(offersOf('BTC', 'LTC'), { inline: false });
    await openByKey(element);
    const list = () => one(element, '#list');
    list().dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
    list().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true }));
    expect(chosen, 'held down').to.deep.equal([]);
    popoverOf(element).hidePopover();
    await settled(element);
    const openedAtMs = performance.now();
    await openByKey(element);
    const twice = new KeyboardEvent('keydown', { key: 'Enter' });
    list().dispatchEvent(Object.defineProperty(twice, 'timeStamp', { value: openedAtMs + 400 }));
    expect(active(element)).to.equal('Bitcoin BTC');
    expect(chosen, 'repeated').to.deep.equal([]);
    expect(isOpen(element)).to.equal(true);
  });

  it('returns from the networks to the same coin, by the key or by the button', async () => {
    const { element } = await openPicker();
    rows(element)[0]?.click();
    await settled(element);
    await press(element, 'Escape');
    expect(active(element)).to.contain('Tether');
    await press(element, 'Enter');
    control(element, 'Back to coins').click();
    await settled(element);
    expect(active(element)).to.contain('Tether');
    await sendKeys({ type: 'b' });
    expect(focused(element), 'typing on the list is searching').to.equal('search');
  });

  it('shows an unavailable currency with its reason, and does not accept it', async () => {
    const { element, chosen } = await openPicker([
      { code: 'BTC', available: false, reason: 'The network is being repaired' },
      { code: 'LTC', available: false, reason: 'service_refused' },
      ...offersOf('USDT_TRC20'),
    ]);
    expect(options(element).slice(1)).to.deep.equal([
      'Bitcoin The network is being repaired',
      'Litecoin Not available right now',
    ]);
    const bitcoin = rows(element)[1];
    expect(bitcoin?.getAttribute('aria-disabled')).to.equal('true');
    bitcoin?.click();
    one(element, '[role=listbox]').focus();
    await press(element, 'End', 'Enter');
    expect(active(element), 'the reason can be read by the keyboard').to.contain('Litecoin');
    expect(chosen).to.deep.equal([]);
  });

  it('keeps every row at least 44 px high', async () => {
    const { element } = await openPicker(checkout.offers);
    for (const option of rows(element)) {
      expect(option.getBoundingClientRect().height).to.be.at.least(44);
    }
  });

  describe('a standalone picker', () => {
    it('is one button that opens the list beside it', async () => {
      const { element } = await openPicker(checkout.offers, { inline: false });
      expect(options(element)).to.deep.equal([]);
      const trigger = control(element, 'Choose a coin');
      trigger.click();
      await settled(element);
      expect(options(element).length).to.be.greaterThan(10);
      const popover = one(element, '[popover]');
      const gap = () => popover.getBoundingClientRect().top - trigger.getBoundingClientRect().bottom;
      await until(() => Math.abs(gap() - 4) < 1, 'the popover stands below its button');
      expect(popover.hasAttribute('style')).to.equal(false);
      expect(trigger.getAttribute('aria-expanded')).to.equal('true');
      await expect(element).to.be.accessible();
    });

    it('closes with the choice, shows it, and returns the focus', async () => {
      const { element, chosen } = await openPicker(OFFERS, { inline: false });
      await openByKey(element);
      await press(element, 'Home', 'Enter', 'Home', 'Enter');
      expect(chosen).to.deep.equal(['USDT_TRC20']);
      expect(isOpen(element)).to.equal(false);
      await until(() => focused(element) === 'trigger', 'the focus is given back');
      expect(shown(element)).to.contain('USDT on TRON (TRC-20)');
    });

    it('clears with Escape, then closes, and begins with the coins the next time', async () => {
      const { element } = await openPicker(OFFERS, { inline: false });
      await openByKey(element);
      await press(element, 'Home', 'Enter');
      expect(shown(element)).to.contain('Choose a network for USDT');
      await press(element, 'Escape');
      await type(element, 'sol');
      await press(element, 'Escape');
      expect(isOpen(element)).to.equal(true);
      expect(options(element)).to.have.length(5);
      await press(element, 'Escape');
      await until(() => !isOpen(element), 'it closes');
      await until(() => focused(element) === 'trigger', 'the focus is given back');
      await openByKey(element);
      expect(shown(element)).to.contain('How would you like to pay?');
    });

    it('starts at the selection when it opens again', async () => {
      const { element } = await openPicker(OFFERS, { inline: false });
      element.value = 'USDT_SOL';
      await openByKey(element);
      await press(element, 'ArrowDown', 'ArrowUp', 'Home', 'Enter');
      expect(active(element)).to.equal(SOLANA);
      expect(rows(element).map((row) => row.getAttribute('aria-selected'))).to.deep.equal(['false', 'true']);
    });

    it('opens with an arrow key, and closes when it loses the focus', async () => {
      const { element } = await openPicker(OFFERS, { inline: false });
      const after = document.createElement('button');
      element.after(after);
      control(element, 'Choose a coin').focus();
      await press(element, 'ArrowDown');
      await until(() => focused(element) !== 'trigger', 'the focus went in');
      after.focus();
      await settled(element);
      expect(isOpen(element)).to.equal(false);
      expect(document.activeElement === after).to.equal(true);
    });

    it('is closed when it is removed and inserted again', async () => {
      const { element } = await openPicker(OFFERS, { inline: false });
      await openByKey(element);
      const parent = element.parentElement;
      element.remove();
      parent?.append(element);
      await settled(element);
      expect(isOpen(element)).to.equal(false);
      expect(one(element, '#trigger').getAttribute('aria-expanded')).to.equal('false');
      expect(rows(element)).to.have.length(0);
    });

    it('is a sheet at the lower edge of a small screen, and stays inside a low one', async () => {
      await setViewport({ width: 360, height: 640 });
      const { element } = await openPicker(checkout.offers, { inline: false });
      control(element, 'Choose a coin').click();
      await settled(element);
      const box = () => popoverOf(element).getBoundingClientRect();
      await until(() => Math.round(box().bottom) === 640 && Math.round(box().width) === 360, 'a sheet');
      await setViewport({ width: 800, height: 300 });
      await until(() => box().top >= 0 && box().bottom <= 300 && box().width < 400, 'inside the window');
      await setViewport({ width: 800, height: 600 });
    });
  });

  describe('as the offers change', () => {
    it('keeps the keyboard on its row, also if that is no longer available', async () => {
      const { element, chosen } = await openPicker();
      search(element).focus();
      await press(element, 'End', 'ArrowUp');
      expect(active(element)).to.contain('Bitcoin');
      element.offers = [...offersOf('LTC', 'TRX'), ...OFFERS].map((offer) =>
        offer.code === 'BTC' ? { ...offer, available: false } : offer,
      );
      await settled(element);
      expect(active(element)).to.equal('Bitcoin Not available right now');
      await press(element, 'Enter');
      expect(chosen).to.deep.equal([]);
    });

    it('keeps the focus if the row, the coin or all of them are gone', async () => {
      const { element } = await openPicker();
      search(element).focus();
      await press(element, 'Home', 'Enter', 'End');
      element.offers = OFFERS.filter(({ code }) => code !== 'USDT_SOL');
      await settled(element);
      expect(active(element), 'the place where it was').to.equal(TRON);
      element.offers = OFFERS.filter(({ code }) => !code.startsWith('USDT'));
      await settled(element);
      expect(focused(element)).to.equal('list');
      expect(options(element)).to.have.length(4);
      element.offers = [];
      await settled(element);
      expect(focused(element)).to.equal('list');
      expect(shown(element)).to.contain('No coins are available right now.');
    });
  });

  describe('with few offers', () => {
    it('is one list of finished pairs, the one used last first, then stablecoins', async () => {
      const { element, chosen } = await openPicker(offersOf('BTC', 'USDT_TRC20', 'USDT_SOL', 'LTC'), {
        recent: 'LTC',
      });
      expect(all(element, 'input')).to.have.length(0);
      expect(options(element)).to.deep.equal([
        'Litecoin LTC',
        'Tether USDT on TRON (TRC-20)',
        'Tether USDT on Solana (SPL)',
        'Bitcoin BTC',
      ]);
      rows(element)[2]?.click();
      expect(chosen).to.deep.equal(['USDT_SOL']);
    });

    it('skips the coin if there is only one', async () => {
      const { element } = await openPicker(checkout.offers.filter(({ code }) => code.startsWith('USDT')));
      expect(options(element)).to.have.length(7);
    });

    it('accepts one offer, and says so when none is available', async () => {
      const { element, chosen } = await openPicker(offersOf('BTC'));
      rows(element)[0]?.click();
      expect(chosen).to.deep.equal(['BTC']);
      element.offers = [{ code: 'BTC', available: false }];
      await settled(element);
      expect(shown(element)).to.contain('No coins are available right now.');
      expect(options(element)).to.deep.equal(['Bitcoin Not available right now']);
      await expect(element).to.be.accessible();
    });
  });

  describe('a recently used currency', () => {
    it('is one press away, if it is offered, and hidden during a search', async () => {
      const { element, chosen, written } = await openPicker(OFFERS, { recent: 'USDT_SOL LTC BTC' });
      const chips = () => all(element, '.chip').map(({ innerText }) => words(innerText));
      expect(chips()).to.deep.equal(['USDT on Solana', 'Bitcoin']);
      await type(element, 'b');
      expect(chips()).to.deep.equal([]);
      await press(element, 'Escape');
      control(element, 'Bitcoin').click();
      expect(chosen).to.deep.equal(['BTC']);
      expect(written).to.deep.equal([['crypto-checkout:recent', 'BTC USDT_SOL LTC']]);
    });

    it('comes first among the networks', async () => {
      const { element } = await openPicker(OFFERS, { recent: 'USDT_SOL' });
      rows(element)[0]?.click();
      await settled(element);
      expect(options(element)).to.deep.equal(['Solana SPL Last used Low fee · 1 min', TRON]);
    });

    it('is missing if storage is blocked, and choosing works nevertheless', async () => {
      const { element, chosen } = await openPicker();
      const blocked = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
      element.storage = { getItem: blocked, setItem: blocked };
      await settled(element);
      all(element, '[role=option]')[1]?.click();
      expect(chosen).to.deep.equal(['USDC_SOL']);
    });
  });

  describe('with a mouse', () => {
    const placeOf = (row: Element | undefined): [number, number] => {
      const box = row?.getBoundingClientRect();
      return [Math.round(box?.x ?? 0) + 20, Math.round(box?.y ?? 0) + 20];
    };

    it('shows that a row is pressed, and only then draws the next step', async () => {
      const { element } = await openPicker();
      const [row] = rows(element);
      await sendMouse({ type: 'move', position: placeOf(row) });
      await sendMouse({ type: 'down' });
      const look = row && getComputedStyle(row).boxShadow;
      // Whatever time the picture takes here.
      const timers = holdTimers(NO_PICTURE_MS);
      const order: string[] = [];
      element.addEventListener('click', () => {
        requestAnimationFrame(() => order.push('picture'));
        void element.updateComplete.then(() => order.push('networks'));
      });
      await sendMouse({ type: 'up' });
      expect(look).to.contain('inset');
      await until(() => order.length === 2, 'what follows is drawn');
      expect(order).to.deep.equal(['picture', 'networks']);
      timers.restore();
      expect(shown(element)).to.contain('Choose a network for USDT');
    });

    it('chooses no network with the second half of a double click or tap, or with a key held down', async () => {
      const { element, chosen } = await openPicker();
      const [x, y] = placeOf(rows(element)[0]);
      for (const detail of [1, 2]) {
        const under = element.shadowRoot?.elementFromPoint(x, y);
        under?.dispatchEvent(new PointerEvent('click', { bubbles: true, detail, pointerType: 'mouse' }));
        await settled(element);
      }
      expect(shown(element)).to.contain('Choose a network for USDT');
      control(element, 'Back to coins').click();
      await settled(element);
      const firstTapMs = performance.now() + 1000;
      for (let tap = 0; tap < 2; tap += 1) {
        const under = element.shadowRoot?.elementFromPoint(x, y);
        const click = new PointerEvent('click', { bubbles: true, detail: 1, pointerType: 'touch' });
        under?.dispatchEvent(Object.defineProperty(click, 'timeStamp', { value: firstTapMs + tap * 499 }));
        await element.updateComplete;
      }
      for (const [key, repeat] of [
        ['ArrowDown', false],
        ['Enter', true],
      ] as const)
        one(element, '#list').dispatchEvent(new KeyboardEvent('keydown', { key, repeat }));
      expect(shown(element)).to.contain('Choose a network for USDT');
      expect(chosen).to.deep.equal([]);
    });

    it('marks no network before a key is pressed', async () => {
      const { element } = await openPicker();
      // Not the second click after the first click of the test before.
      await sendMouse({ type: 'click', position: [1, 1] });
      await sendMouse({ type: 'click', position: placeOf(rows(element)[0]) });
      await settled(element);
      expect(shown(element)).to.contain('Choose a network for USDT');
      expect(active(element)).to.equal(null);
      await press(element, 'ArrowDown');
      expect(active(element)).to.equal(TRON);
    });
  });
});

async function openByKey(element: Parameters<typeof press>[0]): Promise<void> {
  one(element, '#trigger').focus();
  await press(element, 'Enter');
  await until(() => ['search', 'list'].includes(focused(element) ?? ''), 'the focus went in');
}
