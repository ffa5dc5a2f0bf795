// Run by the bench as a process of its own: the proxy as a shop runs it, with everything that it can serve and its default limits.
import { createServer } from 'node:http';
import { createCheckoutProxy } from 'crypto-checkout/proxy';
import { toNodeListener } from 'crypto-checkout/proxy/node';
import { listening } from '../../soak/listening.js';
import { ACCOUNT, MERCHANT_SECRET, ORDER_SECRET } from './account.js';
import { answerParent, settingsOf } from './child-protocol.js';

interface PublicSettings {
  readonly store: string;
  readonly serviceUrl: string;
}

const { store, serviceUrl } = settingsOf<PublicSettings>();
const quiet = () => undefined;
const proxy = createCheckoutProxy({
  service: { url: serviceUrl, ...ACCOUNT, testMode: true },
  orderSecrets: [ORDER_SECRET],
  onEvent: quiet,
  logger: { info: quiet, warn: quiet, error: quiet },
  merchant: { secrets: [MERCHANT_SECRET] },
  publicUrl: 'https://pay.shop.example/crypto-checkout',
  shop: { name: 'Alder & Finch', logo: 'server-example/pages/icon.svg' },
  metrics: true,
  // The load names its client in the header of a balancer.
  trustedProxies: ['127.0.0.1'],
  store,
});
const port = await listening(createServer(toNodeListener(proxy)), 0);
await proxy.start();
answerParent({ port }, {});
