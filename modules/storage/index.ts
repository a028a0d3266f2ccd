import './server/events.ts'
import { sendFile } from './server/routes/file.routes.ts'
import { success } from './server/routes/messages.ts'
import { accepted } from './server/routes/operations.routes.ts'
import { presentPart, receiveChunk } from './server/routes/upload.routes.ts'
import { presentZip, sendZip } from './server/routes/zip.routes.ts'
import { wholeFile } from './server/uploads/fields.ts'
import { takeFiles } from './server/uploads/plain-form.ts'

export { storageEntities } from './server/entities/index.ts'
export { storageErrors } from './server/errors.ts'
export type { GateAnswer, Gates, UploadAnswer } from './server/gates.ts'
export type { Grounded, GroundKeeper } from './server/grounds.ts'
export { etagOf, type ItemView, presentItem, presentUnderName } from './server/item.resource.ts'
export type { ItemRow } from './server/item.row.ts'
export type { Marker } from './server/marks.ts'
export { presentOperation } from './server/operation.resource.ts'
export type { OperationRow } from './server/operations/rows.ts'
export type { Caller, Taking, Vouch } from './server/routes/vouchers.ts'
export { type Actor, type Ground, ownScope, type Permission, type Scope } from './server/scope.ts'
export type { CountAddresses } from './server/services/remote-uploads.ts'
export type { StoredFile } from './server/services/uploads.ts'
export { usedBytes } from './server/services/usage.ts'
export { storageSettings } from './server/settings.ts'
export { createStorage, type Storage, type StorageApi, type StorageDeps } from './server/storage.module.ts'
export type { ChunkRequest } from './server/uploads/fields.ts'
export type { FormFile } from './server/uploads/plain-form.ts'

/** What the routes of storage do for the signed-in, for modules that do it for callers of other scopes. */
export const storageDeeds = {
  accepted,
  presentPart,
  presentZip,
  receiveChunk,
  sendFile,
  sendZip,
  success,
  takeFiles,
  wholeFile,
}
