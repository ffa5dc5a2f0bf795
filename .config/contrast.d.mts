export interface Contrast {
  readonly scheme: 'light' | 'dark';
  readonly front: string;
  readonly behind: string;
  readonly required: number;
  readonly ratio: number;
}
export function propertiesOf(css: string): ReadonlyMap<string, string>;
export function ratioOf(one: string, other: string): number;
export function contrastsOf(css: string): readonly Contrast[];
