import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, until } from '../server-example/running-example.js';
import { blocksOf } from './docs-text.js';
import { readme } from './readme-text.js';
import { createSampleFolder, type SampleFolder } from './sample-folder.js';

const blocks = blocksOf('README.md', readme);
const textsIn = (language: string): readonly string[] =>
  blocks.flatMap((block) => (block.language === language ? [block.text] : []));
const [install = '', quickStart = '', development = '', ...others] = textsIn('sh');

describe('the readme', () => {
  let folder: SampleFolder;
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
    folder = await createSampleFolder();
    for (const { file, text } of blocks) if (file) folder.write(file, text);
    for (const command of quickStart.split('\n')) folder.start(command);
    await folder.ready();
  });
  after(async () => {
    await browser.close();
    folder.close();
  });

  it('is short, and has the settings before the shop that reads them', () => {
    assert.ok(readme.trimEnd().split('\n').length <= 250);
    assert.deepEqual(
      blocks.flatMap(({ file }) => file ?? []),
      ['.env', 'shop.js'],
    );
  });

  it('shows only commands that the tests run', () => {
    // Run by the test of the guide, with the packed package.
    assert.equal(install, blocksOf('Guide.mdx').find(({ language }) => language === 'sh')?.text);
    assert.deepEqual(quickStart.split('\n'), ['npx crypto-checkout sandbox', 'node --env-file=.env shop.js']);
    assert.deepEqual(development.split('\n'), ['npm start', 'npm test']);
    assert.deepEqual(others, []);
  });

  it('has a shop whose page is paid, and that is told once', async () => {
    const page = await browser.newPage();
    await page.goto(folder.shopUrl);
    await page.getByRole('option', { name: /^Bitcoin/ }).click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    await folder.pay();
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(
      () => Promise.resolve(folder.output().includes('order A-1001 is paid')),
      'the shop prints it',
    );
    assert.equal(folder.output().split('is paid').length - 1, 1);
  });

  it('has a tag, a theme and a listener that work on a page of their own', async () => {
    const page = await browser.newPage();
    const token = /order="([^"]+)"/.exec(await (await fetch(folder.shopUrl)).text())?.[1];
    const [embed] = textsIn('html');
    const [styles] = textsIn('css');
    const [listener] = textsIn('js').filter((snippet) => snippet.includes('addEventListener'));
    assert.ok(token && embed && styles && listener);
    const body = `<!doctype html><html lang="en"><style>${styles}</style>
      ${embed.replace('THE-ORDER-TOKEN', token)}<script type="module">${listener}</script></html>`;
    await page.route('**/own-page', (route) => route.fulfill({ contentType: 'text/html', body }));
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${folder.shopUrl}/own-page`);
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(
      () => Promise.resolve(said.some((line) => line.includes('A-1001'))),
      'the page hears crypto-paid',
    );
    const radius = await page.locator('crypto-checkout').evaluate((element) => {
      const card = element.shadowRoot?.querySelector('[part~=card]');
      return card ? getComputedStyle(card).borderRadius : '';
    });
    assert.equal(radius, '4px');
  });
});
