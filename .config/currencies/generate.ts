// Writes src/payment/tables from currencies.json; `--check` fails if the two differ.
import { readFileSync } from 'node:fs';
import { writeOrCheck } from '../generated.mjs';

interface Candidate {
  readonly contract: string;
  readonly sources: readonly string[];
}

interface Row {
  readonly code: string;
  readonly symbol: string;
  readonly network: string;
  readonly decimals: number;
  readonly standard: string;
  readonly contract: string | null;
  readonly candidates?: readonly Candidate[];
  readonly confidence: string;
  readonly sources: readonly string[];
}

interface Network {
  readonly name: string;
  readonly nickname?: string;
  readonly fullName?: string;
  readonly chainId: number | null;
  readonly caip2: string;
  readonly slip44: number;
  readonly tokenNamespace?: string;
  readonly staticWallets: boolean;
  readonly fee: { readonly level: string };
  readonly explorer: { readonly transaction: string; readonly address: string };
  readonly blockSeconds: number;
  readonly confirmations: { readonly from: number; readonly to: number };
}

interface Coin {
  readonly name: string;
  readonly stablecoin: boolean;
  readonly alias?: string;
}

interface Fiat {
  readonly code: string;
  readonly minorUnits: number;
  readonly intlDigits: number;
}

interface Data {
  readonly meta: {
    readonly checked: string;
    readonly confidence: Readonly<Record<string, string>>;
    readonly networks: { readonly checked: string };
  };
  readonly currencies: readonly Row[];
  readonly networks: Readonly<Record<string, Network>>;
  readonly coins: Readonly<Record<string, Coin>>;
  readonly fiat: { readonly currencies: readonly Fiat[] };
}

const data = JSON.parse(readFileSync(new URL('currencies.json', import.meta.url), 'utf8')) as Data;
const { currencies, networks, coins } = data;

function refuse(row: string, why: string): never {
  throw new Error(`currencies.json: ${row}: ${why}`);
}

const sourcesOf = ({ sources, candidates = [] }: Row) => [
  ...sources,
  ...candidates.flatMap((one) => one.sources),
];

/** Conditions of the code that no type expresses. */
function check(row: Row): void {
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

/** Each with its value by its key, without those whose value is undefined. */
function table<Each>(all: Readonly<Record<string, Each>>, valueOf: (each: Each) => unknown): object {
  const entries = Object.entries(all).map(([key, each]) => [key, valueOf(each)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function constant(name: string, docs: string, value: unknown): string {
  return `/** ${docs} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
}

const byCode = (rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row.code, row]));
const codesOf = (rows: readonly Row[]) => rows.map(({ code }) => code);

function currencyTable(): string {
  const network = ({ name, nickname, fullName, staticWallets, fee }: Network) => ({
    name,
    nickname,
    fullName,
    fee: fee.level,
    staticWallets: staticWallets ? undefined : false,
  });
  return [
    constant(
      'NETWORKS',
      `By network, those that most people use first, with the level of their fees as of ${data.meta.networks.checked}.`,
      table(networks, network),
    ),
    constant(
      'COINS',
      'symbol: [name, stablecoin, another symbol of the same coin]',
      table(coins, ({ name, stablecoin, alias }) => [
        ...[name, stablecoin],
        ...(alias === undefined ? [] : [alias]),
      ]),
    ),
    constant(
      'CURRENCIES',
      'code: [symbol, network, decimals], in the order of the service document',
      table(byCode(currencies), ({ symbol, network: on, decimals }) => [symbol, on, decimals]),
    ),
  ].join('\n');
}

function contractsOf({ contract, candidates = [] }: Row): readonly string[] {
  return [...(contract === null ? [] : [contract]), ...candidates.map((candidate) => candidate.contract)];
}

const isConfirmed = ({ confidence }: Row) => confidence === 'confirmed';
const confirmedContract = (row: Row) => (isConfirmed(row) ? (row.contract ?? undefined) : undefined);

function confirmedContracts(): readonly string[] {
  const onTon = currencies.filter(({ network }) => network === 'ton');
  return [
    constant(
      'CONTRACTS',
      'Contract, mint or jetton master, where address and decimals are confirmed by two publishers or more.',
      table(byCode(currencies), confirmedContract),
    ),
    constant(
      'JETTONS',
      'Those of them on TON: the only ones that a payment URI carries.',
      table(byCode(onTon), confirmedContract),
    ),
  ];
}

function unconfirmedContracts(): readonly string[] {
  const unconfirmed = currencies.filter((row) => !isConfirmed(row));
  return [
    constant(
      'UNCONFIRMED_CODES',
      'Where two contracts carry the name of the coin, or the decimals could not be confirmed.',
      codesOf(unconfirmed),
    ),
    constant(
      'UNCONFIRMED_CONTRACTS',
      'The contracts that carry the names of those coins.',
      table(byCode(unconfirmed), contractsOf),
    ),
  ];
}

function contractTable(): string {
  const native = currencies.filter(({ standard }) => standard === 'native');
  return [
    ...confirmedContracts(),
    ...unconfirmedContracts(),
    constant('NATIVE_CODES', 'The coins of the networks themselves.', codesOf(native)),
    constant(
      'CHAIN_IDS',
      'EIP-155 chain id, for the networks that have one.',
      table(networks, ({ chainId }) => chainId ?? undefined),
    ),
  ].join('\n');
}

function chainTable(): string {
  return constant(
    'CHAINS',
    'network: [CAIP-2 id, SLIP-44 type of its coin, CAIP-19 namespace of its tokens]',
    table(networks, ({ name, chainId, caip2, slip44, tokenNamespace }) => {
      if (!/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(caip2)) refuse(name, `caip2 is ${caip2}`);
      if (chainId !== null && caip2 !== `eip155:${chainId}`) refuse(name, `caip2 is ${caip2}`);
      return [caip2, slip44, ...(tokenNamespace === undefined ? [] : [tokenNamespace])];
    }),
  );
}

function explorerTable(): string {
  return constant(
    'EXPLORERS',
    'network: [before a transaction, before an address]',
    table(networks, ({ name, explorer: { transaction, address } }) => {
      const links = [transaction.replace(/\{tx\}$/, ''), address.replace(/\{address\}$/, '')];
      if (links.some((link) => !/^https:\/\/[a-z.]+\/[a-z/#]*$/.test(link)))
        refuse(name, `explorer ${links.join(' ')}`);
      return links;
    }),
  );
}

function confirmationTable(): string {
  return [
    constant('CONFIRMATIONS_CHECKED', 'When the numbers were researched.', data.meta.checked),
    constant(
      'CONFIRMATIONS',
      'network: [seconds from block to block, confirmations from, to]',
      table(networks, ({ blockSeconds, confirmations: { from, to } }) => [blockSeconds, from, to]),
    ),
  ].join('\n');
}

function fiatTable(): string {
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
await writeOrCheck('.config/currencies/generate.ts', 'src/payment/tables', {
  'currencies.ts': currencyTable(),
  'chains.ts': chainTable(),
  'contracts.ts': contractTable(),
  'explorers.ts': explorerTable(),
  'confirmations.ts': confirmationTable(),
  'fiat.ts': fiatTable(),
});
