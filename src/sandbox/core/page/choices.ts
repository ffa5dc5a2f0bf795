import { CURRENCY_CODES, FIAT_CODES } from '../../../payment/index.js';
import { ENDPOINT_PATHS, STALE_PATHS } from '../base/endpoint-paths.js';
import type { FaultKind } from '../control/faults.js';
import { FAULT_KINDS } from '../control/faults.js';
import { INVOICE_STATUSES } from '../ledger/statistics.js';
import { POSTBACK_FORMATS } from '../postbacks/settings.js';

const FAULT_HINTS: Readonly<Record<FaultKind, string>> = {
  'delay': 'The sandbox does the work immediately. The correct response arrives later, in real time.',
  'status': 'Another HTTP status, as from a gateway in front of the service. No work is done.',
  'reset-before': 'The connection is cut before the work: nothing is done, and no response arrives.',
  'reset-after': 'The work is done, then the connection is cut: the response is lost.',
  'truncate': 'The work is done. Half of the response arrives, then the connection is cut.',
  'malformed': 'The work is done. The response claims to be JSON, but is not.',
  'html': 'A web page instead of a response, with HTTP 200 or another status. No work is done.',
  'stale': 'The state before the last change: for information, list, statistics and balances.',
  'unknown-status':
    'The work is done. Invoices have a status that the document does not define. Payers see “being processed”.',
  'recorded': 'The work is done. The response has a form that others have recorded, not the document’s.',
  'unauthorized': 'The response to a wrong key. No work is done.',
};

const CHOICES = {
  fiatCodes: FIAT_CODES,
  currencyCodes: CURRENCY_CODES,
  faults: FAULT_KINDS.map((kind) => ({ kind, hint: FAULT_HINTS[kind] })),
  endpoints: ENDPOINT_PATHS,
  staleEndpoints: STALE_PATHS,
  postbackFormats: POSTBACK_FORMATS,
  statuses: INVOICE_STATUSES,
};

/** The script `choices.js` of the page: the options of its forms. */
export const CHOICES_SCRIPT = `export const CHOICES = ${JSON.stringify(CHOICES)};\n`;
