/** The fields of the custom elements manifest that are read (its schema, version 1). */
interface Manifest {
  readonly modules: readonly { readonly declarations: readonly ManifestElement[] }[];
}

export interface ManifestElement {
  readonly tagName: string;
  readonly description?: string;
  readonly members: readonly ManifestMember[];
  readonly events: readonly Described[];
  readonly slots: readonly Described[];
  readonly cssParts: readonly Described[];
  readonly cssProperties: readonly CustomProperty[];
}

export interface ManifestMember extends Described {
  readonly default?: string;
  readonly kind: string;
  readonly type?: { readonly text: string };
  readonly attribute?: string;
  readonly readonly?: boolean;
}

export interface CustomProperty extends Described {
  /** Missing if it depends on the place. */
  readonly default?: string;
}

export interface Described {
  readonly name: string;
  readonly description?: string;
}

/** Empty before the first build. */
const [manifest] = Object.values(
  import.meta.glob<Manifest>('../../dist/custom-elements.json', { eager: true, import: 'default' }),
);

export const ELEMENTS: readonly ManifestElement[] =
  manifest?.modules.flatMap(({ declarations }) => declarations) ?? [];

/** Every element reads the same custom properties. */
export const CUSTOM_PROPERTIES: readonly CustomProperty[] = ELEMENTS[0]?.cssProperties ?? [];
