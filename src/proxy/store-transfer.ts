// Moves a store to another place, for the command line.
export type { MoveProgress, StoreMove } from './store/store-transfer.js';
export { moveStore, planMove, TransferOutcomeUnknownError } from './store/store-transfer.js';
export type { TableContents } from './store/table-digest.js';
