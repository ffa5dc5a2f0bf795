export function findWrongArrows(base: string): readonly string[];
