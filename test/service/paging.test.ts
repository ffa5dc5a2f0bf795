import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ServiceClient } from '../../src/service/index.js';
import type { Answer, RecordedRequest } from './scripted-service.js';
import { invoiceText, json, startService, success, walletText } from './scripted-service.js';

const PERIOD = { start: new Date('2026-11-20T23:59:59Z'), end: new Date('2026-11-22T00:00:00Z') };

interface Shelf {
  /** The ids in the service's order. */
  ids: readonly string[];
  /** Maximum records per response. */
  pageSize: number;
  /** Reorders a page. */
  shuffle: (page: string[]) => string[];
}

/** A list as in the service doc, except for the page size. */
function listAnswer(shelf: Shelf, wrap: (page: string[], total: number) => string): Answer {
  return (response, requested) => {
    const { offset, limit } = JSON.parse(requested.body) as { offset: number; limit: number };
    const page = shelf.ids.slice(offset, offset + Math.min(limit, shelf.pageSize, 100));
    json(wrap(shelf.shuffle([...page]), shelf.ids.length))(response, requested);
  };
}

const uuid = (id: string) => ({ uuid: JSON.stringify(id) });

const invoicePage = (page: string[], total: number) =>
  `{"status":"success","result":[${page.map((id) => invoiceText(uuid(id))).join(',')}],"all_count":${total}}`;

const invoicePageWithoutTotal = (page: string[]) => invoicePage(page, 0).replace(',"all_count":0', '');

const walletPage = (page: string[]) =>
  `{"status":"success","result":{"staticWallets":[${page.map((id) => walletText(uuid(id))).join(',')}]}}`;

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `INV-${String(index).padStart(8, '0')}`);
}

function shelfOf(count: number, pageSize = 100): Shelf {
  return { ids: ids(count), pageSize, shuffle: (page) => page };
}

async function idsOf(list: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of list) found.push(id);
  return found;
}

const bodies = (requested: readonly RecordedRequest[]): unknown[] =>
  requested.map(({ body }) => JSON.parse(body) as unknown);

test('a list is requested in pages of 100 with both days', async (t) => {
  const { client, requested } = await startService(t, listAnswer(shelfOf(250), invoicePage));
  assert.deepEqual(await idsOf(client.listInvoices(PERIOD)), ids(250));
  const days = { start: '20.11.2026', end: '22.11.2026' };
  assert.deepEqual(
    bodies(requested),
    [0, 100, 200].map((offset) => ({ ...days, offset, limit: 100 })),
  );
  assert.ok(requested.every(({ path }) => path === '/v2/invoice/merchant/list'));
});

test('a full last page is not followed by another call when the service gives the total', async (t) => {
  const { client, requested } = await startService(t, listAnswer(shelfOf(200), invoicePage));
  assert.equal((await idsOf(client.listInvoices(PERIOD))).length, 200);
  assert.equal(requested.length, 2);
});

test('a period without invoices is an empty list', async (t) => {
  const { client, requested } = await startService(t, listAnswer(shelfOf(0), invoicePage));
  assert.deepEqual(await idsOf(client.listInvoices(PERIOD)), []);
  assert.equal(requested.length, 1);
});

test('no page is requested before reading starts or after it stops', async (t) => {
  const { client, requested } = await startService(t, listAnswer(shelfOf(250), invoicePage));
  const list = client.listInvoices(PERIOD);
  assert.equal(requested.length, 0);
  for await (const { id } of list) if (id === 'INV-00000100') break;
  assert.equal(requested.length, 2);
});

test('a listed invoice contains the amount paid', async (t) => {
  const { client } = await startService(t, success(`[${invoiceText({ amount_paid: '1e-7' })}]`));
  const found: unknown[] = [];
  for await (const { amountPaid, orderId } of client.listInvoices(PERIOD)) found.push([amountPaid, orderId]);
  assert.deepEqual(found, [['0.0000001', 'order-7']]);
});

