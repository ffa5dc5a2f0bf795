export function readDrawing(
  name: string,
  text: string,
): {
  readonly viewBox: string;
  readonly shapes: readonly { readonly d: string; readonly fill: string; readonly evenOdd?: boolean }[];
};
