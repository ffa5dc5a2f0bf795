import type { Anvil } from '../wallets/anvil.js';
import type { EnginePage } from './engine-page.js';

/** Puts a wallet into the page that announces itself (EIP-6963). Its requests wait there until they are answered. */
const ANNOUNCE = `
  const asked = [];
  const waiting = new Map();
  const request = ({ method, params = [] }) => new Promise((resolve, reject) => {
    const id = waiting.size + 1;
    waiting.set(id, { resolve, reject });
    asked.push({ id, method, params });
  });
  const info = { uuid: 'node', name: 'Node Wallet', icon: '', rdns: 'org.example.node' };
  const detail = Object.freeze({ info, provider: { request } });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
  window.nodeWallet = {
    take: () => asked.splice(0),
    answer: (id, answer) => waiting.get(id).resolve(answer),
    fail: (id, error) => waiting.get(id).reject(error),
  };
`;

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the wallet does instead of passing on an answer. */
export type Habit = 'answers' | 'refuses to send' | 'never answers after it has sent';

const REFUSAL = { code: 4001, message: 'The payer refused.' };

/**
 * A wallet in the page of a payer, which signs with a key of its own and asks a node for everything else. It uses the driver of the browser, as an extension
 * uses its own process: the policy of the page does not concern it.
 */
export class NodeWallet {
  /** The methods that it was asked for. */
  readonly methods: string[] = [];

  constructor(
    private readonly page: EnginePage,
    private readonly anvil: Anvil,
  ) {}

  async announce(): Promise<void> {
    await this.page.run(ANNOUNCE);
  }

  /** Handles what it was asked for since the last call. */
  async work(habit: Habit = 'answers'): Promise<void> {
    const asked = (await this.page.run('return window.nodeWallet.take();')) as readonly Asked[];
    for (const one of asked) await this.#handle(one, habit);
  }

  async #handle({ id, method, params }: Asked, habit: Habit): Promise<void> {
    this.methods.push(method);
    const isSending = method === 'eth_sendTransaction';
    if (isSending && habit === 'refuses to send') return this.#return('fail', id, REFUSAL);
    try {
      const answer = await this.anvil.callAsWallet(method, params);
      if (!(isSending && habit === 'never answers after it has sent'))
        await this.#return('answer', id, answer);
    } catch (error) {
      await this.#return('fail', id, { code: -32000, message: String(error) });
    }
  }

  async #return(way: 'answer' | 'fail', id: number, value: unknown): Promise<void> {
    await this.page.run(`window.nodeWallet.${way}(arguments[0], arguments[1]);`, id, value);
  }
}
