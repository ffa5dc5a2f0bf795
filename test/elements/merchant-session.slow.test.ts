import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { ATTENTION_ITEMS, attentionOf } from '../../stories/desk-fixtures.js';
import { shown } from './checkout-fixture.js';
import { until } from '../until.js';

const TOKEN = 'aaaa.bbbb.cccc';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** Answers the requests of the page; the returned function restores the browser's fetch. */
function answering(answer: (sent: Sent) => Response): { readonly sent: Sent[]; readonly stop: () => void } {
  const own = window.fetch;
  const sent: Sent[] = [];
  window.fetch = async (input, init = {}) => {
    const request = { url: String(input), init };
    sent.push(request);
    return answer(request);
  };
  return { sent, stop: () => Object.assign(window, { fetch: own }) };
}

describe('the session of the staff', () => {
  it('comes from the shop by a POST with its cookies, and goes to the proxy in one header alone', async () => {
    const network = answering(({ url }) =>
      url === '/desk/session' ? new Response(`${TOKEN}\n`) : Response.json(attentionOf(ATTENTION_ITEMS)),
    );
    try {
      const element = await fixture(
        html`<crypto-merchant-attention
          session-url="/desk/session"
          endpoint="https://pay.example/c"
          locale="en-GB"
        ></crypto-merchant-attention>`,
      );
      await until(() => shown(element).includes('Paid late'), 'the list');
      const [session, list] = network.sent;
      expect([session?.init.method, session?.init.credentials]).to.deep.equal(['POST', 'include']);
      expect(list?.url).to.equal('https://pay.example/c/merchant/attention?limit=100');
      expect(new Headers(list?.init.headers).get('authorization')).to.equal(`Bearer ${TOKEN}`);
      const stored = [
        document.cookie,
        ...Object.values(localStorage),
        ...Object.values(sessionStorage),
      ].join();
      expect(stored + network.sent.map(({ url }) => url).join() + element.outerHTML).not.to.contain(TOKEN);
    } finally {
      network.stop();
    }
  });

  it('is over when the shop refuses a new one, and can be had again after signing in', async () => {
    let isSignedIn = false;
    const network = answering(({ url }) => {
      if (url !== '/desk/session') return Response.json(attentionOf(ATTENTION_ITEMS));
      return isSignedIn ? new Response(TOKEN) : new Response('', { status: 401 });
    });
    try {
      const element = await fixture(
        html`<crypto-merchant-attention
          session-url="/desk/session"
          locale="en-GB"
        ></crypto-merchant-attention>`,
      );
      await until(() => shown(element).includes('You are signed out'), 'the reason');
      isSignedIn = true;
      element.shadowRoot?.querySelector<HTMLButtonElement>('.none button')?.click();
      await until(() => shown(element).includes('Paid late'), 'the list');
    } finally {
      network.stop();
    }
  });
});
