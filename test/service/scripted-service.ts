import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import type { ServiceClientOptions } from '../../src/service/node.js';
import { createServiceClient } from '../../src/service/node.js';
import { listen } from '../listen.js';

export const API_KEY = 'k3y-that-must-stay-here';

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends one response: JSON text with a status, or any other action on the response. */
export type Answer = (response: ServerResponse, requested: RecordedRequest) => void;

export function json(text: string, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

export function success(resultText: string): Answer {
  return json(`{"status":"success","result":${resultText}}`);
}

/** Starts an HTTP server on a free port with scripted responses, and records the requests. */
export async function startService(t: TestContext, answer: Answer) {
  const requested: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requested.push(entry);
      answer(response, entry);
    });
  });
  const url = await listen(t, server);
  const client = clientOf(url);
  return { url, requested, client };
}

/** Creates a client, by default without retries. */
export function clientOf(url: string, options: Partial<ServiceClientOptions> = {}) {
  return createServiceClient({ url, apiKey: API_KEY, shopId: 'shop-1', attempts: 1, ...options });
}

/** A creation result with the document's fields; `fields` is JSON text that is put last, so that it wins. */
export function createdText(fields: Record<string, string> = {}): string {
  return objectText({
    uuid: '"INV-ABCD1234"',
    created: '"2026-11-21 10:00:00.123456"',
    address: '"bc1qaddress"',
    expiry_date: '"2026-11-21 10:15:00.000000"',
    side_commission: '"client"',
    side_commission_service: '"merchant"',
    type_payments: '"crypto"',
    amount: '0.00012345',
    amount_usd: '10.0',
    amount_in_fiat: '9.5',
    fee: '1e-07',
    fee_usd: '0.01',
    service_fee: '0.000001',
    service_fee_usd: '0.1',
    fiat_currency: '"EUR"',
    status: '"created"',
    is_email_required: 'false',
    link: '"https://pay.example/INV-ABCD1234"',
    invoice_id: 'null',
    currency:
      '{"id":1,"code":"BTC","fullcode":"BTC","name":"Bitcoin","network":{"code":"BTC","id":1,"icon":"","fullname":"Bitcoin"}}',
    project: '{"id":1,"name":"Shop","fail":"None","success":"https://shop.example/ok","logo":""}',
    test_mode: 'false',
    ...fields,
  });
}

/** The same as an entry of the information call. */
export function invoiceText(fields: Record<string, string> = {}): string {
  return createdText({
    date_finished: 'null',
    amount_to_pay: '0.00012355',
    amount_paid: '0.0',
    received: '0',
    to_surcharge: '0.00012355',
    invoice_status: '"start"',
    tx_list: '[]',
    type: '"up"',
    user_email: '"None"',
    phone: '""',
    pay_url: '"None"',
    order_id: '"order-7"',
    ...fields,
  });
}

/** A withdrawal as in the example of the service doc, without fields that the client ignores. */
export function withdrawalText(fields: Record<string, string> = {}): string {
  return invoiceText({
    address: '"TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"',
    amount: '12.5',
    currency: '{"code":"USDT","fullcode":"USDT_TRC20","network":{"code":"TRX","id":2,"fullname":"Tron"}}',
    type: '"dw"',
    step: '1',
    aml_checks: '[]',
    quiz_detail: '{"invoice":null}',
    memo: '""',
    ...fields,
  });
}

/** A static wallet with the document's fields. */
export function walletText(fields: Record<string, string> = {}): string {
  return objectText({
    currency:
      '{"id":7,"code":"USDT_TRC20","short_code":"USDT","name":"Tether","enable":true,"obj_network":{"code":"TRX","id":2,"fullname":"Tron"}}',
    address: '"Taddress"',
    uuid: '"wallet-1"',
    active: 'true',
    created: '"2026-11-21 10:00:00.123456"',
    identify: '"customer-5"',
    ...fields,
  });
}

export function objectText(fields: Record<string, string>): string {
  return `{${Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(',')}}`;
}
