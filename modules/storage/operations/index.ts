export { BulkOperations } from './server/bulk-operations.ts'
export { Copy } from './server/copy.ts'
export { foldersInScope, type OperationEntry, unmovedEntries } from './server/entries.ts'
export { itemRoutes } from './server/items.routes.ts'
export { Move } from './server/move.ts'
export { OperationEntity, OperationItemEntity } from './server/operation.entity.ts'
export { presentOperation } from './server/operation.resource.ts'
export {
  type ArchiveInput,
  advanceOperation,
  endOperation,
  lockRunning,
  type OperationRow,
} from './server/operation.row.ts'
export { acceptedResponse, operationRoutes } from './server/operations.routes.ts'
export { Operations } from './server/operations.ts'
export { Relocation } from './server/relocation.ts'
export { Removals } from './server/removals.ts'
export { Restore } from './server/restore.ts'
