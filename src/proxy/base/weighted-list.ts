/** Parses a header with weights, such as `Accept-Language` (RFC 9110 §12.4.2). An invalid weight is 0. */
export function parseWeightedList(header: string): readonly (readonly [name: string, weight: number])[] {
  return header.split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const weight = Number(quality);
    return [name, Number.isFinite(weight) ? weight : 0];
  });
}
