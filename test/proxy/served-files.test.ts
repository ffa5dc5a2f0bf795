import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemOf } from './test-environment.js';
import { build, serveFiles, textOf } from './served-files.js';

const FILE = '/elements/currency-choice-1.js';

/** The response of Node's own server, with the bytes as they are sent. */
async function raw(url: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) {
  const request = send(url, { method, headers, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

describe('the files of the elements', { concurrency: 6 }, () => {
  it('are an entry that is requested each time, and files that never change', async (t) => {
    const { fetch } = await serveFiles(t, build('1'));
    const entry = await fetch('/elements.js');
    assert.equal(entry.status, 200);
    assert.equal(entry.headers.get('cache-control'), 'no-cache');
    assert.match(await entry.text(), /import\('\.\/elements\/currency-choice-1\.js'\)/);
    const file = await fetch(FILE);
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(await file.text(), textOf('1'));
    for (const { headers } of [entry, file]) {
      assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.equal(headers.get('vary'), 'Accept-Encoding, Origin');
      assert.equal(headers.get('set-cookie'), null);
    }
  });

  it('are answered with 304 while the entry is the same', async (t) => {
    const [one, other] = await Promise.all([serveFiles(t, build('1')), serveFiles(t, build('1.1'))]);
    const etag = (await one.fetch('/elements.js')).headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[^"]+"$/);
    for (const known of [etag, `"x", ${etag}`]) {
      const again = await one.fetch('/elements.js', { headers: { 'if-none-match': known } });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get('etag'), etag);
      assert.equal(await again.text(), '');
    }
    const changed = await other.fetch('/elements.js', { headers: { 'if-none-match': etag } });
    assert.equal(changed.status, 200);
  });

  it('are sent in the encoding that the browser prefers', async (t) => {
    const { url } = await serveFiles(t, build('1'));
    const encodings: readonly (readonly [accepted: string | null, encoding: string])[] = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0.5, gzip;q=0.9', 'gzip'],
      ['GZIP;Q=0.5', 'gzip'],
      ['*', 'br'],
      ['*, br;q=0', 'gzip'],
      ['identity', 'identity'],
      ['gzip;q=0.1, identity;q=0.5', 'identity'],
      ['br;q=0, gzip;q=0', 'identity'],
      ['*;q=0', 'identity'],
      ['br;q=nonsense, ,;;', 'identity'],
      ['zstd', 'identity'],
      ['', 'identity'],
      [null, 'identity'],
    ];
    for (const [accepted, encoding] of encodings) {
      const headers = accepted === null ? {} : { 'accept-encoding': accepted };
      const response = await raw(url + FILE, 'GET', headers);
      assert.equal(response.headers['content-encoding'] ?? 'identity', encoding, `${accepted}`);
      assert.equal(Number(response.headers['content-length']), response.bytes.length);
      assert.equal(String(DECODERS[encoding]?.(response.bytes)), textOf('1'));
    }
  });

  it('have the same headers for HEAD', async (t) => {
    const { url, fetch } = await serveFiles(t, build('1'));
    for (const path of ['/elements.js', FILE]) {
      const headers = { 'accept-encoding': 'gzip' };
      const [get, head] = [await raw(url + path, 'GET', headers), await raw(url + path, 'HEAD', headers)];
      assert.deepEqual({ ...head.headers, date: '' }, { ...get.headers, date: '' });
      assert.deepEqual([head.status, head.bytes.length], [200, 0]);
      const web = await fetch(path, { method: 'HEAD' });
      assert.deepEqual([web.status, await web.text()], [200, '']);
    }
    assert.equal((await fetch('/elements/none.js', { method: 'HEAD' })).status, 404);
  });

  it('need no origin, and pages of allowed ones can read them', async (t) => {
    const { fetch } = await serveFiles(t, build('1'), { origins: ['https://shop.example'] });
    const allowed = async (origin: string) =>
      (await fetch(FILE, { headers: { origin } })).headers.get('access-control-allow-origin');
    assert.equal(await allowed('https://shop.example'), 'https://shop.example');
    assert.equal(await allowed('https://other.example'), null);
    const posted = await fetch(FILE, { method: 'POST', headers: { origin: 'https://shop.example' } });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get('allow'), 'GET, HEAD');
  });

  it('are available while the store is not, and after the proxy was stopped', async (t) => {
    const { fetch, proxy } = await serveFiles(t, build('1'), { store: '/nowhere/at/all/store.sqlite' });
    const statuses = async () => {
      const paths = ['/elements.js', FILE, '/elements/currency-choice-0.js'];
      return (await Promise.all(paths.map((path) => fetch(path)))).map(({ status }) => status);
    };
    assert.deepEqual(await statuses(), [200, 200, 503]);
    await proxy.stop();
    assert.deepEqual(await statuses(), [200, 200, 503]);
  });

  it('are missing in a package that was not built, and the log says so once', async (t) => {
    const { fetch, proxy, logLines } = await serveFiles(t, () => Promise.reject(new Error('no such module')));
    await proxy.start();
    for (const path of ['/elements.js', FILE, '/elements.js'])
      assert.equal((await problemOf(await fetch(path))).code, 'not_found');
    const missing = logLines.filter((line) => line.includes('browser files missing'));
    assert.equal(missing.length, 1);
    assert.match(missing.join(), /Run \\"npm run build\\"/);
  });

  it('are counted apart from other reads', async (t) => {
    const rateLimits = { requestsPerMinute: 2 };
    const { url } = await serveFiles(t, build('1'), { rateLimits });
    const status = async (path: string) => (await fetch(url + path)).status;
    assert.deepEqual([await status(FILE), await status('/elements.js')], [200, 200]);
    assert.equal(await status(FILE), 429);
    assert.equal(await status('/readyz'), 200);
    assert.equal(await status('/readyz'), 429);
  });

  it('have metrics of their own, whatever their names are', async (t) => {
    const { fetch, proxy } = await serveFiles(t, build('1'));
    for (const path of [FILE, '/elements/none.js', '/elements.js']) await fetch(path);
    await fetch(FILE, { method: 'HEAD' });
    const metrics = await proxy.metrics();
    for (const labels of [
      'route="/elements/:file",method="GET",status="200"',
      'route="/elements/:file",method="GET",status="404"',
      'route="/elements/:file",method="HEAD",status="200"',
      'route="/elements.js",method="GET",status="200"',
    ])
      assert.ok(metrics.includes(`http_requests_total{${labels}} 1`), labels);
  });
});

