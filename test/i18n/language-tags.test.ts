import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, languageOf, loadMessages, messagesFor } from '../../src/i18n/index.js';
import { problems } from '../../src/locales/compiled/payer/en/problems.js';
import { setMessages } from '../../src/i18n/set-messages.js';

const PAIRS = {
  'en': 'en',
  'en-GB': 'en',
  'pt-BR': 'pt',
  'pt': 'pt',
  'de-CH-1996': 'de',
  'ZH': 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-Hans-SG': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-Hant-HK': 'zh-Hant',
  'in': 'id',
  'fa-AF': 'fa',
  'ar-EG-u-nu-latn': 'ar',
  'uz': 'uz',
  'uz-Latn-UZ': 'uz',
  'uz-Cyrl': 'en',
  'uz-AF': 'en',
  'kk-Arab': 'en',
  'ru-Latn': 'en',
  'nb': 'en',
  'sv': 'sv',
  'ca': 'en',
  'und': 'en',
};

for (const [tag, found] of Object.entries(PAIRS)) {
  test(`${tag} selects ${found}`, () => {
    assert.equal(languageOf(tag), found);
  });
}

test('Arabic, Persian and Hebrew run from right to left, the others do not', () => {
  assert.deepEqual(['ar', 'fa', 'he', 'ar-EG'].map(directionOf), ['rtl', 'rtl', 'rtl', 'rtl']);
  assert.deepEqual(['en', 'uz', 'zh-Hans', 'hi', 'ja'].map(directionOf), ['ltr', 'ltr', 'ltr', 'ltr', 'ltr']);
});

test('overrides of a shop take precedence, and the other messages stay', (t) => {
  const before = messagesFor('en').m;
  // Other files run in the same process.
  t.after(() =>
    setMessages('en', { card: before.card, problem: { cancel: { title: problems.problem.cancel.title } } }),
  );
  setMessages('en', { card: 'Pay with coins', problem: { cancel: { title: 'Still going on' } } });
  const { m } = messagesFor('en-GB');
  assert.equal(m.card, 'Pay with coins');
  assert.equal(m.problem.cancel.title, 'Still going on');
  assert.equal(m.problem.cancel.text, before.problem.cancel.text);
  assert.equal(m.total, before.total);
  assert.equal(before.card, 'Pay with crypto', 'what was given out before is not touched');
});

test('an extension of a tag changes no messages', (t) => {
  const { total } = messagesFor('en').m;
  t.after(() => setMessages('en', { total }));
  setMessages('en', { total: 'In all' });
  for (const tag of ['en-u-nu-latn', 'en-GB-x-shop', 'en-a-bcd'])
    assert.equal(messagesFor(tag).m.total, 'In all', tag);
});

test('overrides for a country take precedence over those for its language', (t) => {
  const { total } = messagesFor('en').m;
  t.after(() => setMessages('en', { total }));
  setMessages('en', { total: 'In all' });
  setMessages('en-AU', { total: 'All up' });
  assert.equal(messagesFor('en-AU').m.total, 'All up');
  assert.equal(messagesFor('en-GB').m.total, 'In all');
});

test('overrides in a language without spaces break between words, as its messages do', async (t) => {
  await loadMessages('zh-TW');
  const { total, order } = messagesFor('zh-TW').m;
  t.after(() => setMessages('zh-Hant', { total, order }));
  setMessages('zh-Hant', { total: '付款總金額', order: '訂單編號{id}' });
  const { m } = messagesFor('zh-TW');
  assert.match(m.total, /\u200b/);
  assert.match(m.order('A-1'), /\u200b/);
  setMessages('th-LA', { lang: 'th-LA', total: 'ยอดรวมทั้งหมด' });
  assert.match(messagesFor('th-LA').m.total, /\u200b/);
});

test('overrides do not apply to the same language in another script', async (t) => {
  await Promise.all(['zh', 'zh-TW', 'uz'].map(loadMessages));
  const { total } = messagesFor('zh').m;
  const uzbek = messagesFor('uz').m.total;
  t.after(() => {
    setMessages('zh', { total });
    setMessages('uz', { total: uzbek });
  });
  setMessages('zh', { total: '总额' });
  setMessages('uz', { total: 'Jami' });
  assert.equal(messagesFor('zh-SG').m.total.replaceAll('\u200b', ''), '总额');
  assert.equal(messagesFor('uz-Latn-UZ').m.total, 'Jami');
  for (const tag of ['zh-TW', 'zh-Hant', 'uz-Cyrl'])
    assert.doesNotMatch(messagesFor(tag).m.total.replaceAll('\u200b', ''), /^(总额|Jami)$/, tag);
});

test('a shop may add a language of its own, for which nothing is loaded', () => {
  setMessages('ca', { lang: 'ca', total: 'A pagar' });
  const { m, state } = messagesFor('ca-ES');
  assert.equal(state, 'ready');
  assert.equal(m.lang, 'ca');
  assert.equal(m.total, 'A pagar');
});

test('a wrong tag is named, with a right one', () => {
  assert.throws(() => setMessages('pt_BR', {}), /"pt_BR" is not a language tag\. Use one such as/);
});
