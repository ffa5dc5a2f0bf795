import { html, nothing, type TemplateResult } from 'lit';
import { languageOf, LANGUAGES } from '../../i18n/index.js';
import { icon } from '../parts/icon.js';
import type { CheckoutViewModel } from './view-model.js';

const KEY = 'crypto-checkout:language';

/** `ru de`: Russian instead of German. Also kept here, for pages without storage. */
let savedPreference = '';

/** Returns the language that the payer prefers, while the page has the language that it replaced. */
export function preferredLocale(pageLocale: string, offered: string): string {
  const [chosen = '', replaced] = read().split(' ');
  const isForThisPage = replaced === languageOf(pageLocale) && chosen !== replaced;
  return isForThisPage && languagesIn(offered).some(([tag]) => tag === chosen) ? chosen : pageLocale;
}

export function savePreferredLanguage(language: string, pageLocale: string): void {
  savedPreference = `${language} ${languageOf(pageLocale)}`;
  try {
    localStorage.setItem(KEY, savedPreference);
  } catch {
    // Without storage the preference lasts as long as the page.
  }
}

function read(): string {
  try {
    return (localStorage.getItem(KEY) ?? savedPreference).slice(0, 99);
  } catch {
    return savedPreference;
  }
}

/** The languages that the shop lists, in its order; all of them if it lists none that exists. */
function languagesIn(offered: string): typeof LANGUAGES {
  const tags = offered.split(/[\s,]+/).filter(Boolean);
  const named = tags.flatMap((tag) => LANGUAGES.filter(([each]) => each.toLowerCase() === tag.toLowerCase()));
  return named.length > 0 ? named : LANGUAGES;
}

/** `menu` shows the language's name, for the help; `globe` is an icon, for the footer. */
export function languageMenu(
  view: CheckoutViewModel,
  look: 'menu' | 'globe',
): TemplateResult | typeof nothing {
  const { localize, options, actions } = view;
  const { m, locale } = localize;
  const spoken = languageOf(locale);
  const offered = languagesIn(options.languages);
  const isOffered = offered.some(([tag]) => tag === spoken);
  const languages = isOffered ? offered : [...LANGUAGES.filter(([tag]) => tag === spoken), ...offered];
  if (languages.length < 2) return nothing;
  const choose = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) actions.selectLanguage(target.value);
  };
  return html`<span class="language ${look === 'menu' ? 'button' : 'icon-button'}" part="language"
    >${icon('globe')}<select aria-label=${m.language} @change=${choose}>
      ${languages.map(
        ([tag, name]) => html`<option value=${tag} lang=${tag} .selected=${tag === spoken}>${name}</option>`,
      )}
    </select></span
  >`;
}