test('the list of static wallets is requested with shop and days', async (t) => {
  const { client, requested } = await startService(t, listAnswer(shelfOf(130), walletPage));
  assert.deepEqual(await idsOf(client.listStaticWallets(PERIOD)), ids(130));
  const always = { shop_id: 'shop-1', start: '20.11.2026', end: '22.11.2026', limit: 100 };
  assert.deepEqual(bodies(requested), [
    { ...always, offset: 0 },
    { ...always, offset: 100 },
  ]);
  assert.ok(requested.every(({ path }) => path === '/v2/invoice/static/list'));
});

test('every id comes exactly once, for any total, any page size of the service and any order in a page', async (t) => {
  const shelf = shelfOf(0);
  let wrap: (page: string[], total: number) => string = invoicePage;
  const { client } = await startService(t, (response, requested) =>
    listAnswer(shelf, wrap)(response, requested),
  );
  const lists = [
    [invoicePage, () => client.listInvoices(PERIOD)],
    [invoicePageWithoutTotal, () => client.listInvoices(PERIOD)],
    [walletPage, () => client.listStaticWallets(PERIOD)],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(230),
      fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constantFrom(10, 50, 100)),
      fc.constantFrom(...lists),
      fc.infiniteStream(fc.nat()),
      async (total, pageSize, [page, list], order) => {
        Object.assign(shelf, {
          ids: ids(total),
          pageSize,
          shuffle: (part: string[]) => shuffled(part, order),
        });
        wrap = page;
        assert.deepEqual((await idsOf(list())).sort(), ids(total));
      },
    ),
    { numRuns: 60 },
  );
});