describe('the files of the elements of the staff', { concurrency: 3 }, () => {
  const MERCHANT = '/merchant-elements.js';
  const MERCHANT_FILE = '/merchant-elements/all-1.js';
  const secrets = ['a-secret-of-the-staff-0123456789abcdef'];

  it('are served like those of payers, without a session', async (t) => {
    const { fetch } = await serveFiles(t, build('1'), { merchant: { secrets } });
    const entry = await fetch(MERCHANT);
    assert.equal(entry.status, 200);
    assert.equal(entry.headers.get('cache-control'), 'no-cache');
    assert.match(await entry.text(), /import '\.\/merchant-elements\/all-1\.js'/);
    const etag = entry.headers.get('etag') ?? '';
    assert.equal((await fetch(MERCHANT, { headers: { 'if-none-match': etag } })).status, 304);
    const file = await fetch(MERCHANT_FILE);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(await file.text(), textOf('staff 1'));
    assert.equal((await fetch('/merchant-elements/none.js')).status, 404);
    assert.equal((await fetch(MERCHANT, { method: 'HEAD' })).status, 200);
  });

  it('are no files of payers, and the other way round', async (t) => {
    const { fetch } = await serveFiles(t, build('1'), { merchant: { secrets } });
    for (const path of ['/elements/all-1.js', '/merchant-elements/currency-choice-1.js'])
      assert.equal((await fetch(path)).status, 404, path);
  });

  it('exist where the staff are served, and nowhere else', async (t) => {
    const closed = await serveFiles(t, build('1'));
    const separate = { merchant: { secrets, separate: true } };
    const [payers, staff] = [
      await serveFiles(t, build('1'), separate),
      await serveFiles(t, build('1'), separate, true),
    ];
    for (const path of [MERCHANT, MERCHANT_FILE]) {
      assert.equal((await problemOf(await closed.fetch(path))).code, 'not_found');
      assert.equal((await payers.fetch(path)).status, 404);
      assert.equal((await staff.fetch(path)).status, 200);
    }
    assert.equal((await staff.fetch('/elements.js')).status, 404);
  });
});
