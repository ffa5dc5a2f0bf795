import { RecentTexts } from './recent-texts.js';
import { kebab, TOKENS, type TokenName } from '../../styles/token-table.js';

/** Design tokens of the elements that the page uses too. */
const USED_TOKENS: readonly TokenName[] = [
  ...(['surface', 'surfaceSunken', 'text', 'textMuted', 'line', 'lineStrong'] as const),
  ...(['accent', 'accentText', 'onAccent', 'success', 'successTint', 'warning', 'warningTint'] as const),
  ...(['font', 'fontAddress', 'shadowCard'] as const),
];

const tokens = USED_TOKENS.map(
  (name) => `--${kebab(name)}:var(--crypto-${kebab(name)},${TOKENS[name]})`,
).join(';');

const LAYOUT = `
*{box-sizing:border-box}
html{color-scheme:light dark;scrollbar-color:var(--line-strong) transparent}
body{margin:0;font:1rem/1.5 var(--font);color:var(--text);background:light-dark(#f6f7f9,#0d0f13);overflow-wrap:anywhere}
h1,h2,p{margin:0}
h2{font-size:.9375rem;line-height:1.4}
a{color:var(--accent-text)}
main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27.5rem) minmax(0,1fr);gap:1.5rem 2.5rem;align-items:start;max-width:74rem;margin:0 auto;padding:2.5rem 2rem 2rem}
.brand{display:flex;align-items:center;gap:.75rem;font-weight:600}
.brand img,.mark{flex:none;inline-size:2.75rem;block-size:2.75rem;border-radius:.5rem}
.mark{display:grid;place-items:center;font-size:1.25rem;color:var(--surface);background:var(--text)}
.site{display:block;font-size:.8125rem;font-weight:400;color:var(--text-muted)}
.order{display:grid;gap:1.25rem;padding-block-start:.75rem}
.about{display:grid;gap:.125rem}
.about h1,.about p{font-size:.875rem;font-weight:400;line-height:1.5;color:var(--text-muted)}
.tag{padding:.125rem .5rem;border-radius:.375rem;font-size:.8125rem;color:var(--warning);background:var(--warning-tint)}
.about .price{font-size:2.25rem;font-weight:600;line-height:1.25;letter-spacing:-.025em;color:var(--text);font-variant-numeric:tabular-nums}
.checkout{min-block-size:42rem}
.checkout form,.plain{padding:1.75rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.checkout form>p:first-child{display:none}
@media(scripting:none){.checkout{min-block-size:0}.tools,#status,.empty{display:none!important}}
.share{display:grid;gap:.75rem;justify-items:start;justify-self:end;inline-size:13rem;padding-block-start:.75rem}
.share p{font-size:.875rem;color:var(--text-muted)}
.share svg{display:block;inline-size:8.5rem;block-size:8.5rem;border:1px solid var(--line);border-radius:.5rem;color-scheme:only light;color:#000;background:#fff}
.tools{display:grid;gap:.5rem;inline-size:100%}
select,input{inline-size:100%;min-inline-size:0}
button{white-space:nowrap}
button,.button,select,input{font:inherit;font-size:.9375rem;min-block-size:2.75rem;padding:.25rem .75rem;border:1px solid var(--line-strong);border-radius:.5rem;color:var(--text);background:var(--surface)}
select,input{font-size:1rem}
button,.button{cursor:pointer;text-align:center;text-decoration:none}
.button{display:grid;place-items:center}
.button.main,.checkout form button{border-color:transparent;color:var(--on-accent);background:var(--accent)}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
footer{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:center;padding:1rem 1rem 2rem;font-size:.875rem;text-align:center;color:var(--text-muted)}
footer a{display:inline-block;padding-block:.25rem}
footer form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
footer select{inline-size:auto}
.note{grid-template-columns:minmax(0,1fr);gap:1rem;max-width:29rem;margin:0 auto;padding:2.5rem 1rem 1rem}
.box{display:grid;gap:1rem;padding:1.75rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface);box-shadow:var(--shadow-card)}
.box h1{font-size:1.25rem;line-height:1.3}
.illustration{display:grid;place-items:center;inline-size:2.75rem;block-size:2.75rem;border-radius:50%;color:var(--text-muted);background:var(--surface-sunken)}
.illustration svg{inline-size:1.25rem;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.illustration.done{color:var(--success);background:var(--success-tint)}
dl{display:grid;gap:.5rem;margin:0;padding:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface-sunken)}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem}
dt{color:var(--text-muted);overflow-wrap:normal}
dd{margin:0;margin-inline-start:auto;text-align:end}
form p:not(:last-child){margin-block-end:.75rem}
form label{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem}
.paper{display:none}
:is(.done,main:has(.share[hidden])) .checkout{min-block-size:0;--crypto-card-size:0px}
.done .share :is(.code,h2,p:not(#status)),.done #until{display:none}
[hidden]{display:none!important}
crypto-checkout::part(header){visibility:hidden;block-size:.75rem;min-block-size:0;margin:0;padding:0;border:0;overflow:hidden}
@media(max-width:61.25rem){
main:not(.note){grid-template-columns:minmax(0,27.5rem);justify-content:center;gap:1.25rem;padding:1.25rem 1rem}
.order{gap:.75rem;padding:0}
.share{justify-self:stretch;inline-size:auto;grid-template-columns:auto minmax(0,1fr);align-content:start;padding:1rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.share .code{grid-row:1/4}
.share svg{inline-size:7rem;block-size:7rem}
.tools{grid-column:1/-1;grid-template-columns:1fr 1fr}
}
@media(max-width:24rem){
main:not(.note){padding-inline:.5rem}
.order{padding-inline:.5rem}
.share{grid-template-columns:minmax(0,1fr)}
.box{padding:1.25rem}
dl{padding:.75rem}
}
@media print{
:root{color-scheme:light}
body{background:#fff}
.mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.checkout,.tools,.screen,.button,footer form{display:none}
.paper{display:block}
footer .paper{display:inline}
.done .checkout{display:block}
.done .share{display:none}
main:not(.note),.note{display:grid;grid-template-columns:minmax(0,1fr);max-width:42rem;padding:0}
.share{justify-self:stretch;inline-size:auto;grid-template-columns:auto minmax(0,1fr);gap:.5rem 1.5rem;border:0 solid var(--line);border-block-width:1px;border-radius:0;padding:1.5rem 0}
.share .code{grid-row:1/9}
.share svg{inline-size:10rem;block-size:10rem;border:0}
.share .url{font-family:var(--font-address);color:var(--text)}
.box{border:0;padding:0;box-shadow:none}
footer{justify-content:start;text-align:start;max-width:42rem;margin:0 auto;padding:1rem 0}
}
@media(forced-colors:active){.mark,.illustration{border:1px solid}}
`;