function shuffled(page: readonly string[], order: Iterator<number>): string[] {
  return page
    .map((id) => ({ id, rank: Number(order.next().value) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

test('an invoice that is created while the list is read shifts the pages, and none comes twice or is lost', async (t) => {
  const shelf = shelfOf(150);
  const { client } = await startService(t, listAnswer(shelf, invoicePage));
  const found: string[] = [];
  for await (const { id } of client.listInvoices(PERIOD)) {
    if (found.length === 0) shelf.ids = ['INV-NEWEST01', ...shelf.ids];
    found.push(id);
  }
  assert.deepEqual(found, ids(150));
});

test('a service that ignores the offset ends the list of wallets', async (t) => {
  for (const count of [3, 100]) {
    const { client, requested } = await startService(t, (response, entry) =>
      json(walletPage(ids(count)))(response, entry),
    );
    assert.deepEqual(await idsOf(client.listStaticWallets(PERIOD)), ids(count));
    assert.equal(requested.length, 2);
  }
});

for (const [what, secondPage] of [
  ['repeats its first page', ids(100)],
  ['shows nothing more', []],
] as const) {
  test(`a service that counts more invoices than it shows and ${what} is not trusted`, async (t) => {
    const { client, requested } = await startService(t, (response, entry) => {
      const { offset } = JSON.parse(entry.body) as { offset: number };
      json(invoicePage(offset === 0 ? ids(100) : [...secondPage], 1_000_000_000))(response, entry);
    });
    const found: string[] = [];
    const reading = (async () => {
      for await (const { id } of client.listInvoices(PERIOD)) found.push(id);
    })();
    await assert.rejects(reading, { code: 'invalid_response', operation: 'list invoices' });
    assert.deepEqual(found, ids(100), 'the listed invoices are still returned');
    // After an empty page, the limit may count from the first record.
    assert.equal(requested.length, secondPage.length === 0 ? 3 : 2);
  });
}

test('a service whose limit counts from the first record is read to its end', async (t) => {
  const shelf = ids(250);
  const { client, requested } = await startService(t, (response, entry) => {
    const { offset, limit } = JSON.parse(entry.body) as { offset: number; limit: number };
    json(invoicePage(shelf.slice(offset, limit), shelf.length))(response, entry);
  });
  assert.deepEqual(await idsOf(client.listInvoices(PERIOD)), shelf);
  assert.deepEqual(
    requested.map(({ body }) => (JSON.parse(body) as { limit: number }).limit),
    [100, 100, 200, 300],
  );
});

test('a service that shows nothing more, and refuses a higher limit, is not trusted', async (t) => {
  const { client } = await startService(t, (response, entry) => {
    const { offset, limit } = JSON.parse(entry.body) as { offset: number; limit: number };
    if (limit > 100) json('{"status":"error"}', 400)(response, entry);
    else json(invoicePage(offset === 0 ? ids(100) : [], 250))(response, entry);
  });
  const reading = idsOf(client.listInvoices(PERIOD));
  await assert.rejects(reading, { code: 'invalid_response', operation: 'list invoices' });
});

for (const [what, trouble] of [
  ['a word that is no answer', json('<html>')],
  ['a refusal', json('{"status":"error"}', 401)],
] as const) {
  test(`${what} in the middle of a list does not end it: that page is requested again`, async (t) => {
    let troubles = 0;
    const { client, requested } = await startService(t, (response, entry) => {
      const { offset } = JSON.parse(entry.body) as { offset: number };
      const isTrouble = offset === 100 && troubles++ < 2;
      return (isTrouble ? trouble : listAnswer(shelfOf(250), invoicePage))(response, entry);
    });
    assert.deepEqual(await idsOf(client.listInvoices(PERIOD)), ids(250));
    const offsets = requested.map(({ body }) => (JSON.parse(body) as { offset: number }).offset);
    assert.deepEqual(offsets, [0, 100, 100, 100, 200]);
  });

  test(`${what} at the start of a list is thrown immediately`, async (t) => {
    const { client, requested } = await startService(t, trouble);
    await assert.rejects(idsOf(client.listInvoices(PERIOD)));
    assert.equal(requested.length, 1);
  });
}

test('a page that fails three times ends the list after the earlier entries', async (t) => {
  const { client, requested } = await startService(t, (response, entry) => {
    const { offset } = JSON.parse(entry.body) as { offset: number };
    return (offset === 0 ? listAnswer(shelfOf(250), invoicePage) : json('<html>'))(response, entry);
  });
  const found: string[] = [];
  const reading = (async () => {
    for await (const { id } of client.listInvoices(PERIOD)) found.push(id);
  })();
  await assert.rejects(reading, { code: 'invalid_response' });
  assert.deepEqual(found, ids(100));
  assert.equal(requested.length, 4);
});

test('an id with and without prefix is one entry', async (t) => {
  const twice = `${invoiceText({ uuid: '"00000001"' })},${invoiceText({ uuid: '"INV-00000001"' })}`;
  const { client } = await startService(t, json(`{"status":"success","result":[${twice}],"all_count":2}`));
  assert.deepEqual(await idsOf(client.listInvoices(PERIOD)), ['INV-00000001']);
});

test('one unreadable record does not end the list, and still counts as a record', async (t) => {
  const { client, requested } = await startService(t, (response, entry) => {
    const { offset } = JSON.parse(entry.body) as { offset: number };
    const page = invoicePage(ids(150).slice(offset, offset + 100), 150);
    json(page.replace('"uuid":"INV-00000007"', '"uuid":7'))(response, entry);
  });
  const expected = ids(150).filter((id) => id !== 'INV-00000007');
  assert.deepEqual(await idsOf(client.listInvoices(PERIOD)), expected);
  const offsets = requested.map(({ body }) => (JSON.parse(body) as { offset: number }).offset);
  assert.deepEqual(offsets, [0, 100]);
});

for (const [what, total] of [
  ['with a total', ',"all_count":201'],
  ['without one', ''],
] as const) {
  test(`a page of unreadable records hides no other page of a list ${what}, and each is named once`, async (t) => {
    const { client } = await startService(t, (response, entry) => {
      const { offset } = JSON.parse(entry.body) as { offset: number };
      const page = invoicePageWithoutTotal(ids(201).slice(offset, offset + 100));
      const odd =
        offset === 100 || offset === 200 ? page.replaceAll(/"status":"(?!success)\w+"/g, '"status":7') : page;
      json(odd.replace(/}$/, `${total}}`))(response, entry);
    });
    const unreadable: string[] = [];
    const found = await idsOf(
      client.listInvoices(
        PERIOD,
        (id, field, order) => void unreadable.push(`${id ?? 'none'} ${field} ${order ?? 'none'}`),
      ),
    );
    assert.deepEqual(found, ids(100));
    assert.deepEqual(
      unreadable,
      ids(201)
        .slice(100)
        .map((id) => `${id} status order-7`),
    );
    // Who looks for an invoice, and handles no unreadable ones, must not take the list for complete.
    await assert.rejects(idsOf(client.listInvoices(PERIOD)), { code: 'invalid_response' });
  });
}

test('a list of unreadable records alone is an invalid response, unless they are reported', async (t) => {
  const { client } = await startService(t, success(`{"staticWallets":[${walletText({ address: '7' })},{}]}`));
  await assert.rejects(idsOf(client.listStaticWallets(PERIOD)), { code: 'invalid_response' });
  type OnUnreadable = NonNullable<Parameters<ServiceClient['listStaticWallets']>[1]>;
  const unreadable: Parameters<OnUnreadable>[] = [];
  const reading = client.listStaticWallets(PERIOD, (...one) => void unreadable.push(one));
  assert.deepEqual(await idsOf(reading), []);
  assert.equal(unreadable[0]?.[1], 'address');
  assert.deepEqual(unreadable[1], [null, 'uuid', undefined]);
});

for (const result of ['{}', '{"staticWallets":{}}', '"none"', '[]', '{"staticWallets":[{}]}']) {
  test(`the wallet list ${result} is an invalid response`, async (t) => {
    const { client } = await startService(t, success(result));
    await assert.rejects(idsOf(client.listStaticWallets(PERIOD)), { code: 'invalid_response' });
  });
}

test('the reader gets the failure of a later page', async (t) => {
  const { client } = await startService(t, (response, entry) => {
    const isFirst = entry.body.includes('"offset":0');
    (isFirst ? json(invoicePage(ids(100), 150)) : json('{}', 503))(response, entry);
  });
  await assert.rejects(idsOf(client.listInvoices(PERIOD)), { code: 'unavailable', status: 503 });
});

const day = (text: string) => new Date(text);

for (const [start, end, message] of [
  [day('2026-11-22'), day('2026-11-21T23:59:59Z'), /start 2026-11-22 is later than end 2026-11-21/],
  [new Date(Number.NaN), day('2026-11-21'), /start is not a date.*Invalid Date/],
  [day('2026-11-21'), day('+010000-01-01T00:00:00Z'), /end is not a date.*\+010000/],
] as const) {
  test(`a period is refused before any call: ${message.source}`, async (t) => {
    const { client, requested } = await startService(t, success('[]'));
    const refused = { name: 'TypeError', message };
    assert.throws(() => client.listInvoices({ start, end }), refused);
    assert.throws(() => client.listStaticWallets({ start, end }), refused);
    await assert.rejects(client.statistics({ start, end }), refused);
    assert.equal(requested.length, 0);
  });
}

test('one day may be both start and end, at any hour of it', async (t) => {
  const { client, requested } = await startService(t, success('[]'));
  const period = { start: day('2026-01-05T18:00:00Z'), end: day('2026-01-05') };
  assert.deepEqual(await idsOf(client.listInvoices(period)), []);
  assert.deepEqual(bodies(requested), [{ start: '05.01.2026', end: '05.01.2026', offset: 0, limit: 100 }]);
});
