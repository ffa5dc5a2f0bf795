/** A custom property as it is documented. */
export interface CustomProperty {
  readonly name: string;
  /** As it is written; empty where it depends on the room. */
  readonly value: string;
  readonly purpose: string;
}

/** Each `@cssprop [--name=default] - what for` of a source. */
export function propertiesIn(text: string): readonly CustomProperty[] {
  const lines = text.matchAll(
    /^ \* @cssprop \[(--crypto-[\w-]+)(?:=([^\n]*?))?\] -([^@]*?)(?=\n \* @|\n \*\/)/gm,
  );
  return [...lines].map(([, name = '', value = '', purpose = '']) => ({
    name,
    value,
    purpose: purpose.replace(/\s+(?:\* *)?/g, ' ').trim(),
  }));
}

/** The names of the raw colours that a theme is made of. */
export function paletteIn(theme: string): readonly string[] {
  return [...theme.matchAll(/^\s*(--crypto-palette-[\w-]+): #[\da-f]+;/gm)].map(([, name = '']) => name);
}
