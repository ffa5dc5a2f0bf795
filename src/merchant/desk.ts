// The script of the page that the command `desk` serves. The link contains a secret in the fragment of its address, which browsers
// send to no server. The script exchanges it for a key of this tab. With the key, it gets new sessions while the desk runs.
import { directionOf, languageOf } from '../i18n/index.js';
import { SignedOutError } from './client/session-token.js';
import { CryptoMerchant } from './entry.js';
import { merchantMessages } from './parts/messages.js';

const KEY = 'crypto-checkout-desk';
const locale = navigator.language;
const main = document.getElementById('desk');

/** Returns the key of this tab, which survives a reload and is gone when the tab is closed. */
async function readKey(): Promise<string | null> {
  const secret = location.hash.slice(1);
  if (secret !== '') {
    history.replaceState(null, '', '/');
    const response = await fetch('/open', { method: 'POST', body: secret });
    if (response.ok) sessionStorage.setItem(KEY, await response.text());
  }
  return sessionStorage.getItem(KEY);
}

/** Sends a request with the key of this tab. */
async function post(path: string, key: string, body?: object): Promise<string> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: body ? JSON.stringify(body) : null,
    cache: 'no-store',
  });
  if (response.ok) return response.text();
  if (response.status !== 401) throw new TypeError(`the desk has answered ${response.status}`);
  sessionStorage.removeItem(KEY);
  await showEnded();
  throw new SignedOutError('the command was started again');
}

async function showEnded(): Promise<void> {
  const t = await merchantMessages.load(languageOf(locale));
  const title = document.createElement('h1');
  title.textContent = t.deskEnded;
  const text = document.createElement('p');
  text.textContent = t.deskEndedText;
  document.documentElement.lang = t.lang;
  document.documentElement.dir = directionOf(t.lang);
  main?.replaceChildren(title, text);
}

function showDesk(key: string): void {
  const desk = new CryptoMerchant();
  desk.session = () => post('/session', key);
  if (main?.dataset['signsPayouts'] !== undefined)
    desk.signPayout = (signing) => post('/payouts/sign', key, signing);
  main?.replaceChildren(desk);
}

// A link that is opened in the same tab may change the fragment only, which loads no new page.
addEventListener('hashchange', () => location.reload());
document.documentElement.lang = locale;
document.documentElement.dir = directionOf(languageOf(locale));
const key = await readKey().catch(() => null);
if (key === null) await showEnded();
else showDesk(key);
