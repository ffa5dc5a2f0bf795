import { languageOf } from '../../i18n/index.js';
import type { ElementsFile } from '../../proxy/elements/elements-file.js';
import { attributesOf } from './escape.js';

export type PageFile = Pick<ElementsFile, 'name' | 'role'>;

export interface HeadOptions {
  /** Base path or URL of the proxy. Default: `/crypto-checkout`. */
  readonly basePath?: string | undefined;
  /** Language of the page (BCP 47), if known. */
  readonly locale?: string | undefined;
  /** Whether an invoice is open, so that the page preloads the payment steps too. Default: `false`. */
  readonly isPaying?: boolean | undefined;
}

/** Returns the HTML that loads the elements, and everything that the first screen needs, in one round trip. */
export function headLines(
  files: readonly PageFile[],
  { basePath = '/crypto-checkout', locale, isPaying = false }: HeadOptions,
): string {
  const base = basePath.replace(/\/+$/, '');
  const language = isLocale(locale) ? languageOf(locale) : null;
  const isNeeded = ({ role, name }: PageFile) =>
    role === 'currency-choice' ||
    role === 'drawings' ||
    (role === 'payment-steps' && isPaying) ||
    (role === 'locale' && language !== null && name.startsWith(`elements/${language}-`));
  const preloads = files
    .filter(isNeeded)
    .map(({ name }) => `<link rel="modulepreload"${attributesOf({ href: `${base}/${name}` })}>`);
  return [...preloads, `<script type="module"${attributesOf({ src: `${base}/elements.js` })}></script>`].join(
    '\n',
  );
}

export function isLocale(tag: string | undefined): tag is string {
  try {
    return tag !== undefined && Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Returns the files of this version; none if the package was not built. The script then still works, one round trip later. */
export async function pageFiles(): Promise<readonly PageFile[]> {
  known ??= await import('#elements-files').then(
    ({ files }) => files,
    () => undefined,
  );
  return known ?? [];
}

/** Kept, since even a module that is loaded takes a while to import. */
let known: readonly PageFile[] | undefined;
