/** The title of a page of the documentation, such as `Manual/Embedding`. */
export function titleOf(page: string): string | undefined {
  return /<Meta title="([^"]+)"/.exec(page)?.[1];
}

/** Storybook's id of the page with this title. */
export function docsIdOf(title: string): string {
  return `${title.toLowerCase().replace(/[/ ]/g, '-')}--docs`;
}
