export { copyItems } from './contract/copy.ts'
export { LeftOut, type LeftOutReason } from './contract/left-out.ts'
export { moveItems, removeItems } from './contract/move.ts'
export {
  type ConflictAnswer,
  type NameConflict,
  nameConflictOf,
  noConflicts,
  resultTexts,
  sumOfResults,
} from './contract/name-conflict.ts'
export {
  Accepted,
  ConflictResult,
  cancelOperation,
  Imported,
  listOperations,
  Operation,
  type OperationEvent,
  type OperationKind,
  type OperationState,
  operationEvent,
  operationKinds,
  showOperation,
  undoOperation,
} from './contract/operations.ts'
export { renameText } from './contract/rename-text.ts'
export { dumpTrash, restoreItems } from './contract/trash.ts'
