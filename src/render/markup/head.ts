import { languageOf } from '../../i18n/index.js';
import type { ElementsFile } from '../../proxy/elements/elements-file.js';
import { attributesOf } from './escape.js';

export type PageFile = Pick<ElementsFile, 'name' | 'role'>;

export interface HeadOptions {
  /** The base path of the proxy, or its address. Default: `/crypto-checkout`. */
  readonly basePath?: string | undefined;
  /** The language that the page will show (BCP 47), if it is known. */
  readonly locale?: string | undefined;
  /** An invoice is open: what shows it is loaded ahead as well. */
  readonly isPaying?: boolean | undefined;
}

/** Returns the lines that load the elements, and all that the first picture needs, in one round. */
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

/** The files of this version; none if the package was not built: the script alone works, a round later. */
export async function pageFiles(): Promise<readonly PageFile[]> {
  return import('#elements-files').then(
    ({ files }) => files,
    () => [],
  );
}
