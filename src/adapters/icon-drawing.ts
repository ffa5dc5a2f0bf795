/** One filled path of an icon. */
export interface IconShape {
  /** Path data, in units of the view box. */
  readonly d: string;
  /** A flat color, `#F7931A`. */
  readonly fill: string;
  /** `fill-rule="evenodd"`. */
  readonly evenOdd?: boolean;
}

/** An icon as data, to be drawn by attributes: no markup is ever parsed from it. */
export interface IconDrawing {
  readonly viewBox: string;
  /** From back to front; the first fills the whole square with the brand's color, to be clipped to a circle. */
  readonly shapes: readonly IconShape[];
}

export type IconLoaders = Readonly<Record<string, () => Promise<{ readonly drawing: IconDrawing }>>>;
