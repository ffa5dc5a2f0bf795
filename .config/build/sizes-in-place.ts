/**
 * The defaults of the tokens that depend on the place, in a card 480px wide, in rem: a design tool has one value for a token.
 * `test/elements/design-tokens.test.ts` measures them.
 */
export const SIZES_IN_PLACE = { cardSize: 46, cardPadding: 1.25, slotMargin: 0.75, qrSize: 11 } as const;
