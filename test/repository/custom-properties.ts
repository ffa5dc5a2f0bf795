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
