import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { languageOf, LANGUAGES } from '../../i18n/index.js';
import { icon } from '../parts/icon.js';
import type { CheckoutViewModel } from './view-model.js';

const KEY = 'crypto-checkout:language';

/** `ru de`: Russian in the place of German. Kept here as well, for a page without storage. */
let kept = '';

/** What the payer would rather have than the language of the page, as long as the page is in the one it replaced. */
export function preferredLocale(pageLocale: string, offered: string): string {
  const [chosen = '', instead] = read().split(' ');
  const isMeant = instead === languageOf(pageLocale) && chosen !== instead;
  return isMeant && languagesIn(offered).some(([tag]) => tag === chosen) ? chosen : pageLocale;
}

export function savePreferredLanguage(language: string, pageLocale: string): void {
  kept = `${language} ${languageOf(pageLocale)}`;
  try {
    localStorage.setItem(KEY, kept);
  } catch {
    // A page without storage forgets with the next visit.
  }
}

function read(): string {
  try {
    return (localStorage.getItem(KEY) ?? kept).slice(0, 99);
  } catch {
    return kept;
  }
}

/** Those that the shop names, in its order; all of them where it names none that there is. */
function languagesIn(offered: string): typeof LANGUAGES {
  const tags = offered.split(/[\s,]+/).filter(Boolean);
  const named = tags.flatMap((tag) => LANGUAGES.filter(([each]) => each.toLowerCase() === tag.toLowerCase()));
  return named.length > 0 ? named : LANGUAGES;
}

/** `menu` has the language's name on it and stands in the help; `globe` is for the foot. */
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
    >${icon('globe')}<select part="language-menu" aria-label=${m.language} @change=${choose}>
      ${languages.map(
        ([tag, name]) => html`<option value=${tag} lang=${tag} .selected=${tag === spoken}>${name}</option>`,
      )}
    </select></span
  >`;
}
