/** What is read of a custom elements manifest (its schema, version 1). */
export interface ElementsManifest {
  readonly schemaVersion: string;
  readonly modules: readonly {
    readonly kind: string;
    readonly path: string;
    readonly declarations?: readonly ManifestClass[];
  }[];
}

export interface ManifestClass extends Described {
  readonly tagName?: string;
  readonly customElement?: boolean;
  readonly members?: readonly ManifestMember[];
  readonly events?: readonly Described[];
  readonly slots?: readonly Described[];
  readonly cssParts?: readonly Described[];
}

export interface ManifestMember extends Described {
  readonly kind: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
  readonly attribute?: string;
  readonly privacy?: 'private' | 'protected';
  readonly static?: boolean;
  readonly readonly?: boolean;
}

export interface Described {
  readonly name: string;
  readonly description?: string;
}
