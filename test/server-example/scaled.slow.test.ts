import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { VARIABLE_NAMES } from '../../src/cli/base/variables.js';
import { environment, last, readExample, root } from './dockerfile.js';

/** Parses the lists and pairs of the file by their path: a sufficient subset of YAML. */
function flat(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const above: { readonly indent: number; readonly key: string }[] = [];
  for (const line of text.split('\n')) {
    const [, space = '', item = '', key = '', value = ''] =
      /^( *)(- )?(?:([\w.<-]+):(?= |$))? *(.*?)$/.exec(line.replace(/^ *#.*| &\w+$/, '')) ?? [];
    if (key === '' && item === '') continue;
    while ((above.at(-1)?.indent ?? -1) >= space.length) above.pop();
    const place = above.map((one) => one.key).join('.');
    if (key === '') found.set(`${place}[${value.replace(/^'|'$/g, '')}]`, '');
    else {
      found.set(place === '' ? key : `${place}.${key}`, value.replace(/^'|'$/g, ''));
      above.push({ indent: space.length, key });
    }
  }
  return found;
}

const file = readExample('compose.scaled.yaml');
const compose = flat(file);
const nginx = readExample('nginx.conf');
const of = (key: string) => compose.get(key);
const addressOf = (service: string) => of(`services.${service}.networks.default.ipv4_address`);

describe('two proxies, a balancer and a database', () => {
  it('are well-formed', () => {
    assert.doesNotMatch(file, /\t/);
    for (const line of file.split('\n').filter((one) => !one.trimStart().startsWith('#'))) {
      assert.equal(line.split("'").length % 2, 1, line);
      assert.equal(line.split('[').length, line.split(']').length, line);
      assert.equal((line.length - line.trimStart().length) % 2, 0, line);
    }
  });

  it('use images with versions, and publish only the balancer', () => {
    const names = [...compose.keys()].flatMap((key) => /^services\.([\w-]+)$/.exec(key)?.[1] ?? []);
    assert.deepEqual(names, ['proxy-a', 'proxy-b', 'balancer', 'postgres']);
    for (const name of ['balancer', 'postgres'])
      assert.match(of(`services.${name}.image`) ?? '', /^\w+:\d+[\w.-]*$/);
    const ports = [...compose.keys()].filter((key) => key.includes('.ports['));
    assert.deepEqual(ports, ['services.balancer.ports[127.0.0.1:4000:4000]']);
    assert.match(nginx, /^ {4}listen 4000;$/m);
  });

  it('set only known variables, and no secret', () => {
    const given = [...compose.keys()].flatMap((key) => /^x-proxy\.environment\.(\w+)$/.exec(key)?.[1] ?? []);
    assert.ok(given.includes('DATABASE_URL'));
    const known: readonly string[] = VARIABLE_NAMES;
    for (const name of given) assert.ok(known.includes(name), name);
    assert.equal(of('x-proxy.env_file'), '.env');
    assert.doesNotMatch(file, /(KEY|SECRET)\b[^\n]*: *\S/);
    for (const [, use = ''] of file.matchAll(/PASSWORD[^\n]*?(\$\{[^}]*\})/g))
      assert.match(use, /^\$\{POSTGRES_PASSWORD:\?/);
    assert.match(last('RUN'), /"pg@/, 'the image has what the database needs');
    const dockerfile = of('x-proxy.build.dockerfile') ?? '';
    assert.ok(existsSync(join(root, 'server-example', of('x-proxy.build.context') ?? '', dockerfile)));
  });

  it('write nowhere, have the fewest rights, and stop in time', () => {
    assert.equal(of('x-proxy.read_only'), 'true');
    assert.ok(
      compose.has('x-proxy.cap_drop[ALL]') && compose.has('x-proxy.security_opt[no-new-privileges:true]'),
    );
    assert.ok(Number.parseInt(of('x-proxy.stop_grace_period') ?? '', 10) > 10);
    assert.ok(
      compose.has('services.postgres.volumes[checkouts:/var/lib/postgresql]') &&
        compose.has('volumes.checkouts'),
    );
  });

  it("wait for each other's health", () => {
    assert.equal(of('x-proxy.depends_on.postgres.condition'), 'service_healthy');
    for (const name of ['proxy-a', 'proxy-b'])
      assert.equal(of(`services.balancer.depends_on.${name}.condition`), 'service_healthy');
    assert.match(of('services.postgres.healthcheck.test') ?? '', /pg_isready/);
    assert.match(of('services.balancer.healthcheck.test') ?? '', /\/crypto-checkout\/readyz/);
    assert.match(last('HEALTHCHECK'), /readyz/, 'the proxies have it in their image');
  });

  it('trust only the balancer, which names both proxies', () => {
    assert.equal(of('x-proxy.environment.CRYPTO_CHECKOUT_TRUSTED_PROXIES'), addressOf('balancer'));
    const servers = [...nginx.matchAll(/^ {4}server (\S+):(\d+) /gm)].map(
      ([, host, port]) => `${host}:${port}`,
    );
    const port = environment['PORT'] ?? '';
    assert.deepEqual(servers, [`${addressOf('proxy-a')}:${port}`, `${addressOf('proxy-b')}:${port}`]);
  });

  it('do not buffer streams, and ignore client addresses from payers', () => {
    const places = nginx.split(/^ {4}location /m).slice(1);
    assert.equal(places.length, 2);
    for (const place of places) {
      assert.match(place, /proxy_set_header X-Forwarded-For \$remote_addr;/);
      assert.match(place, /proxy_set_header Forwarded "";/);
      assert.match(place, /proxy_set_header Host \$http_host;/);
      assert.match(place, /proxy_next_upstream error timeout http_503;/);
      assert.doesNotMatch(place, /non_idempotent/);
      const [, seconds = ''] = /proxy_read_timeout (\d+)s;/.exec(place) ?? [];
      assert.ok(Number(seconds) > 2 * 15, 'longer than two heartbeats');
    }
    assert.match(places.find((place) => place.includes('/events$')) ?? '', /proxy_buffering off;/);
    assert.equal(nginx.split('{').length, nginx.split('}').length);
  });
});