const sheets = new RecentTexts(100_000);

/** Returns the style sheet of the page. @param accent color of the shop, `#rrggbb` */
export function styleSheet(accent: string | undefined): string {
  return sheets.get(accent ?? '', () => createSheet(accent));
}

function createSheet(accent: string | undefined): string {
  const shop = accent === undefined ? '' : accentRules(accent);
  return `:root{${shop}${tokens}}${LAYOUT.replace(/\n/g, '')}`;
}

const CONTRAST = 4.5;
const LIGHT = '#ffffff';
const DARK = '#15181e';

/** Returns declarations that make text on the color, and text in it, readable on light and dark pages (WCAG 2.2, 1.4.3). */
function accentRules(accent: string): string {
  const onAccent =
    contrast(accent, LIGHT) >= CONTRAST ? LIGHT : contrast(accent, DARK) >= CONTRAST ? DARK : '#000000';
  const text = `light-dark(${readable(accent, LIGHT, '#000000')},${readable(accent, DARK, LIGHT)})`;
  return `--crypto-accent:${accent};--crypto-accent-hover:${mixed(accent, onAccent === LIGHT ? '#000000' : LIGHT, 0.15)};--crypto-on-accent:${onAccent};--crypto-accent-text:${text};`;
}

/** Returns the color, mixed with `toward` until it has enough contrast with the background. */
function readable(color: string, background: string, toward: string): string {
  const shares = Array.from({ length: 21 }, (_, step) => step / 20);
  const found = shares
    .map((share) => mixed(color, toward, share))
    .find((mix) => contrast(mix, background) >= 5);
  return found ?? toward;
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function mixed(color: string, toward: string, share: number): string {
  const to = channels(toward);
  const mix = channels(color).map((value, at) => Math.round(value + ((to[at] ?? value) - value) * share));
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
