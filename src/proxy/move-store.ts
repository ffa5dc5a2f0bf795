// Moves a store to another place, for the command line.
export type { MoveProgress, StoreMove } from './store/move-store.js';
export { moveStore, planMove, MoveOutcomeUnknownError } from './store/move-store.js';
export type { TableContents } from './store/table-digest.js';
