// Run by the bench as a process of its own: the proxy behind node:http, both as the package has them.
import { createServer } from 'node:http';
import { createCheckoutProxy } from 'crypto-checkout/proxy';
import { toNodeListener } from 'crypto-checkout/proxy/node';
import { listening } from '../../soak/listening.js';
import { ACCOUNT, MERCHANT_SECRET } from './account.js';
import { settingsOf, answerParent } from './child-protocol.js';

interface ProxySettings {
  readonly store: string;
  readonly serviceUrl: string;
  /** Neither polls nor delivers. */
  readonly isIdle: boolean;
}

const { store, serviceUrl, isIdle } = settingsOf<ProxySettings>();
let amount = '49.00';
const quiet = () => undefined;
const proxy = createCheckoutProxy({
  service: { url: serviceUrl, ...ACCOUNT, testMode: true },
  orders: (id) => ({ id, amount, currency: 'EUR' }),
  ...(isIdle ? {} : { onEvent: quiet }),
  logger: { info: quiet, warn: quiet, error: quiet },
  merchant: { secrets: [MERCHANT_SECRET] },
  ...{ store, rateLimits: false },
});
const port = await listening(createServer(toNodeListener(proxy)), 0);
if (!isIdle) await proxy.start();
answerParent({ port }, { price: (question: { readonly amount: string }) => void ({ amount } = question) });
