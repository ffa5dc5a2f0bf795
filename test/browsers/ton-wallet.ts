import { until } from '../until.js';
import type { EnginePage } from './engine-page.js';

/** Puts a bridge of TON Connect into the page. What it is asked for waits there until the payer presses in its window. */
const INJECT = `
  const asked = [];
  const open = { connect: [], send: [] };
  const ask = (method, args) => new Promise((resolve) => {
    asked.push([method, args]);
    open[method].push(resolve);
  });
  const features = [{ name: 'SendTransaction', maxMessages: 4, itemTypes: ['ton', 'jetton'] }];
  window.waveWallet = {
    tonconnect: {
      ...{ protocolVersion: 2, isWalletBrowser: false },
      deviceInfo: { platform: 'browser', appName: 'wave', appVersion: '1', maxProtocolVersion: 2, features },
      walletInfo: { name: 'Wave Wallet', image: 'https://wave.example/icon.png' },
      connect: (...args) => ask('connect', args),
      send: (...args) => ask('send', args),
      restoreConnection: () => Promise.resolve({ event: 'connect_error', payload: { code: 100, message: '' } }),
      listen: () => () => undefined,
    },
  };
  window.waveWindow = { asked, press: (method, at, answer) => open[method][at](answer) };
`;

const ACCOUNT = `0:${'a1'.repeat(32)}`;

type Method = 'connect' | 'send';
type Asked = readonly [method: Method, args: readonly unknown[]];

/** A wallet on TON in the page of a payer, whose window shows each request until the payer presses. */
export class TonWallet {
  readonly name = 'Wave Wallet';
  readonly account = ACCOUNT;
  /** The presses of the payer in its window. */
  presses = 0;

  constructor(private readonly page: EnginePage) {}

  async inject(): Promise<void> {
    await this.page.run(INJECT);
  }

  /** All that it was asked for since the page was loaded. */
  async asked(): Promise<readonly Asked[]> {
    return (await this.page.run('return window.waveWindow.asked;')) as readonly Asked[];
  }

  /** Returns the arguments of the request that its window shows, once it is there: the first, second, … of its method. */
  async shows(method: Method, count = 1): Promise<readonly unknown[]> {
    let shown: Asked | undefined;
    await until(async () => {
      const asked = await this.asked();
      shown = asked.filter(([name]) => name === method)[count - 1];
      return shown !== undefined;
    }, `the wallet shows "${method}"`);
    return shown?.[1] ?? [];
  }

  async connects(count = 1): Promise<void> {
    const item = { name: 'ton_addr', address: ACCOUNT, network: '-239' };
    const device = { features: [{ name: 'SendTransaction', itemTypes: ['ton', 'jetton'] }] };
    await this.#press('connect', count, { event: 'connect', id: 1, payload: { items: [item], device } });
  }

  /** Answers with the message that it has sent, whose hash is no transaction's. */
  async confirms(count = 1): Promise<void> {
    await this.#press('send', count, { result: 'te6cckEBAQEAAgAAAEysuc0=', id: '1' });
  }

  async declines(count = 1): Promise<void> {
    await this.#press('send', count, { error: { code: 300, message: 'The payer declined.' }, id: '1' });
  }

  async #press(method: Method, count: number, answer: object): Promise<void> {
    this.presses += 1;
    await this.page.run('window.waveWindow.press(...arguments);', method, count - 1, answer);
  }
}
