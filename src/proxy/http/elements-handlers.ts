import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import { chooseEncoding, type CompressedText } from '../elements/served-files.js';
import { findBrowserFile } from '../store/browser-files.js';
import type { HandlerDependencies, ProxyRequest, ProxyResponse } from './request.js';
import { notModified } from './responses.js';
import { ETAG, fileRoute, NOT_MODIFIED, type Route } from './route.js';

const SCRIPT = ['script', 'The module.'] as const;

/** The scripts of the elements. The scripts of the staff's elements are on the same server as `/merchant`. */
export const ELEMENTS_ROUTES: readonly Route[] = [
  {
    ...fileRoute('/elements.js', handleElementsEntry),
    id: 'getElements',
    summary: 'Load the elements',
    description:
      'A module for `<script type="module">` that defines `<crypto-checkout>`, `<crypto-checkout-button>` and `<crypto-deposit>`, in the version of the proxy. Also supports HEAD.',
    responses: { 200: [...SCRIPT, ETAG], 304: NOT_MODIFIED },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...fileRoute('/elements/:file', handleElementsFile),
    id: 'getElementsFile',
    summary: 'Load a file of the elements',
    description:
      'A module that `elements.js` imports, in this version or one that was served in the last 24 hours. The name contains a hash, so browsers may cache it permanently. Also supports HEAD.',
    responses: { 200: SCRIPT },
    problems: ['not_found', 'rate_limited', 'store_unavailable'],
  },
  {
    ...fileRoute('/merchant-elements.js', handleElementsEntry),
    caller: 'staff-browser',
    id: 'getMerchantElements',
    summary: "Load the elements of the shop's staff",
    description:
      'A module for `<script type="module">` that defines `<crypto-merchant>` and the elements in it, in the version of the proxy. Needs no session. Also supports HEAD.',
    responses: { 200: [...SCRIPT, ETAG], 304: NOT_MODIFIED },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...fileRoute('/merchant-elements/:file', handleElementsFile),
    caller: 'staff-browser',
    id: 'getMerchantElementsFile',
    summary: "Load a file of the elements of the shop's staff",
    description: 'A module that `merchant-elements.js` imports, like `/elements/:file`. Also supports HEAD.',
    responses: { 200: SCRIPT },
    problems: ['not_found', 'rate_limited', 'store_unavailable'],
  },
];

/**
 * The files contain no data of a payer: browsers may cache them, unlike other responses, and pages of any origin may load them.
 */
const FILE_HEADERS = {
  'vary': 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/**
 * Serves `elements.js` and `merchant-elements.js`. Their names stay the same across versions: browsers must revalidate them each
 * time.
 */
async function handleElementsEntry(request: ProxyRequest): Promise<ProxyResponse> {
  const entry = await request.proxy.ownFiles.findFile(nameOf(request));
  if (!entry) throw new ProblemError('not_found');
  // Weak, because all encodings share it.
  const headers = { ...FILE_HEADERS, 'cache-control': 'no-cache', 'etag': `W/"${entry.integrity}"` };
  return notModified(request, headers) ?? respondWithFile(entry.text, request, headers);
}

/** Serves files whose names contain a hash of their contents: a name always has the same contents. */
async function handleElementsFile(request: ProxyRequest): Promise<ProxyResponse> {
  const text = await findText(nameOf(request), request.proxy);
  return respondWithFile(text, request, {
    ...FILE_HEADERS,
    'cache-control': 'public, max-age=31536000, immutable',
  });
}

/** Returns the name of a file: its path below the base path. */
function nameOf({ path, proxy }: ProxyRequest): string {
  return path.slice(proxy.settings.basePath.length + 1);
}

/** Finds a file. Files of this version do not need the store: they also load while it is unavailable. */
async function findText(name: string, proxy: HandlerDependencies): Promise<CompressedText> {
  const own = (await proxy.ownFiles.findFile(name))?.text ?? proxy.otherFiles.findFile(name);
  if (own) return own;
  const { store } = await proxy.runtime();
  const stored = await findBrowserFile(store, name).catch(throwStoreProblem);
  if (stored === undefined) throw new ProblemError('not_found');
  return proxy.otherFiles.addFile(name, stored);
}

async function respondWithFile(
  text: CompressedText,
  request: ProxyRequest,
  headers: Readonly<Record<string, string>>,
): Promise<ProxyResponse> {
  const encoding = chooseEncoding(request.header('accept-encoding'));
  const bytes = await text.bytes(encoding);
  return {
    status: 200,
    headers: {
      ...headers,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'content-type': 'text/javascript; charset=utf-8',
      // Set explicitly, because the response to HEAD has no body.
      'content-length': String(bytes.length),
    },
    body: request.method === 'HEAD' ? null : bytes,
  };
}
