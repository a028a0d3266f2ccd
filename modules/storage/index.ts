import './server/events.ts'

export { storageEntities } from './server/entities/index.ts'
export { storageErrors } from './server/errors.ts'
export type { GateAnswer, Gates, UploadAnswer } from './server/gates.ts'
export { etagOf, type ItemView, presentItem } from './server/item.resource.ts'
export type { ItemRow } from './server/item.row.ts'
export { type Actor, ownScope, type Permission, type Scope } from './server/scope.ts'
export { createStorage, type Storage, type StorageApi, type StorageDeps } from './server/storage.module.ts'
