import { LosslessNumber, parse } from 'lossless-json';
import { PATHS } from '../base/endpoint-paths.js';
import type { JsonFields } from '../base/fields.js';
import { json } from '../base/reply.js';

/** Conversions by endpoint to formats that were recorded from the real service and differ from the service document. */
const REWRITES = new Map<string, (result: unknown) => object>([
  [PATHS.create, (result) => ({ result: withOtherNames(fieldsOf(result)) })],
  [PATHS.info, (result) => ({ result: entriesOf(result).map(shortInvoice) })],
  [PATHS.list, (result) => ({ result: entriesOf(result).map(shortInvoice) })],
  [PATHS.cancel, () => ({ result: 'ok' })],
  [PATHS.openWallet, (result) => ({ result: shortWallet(fieldsOf(result)) })],
  [PATHS.listWallets, (result) => ({ result: shortWallets(fieldsOf(result)) })],
  [PATHS.withdraw, (result) => ({ data: shortWithdrawal(fieldsOf(result)) })],
]);

const OMITTED_FIELDS = ['created', 'amount_to_pay', 'amount_to_pay_usd', 'type', 'tx_list', 'date_finished'];

/** Converts a successful response to the recorded format, if the endpoint has one. */
export async function inRecordedForm(path: string, response: Response): Promise<Response> {
  const rewrite = REWRITES.get(path);
  if (!response.ok || !rewrite) return response;
  const { result, ...rest } = fieldsOf(parse(await response.text()));
  return json({ ...rest, ...rewrite(result) });
}

function withOtherNames({ side_commission_service: payer, project, ...rest }: JsonFields): object {
  return { ...rest, side_commission_cc: payer, project: { ...fieldsOf(project), logo: 'None' } };
}

function shortInvoice(invoice: JsonFields): object {
  const members = Object.entries(invoice).filter(([name]) => !OMITTED_FIELDS.includes(name));
  const texts = members.map(([name, value]) => [name, value instanceof LosslessNumber ? value.value : value]);
  const { uuid, expiry_date: expires } = invoice;
  return {
    ...fieldsOf(Object.fromEntries(texts)),
    uuid: String(uuid).replace(/^INV-/, ''),
    expiry_date: typeof expires === 'string' ? expires.replace(/\.\d+$/, '') : expires,
  };
}

function shortWallet({ currency, address, uuid }: JsonFields): object {
  return { currency, address, uuid: String(uuid).replaceAll('-', '') };
}

function shortWallets({ staticWallets }: JsonFields): object {
  return { staticWallets: entriesOf(staticWallets).map(shortWallet) };
}

function shortWithdrawal({ invoice_id, status, currency, amount }: JsonFields): object {
  return { invoice_id, status, currency: fieldsOf(currency)['fullcode'], amount };
}

function fieldsOf(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function entriesOf(value: unknown): readonly JsonFields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
