// Writes src/payment/tables from currencies.json; `--check` fails where the two differ.
import { readFileSync } from 'node:fs';
import { writeOrCheck } from '../generated.mjs';

const data = JSON.parse(readFileSync(new URL('currencies.json', import.meta.url), 'utf8'));
const { currencies, networks, coins } = data;

function refuse(row, why) {
  throw new Error(`currencies.json: ${row}: ${why}`);
}

const sourcesOf = ({ sources, candidates = [] }) => [...sources, ...candidates.flatMap((one) => one.sources)];

/** What the code relies on and no type can say. */
function check(row) {
  const { code, symbol, network, decimals, standard, contract, confidence } = row;
  if (!(symbol in coins)) refuse(code, `the coin ${symbol} is not listed`);
  if (!(network in networks)) refuse(code, `the network ${network} is not listed`);
  if (!Number.isInteger(decimals) || decimals < 0) refuse(code, `decimals are ${decimals}`);
  if (!(confidence in data.meta.confidence)) refuse(code, `confidence is ${confidence}`);
  if (sourcesOf(row).length === 0) refuse(code, 'no source');
  const needsContract = standard !== 'native' && confidence === 'confirmed';
  if (needsContract !== (contract !== null) && confidence === 'confirmed')
    refuse(code, `contract is ${contract}`);
}

/** The object's entries, without those whose value is undefined. */
function table(keys, valueOf) {
  return Object.fromEntries(
    keys.map((key) => [key, valueOf(key)]).filter(([, value]) => value !== undefined),
  );
}

function constant(name, docs, value) {
  return `/** ${docs} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
}

const networkKeys = Object.keys(networks);
const byCode = Object.fromEntries(currencies.map((row) => [row.code, row]));
const codes = Object.keys(byCode);

function currencyTable() {
  const network = ({ name, nickname, fullName, staticWallets }) => ({
    name,
    nickname,
    fullName,
    staticWallets: staticWallets ? undefined : false,
  });
  return [
    constant(
      'NETWORKS',
      'By network.',
      table(networkKeys, (key) => network(networks[key])),
    ),
    constant(
      'COINS',
      'symbol: [name, stablecoin, another symbol of the same coin]',
      table(Object.keys(coins), (key) => {
        const { name, stablecoin, alias } = coins[key];
        return [name, stablecoin, ...(alias === undefined ? [] : [alias])];
      }),
    ),
    constant(
      'CURRENCIES',
      'code: [symbol, network, decimals], in the order of the service document',
      table(codes, (code) => [byCode[code].symbol, byCode[code].network, byCode[code].decimals]),
    ),
  ].join('\n');
}

function contractsOf({ contract, candidates = [] }) {
  return [...(contract === null ? [] : [contract]), ...candidates.map((candidate) => candidate.contract)];
}

const isConfirmed = (code) => byCode[code].confidence === 'confirmed';
const confirmedContract = (code) => (isConfirmed(code) ? (byCode[code].contract ?? undefined) : undefined);

function confirmedContracts() {
  const onTon = codes.filter((code) => byCode[code].network === 'ton');
  return [
    constant(
      'CONTRACTS',
      'Contract, mint or jetton master, where address and decimals are confirmed by two publishers or more.',
      table(codes, confirmedContract),
    ),
    constant(
      'JETTONS',
      'Those of them on TON: the only ones that a payment URI carries.',
      table(onTon, confirmedContract),
    ),
  ];
}

function unconfirmedContracts() {
  const unconfirmed = codes.filter((code) => !isConfirmed(code));
  return [
    constant(
      'UNCONFIRMED_CODES',
      'Where two contracts carry the name of the coin, or the decimals could not be confirmed.',
      unconfirmed,
    ),
    constant(
      'UNCONFIRMED_CONTRACTS',
      'The contracts that carry the names of those coins.',
      table(unconfirmed, (code) => contractsOf(byCode[code])),
    ),
  ];
}

function contractTable() {
  const native = codes.filter((code) => byCode[code].standard === 'native');
  const chainId = (key) => networks[key].chainId ?? undefined;
  return [
    ...confirmedContracts(),
    ...unconfirmedContracts(),
    constant('NATIVE_CODES', 'The coins of the networks themselves.', native),
    constant('CHAIN_IDS', 'EIP-155 chain id, for the networks that have one.', table(networkKeys, chainId)),
  ].join('\n');
}

function explorerTable() {
  return constant(
    'EXPLORERS',
    'network: [before a transaction, before an address]',
    table(networkKeys, (key) => {
      const { transaction, address } = networks[key].explorer;
      const links = [transaction.replace(/\{tx\}$/, ''), address.replace(/\{address\}$/, '')];
      if (links.some((link) => !/^https:\/\/[a-z.]+\/[a-z/#]*$/.test(link))) refuse(key, `explorer ${links}`);
      return links;
    }),
  );
}

function confirmationTable() {
  return [
    constant('CONFIRMATIONS_CHECKED', 'The day on which the figures were looked up.', data.meta.checked),
    constant(
      'CONFIRMATIONS',
      'network: [seconds from block to block, confirmations from, to]; absent where no figure has a source',
      table(networkKeys, (key) => {
        const { blockSeconds, confirmations } = networks[key];
        return confirmations === null ? undefined : [blockSeconds, confirmations.from, confirmations.to];
      }),
    ),
  ].join('\n');
}

function fiatTable() {
  const rows = data.fiat.currencies;
  const differing = rows.filter(({ minorUnits, intlDigits }) => minorUnits !== intlDigits);
  return [
    constant(
      'FIAT_CODES',
      'The currencies that a price may be stated in, in the order of the service document.',
      rows.map(({ code }) => code),
    ),
    constant(
      'MORE_THAN_INTL',
      'code: decimals by ISO 4217, where `Intl` gives fewer.',
      Object.fromEntries(differing.map(({ code, minorUnits }) => [code, minorUnits])),
    ),
    constant(
      'OTHER_THAN_CENTS',
      'code: decimals by ISO 4217, where they are not two.',
      Object.fromEntries(
        rows.filter(({ minorUnits }) => minorUnits !== 2).map(({ code, minorUnits }) => [code, minorUnits]),
      ),
    ),
  ].join('\n');
}

currencies.forEach(check);
await writeOrCheck('.config/currencies/generate.mjs', 'src/payment/tables', {
  'currencies.ts': currencyTable(),
  'contracts.ts': contractTable(),
  'explorers.ts': explorerTable(),
  'confirmations.ts': confirmationTable(),
  'fiat.ts': fiatTable(),
});
