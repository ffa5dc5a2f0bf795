import { handleElementsEntry, handleElementsFile } from './elements-handlers.js';
import { ETAG, forBrowsers, NOT_MODIFIED, type Route } from './route.js';

const SCRIPT = ['script', 'The module.'] as const;

/** The scripts of the elements. Those of the staff are served where `/merchant` is. */
export const ELEMENTS_ROUTES: readonly Route[] = [
  {
    ...forBrowsers('/elements.js', handleElementsEntry),
    id: 'getElements',
    summary: 'Load the elements',
    description:
      'A module for `<script type="module">` that defines `<crypto-checkout>`, `<crypto-checkout-button>` and `<crypto-deposit>`, in the version of the proxy. Also answers HEAD.',
    responses: { 200: [...SCRIPT, ETAG], 304: NOT_MODIFIED },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...forBrowsers('/elements/:file', handleElementsFile),
    id: 'getElementsFile',
    summary: 'Load a file of the elements',
    description:
      'What `elements.js` imports, of this version or of one that was served in the last 24 hours. The name contains a hash, so that browsers need not ask again. Also answers HEAD.',
    responses: { 200: SCRIPT },
    problems: ['not_found', 'rate_limited', 'store_unavailable'],
  },
  {
    ...forBrowsers('/merchant-elements.js', handleElementsEntry),
    caller: 'staff-browser',
    id: 'getMerchantElements',
    summary: "Load the elements of the shop's staff",
    description:
      'A module for `<script type="module">` that defines `<crypto-merchant>` and the elements in it, in the version of the proxy. Needs no session. Also answers HEAD.',
    responses: { 200: [...SCRIPT, ETAG], 304: NOT_MODIFIED },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...forBrowsers('/merchant-elements/:file', handleElementsFile),
    caller: 'staff-browser',
    id: 'getMerchantElementsFile',
    summary: "Load a file of the elements of the shop's staff",
    description: 'What `merchant-elements.js` imports, as `/elements/:file`. Also answers HEAD.',
    responses: { 200: SCRIPT },
    problems: ['not_found', 'rate_limited', 'store_unavailable'],
  },
];
