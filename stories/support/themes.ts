/** The ready themes of the package, by their file names. */
const FILES = import.meta.glob<string>('../../src/styles/themes/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});
const CSS = new Map(
  Object.entries(FILES).map(([path, css]) => [/([^/]+)\.css$/.exec(path)?.[1] ?? path, css]),
);

export const THEMES: readonly string[] = [...CSS.keys()];

const sheet = new CSSStyleSheet();

/** Applies a ready theme to the page; `default` is the elements' own. */
export function applyTheme(name: string): void {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  sheet.replaceSync(CSS.get(name) ?? '');
}
