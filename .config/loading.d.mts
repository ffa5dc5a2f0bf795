export interface Chunk {
  readonly fileName: string;
  readonly code: string;
}

export interface LoadingStep {
  readonly name: string;
  readonly modules: readonly string[];
}

export const STEPS: readonly LoadingStep[];
export function chunksOf(entry: string): Promise<readonly Chunk[]>;
export function neededBy(chunks: readonly Chunk[], ...modules: readonly string[]): readonly Chunk[];
