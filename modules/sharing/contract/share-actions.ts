import { endpoint, nullable, object, redirect, SuccessMessage, string, timestamp, uuid } from '../../shared/contract.ts'
import {
  Accepted,
  checkConflicts,
  createFolder,
  discardUpload,
  downloadZip,
  moveItems,
  Operation,
  prepareZip,
  removeItems,
  renameItem,
  search,
  undoOperation,
  uploadChunk,
  uploadFile,
  uploadState,
  VisitorSearchQuery,
} from '../../storage/contract.ts'
import { shareDownloadErrors } from './errors.ts'
import { token, tokenParams } from './tokens.ts'

/**
 * The share variants of storage's calls: the same bodies and responses under the link's URL. The link's `permission` decides
 * which of them a visitor may call; storage's policy rejects the others with 403.
 */
const access = 'share' as const
const params = tokenParams()

export const visitorCreateFolder = endpoint({
  ...createFolder,
  path: '/api/sharing/create-folder/:token',
  access,
  params,
})
export const visitorRename = endpoint({
  ...renameItem,
  path: '/api/sharing/rename/:id/:token',
  access,
  params: object({ id: uuid(), token: token() }),
})
export const visitorMove = endpoint({ ...moveItems, path: '/api/sharing/move/:token', access, params })
/** As storage's call; `undo` undoes the deletion for two minutes (`visitorUndoDelete`). Null when nothing was deleted. */
export const visitorRemove = endpoint({
  ...removeItems,
  path: '/api/sharing/remove/:token',
  access,
  params,
  response: {
    200: object({
      type: string(),
      message: string(),
      deleted_at: nullable(timestamp()),
      undo: nullable(string()),
    }),
    202: object({ data: Operation, undo: string() }),
  },
})
/**
 * Undoes a deletion of this browser. Trashed items are out of a link's scope (A19): `undo` is the encrypted token from the
 * deletion's response. 422 for an invalid token, 404 when the owner has changed the items since.
 */
export const visitorUndoDelete = endpoint({
  method: 'POST',
  path: '/api/sharing/undo/:token',
  summary: 'Undo a removal by this browser',
  access,
  params,
  body: object({ undo: string({ minLength: 1, maxLength: 60_000 }) }),
  response: { 200: SuccessMessage, 202: Accepted },
  errors: ['platform.validation-failed', 'storage.item-not-found', 'storage.not-in-trash', 'storage.not-undoable'],
})
/** Progress of a bulk operation of this browser (202 of move, remove and undo). */
export const visitorOperation = endpoint({
  method: 'GET',
  path: '/api/sharing/operations/:id/:token',
  summary: 'Read how far an operation is',
  access,
  params: object({ id: uuid(), token: token() }),
  response: { 200: Accepted },
  errors: ['storage.operation-not-found'],
})
/** As `undoOperation` of storage, for a move of this browser: merged, replaced and numbered items are restored too. */
export const visitorUndoOperation = endpoint({
  ...undoOperation,
  path: '/api/sharing/operations/:id/undo/:token',
  access,
  params: object({ id: uuid(), token: token() }),
  errors: [...undoOperation.errors, 'sharing.not-for-visitors'],
})
export const visitorUploadChunk = endpoint({
  ...uploadChunk,
  path: '/api/sharing/upload/chunks/:token',
  access,
  params,
})
/** A whole file in one call (D44). */
export const visitorUploadFile = endpoint({ ...uploadFile, path: '/api/sharing/upload/:token', access, params })
const upload = object({ upload_id: uuid(), token: token() })
export const visitorUploadState = endpoint({
  ...uploadState,
  path: '/api/sharing/upload/chunks/:upload_id/:token',
  access,
  params: upload,
})
export const visitorDiscardUpload = endpoint({
  ...discardUpload,
  path: '/api/sharing/upload/chunks/:upload_id/:token',
  access,
  params: upload,
})
export const visitorConflicts = endpoint({
  ...checkConflicts,
  path: '/api/sharing/upload/conflicts/:token',
  access,
  params,
  errors: [...checkConflicts.errors, 'sharing.not-for-visitors'],
})
export const visitorZip = endpoint({
  ...downloadZip,
  response: { ...downloadZip.response, 303: redirect },
  path: '/api/sharing/zip/:token',
  access,
  params,
  errors: [...downloadZip.errors, ...shareDownloadErrors],
})
/** From the installation's own pages, embedded ones included: no CSRF token, but 403 for other origins. */
export const visitorPrepareZip = endpoint({
  ...prepareZip,
  path: '/api/sharing/zip/:token',
  access,
  csrf: false,
  params,
  errors: [...prepareZip.errors, ...shareDownloadErrors, 'platform.cross-site'],
})
export const visitorSearch = endpoint({
  ...search,
  path: '/api/sharing/search/:token',
  access,
  params,
  query: VisitorSearchQuery,
  errors: [...search.errors, 'sharing.not-for-visitors'],
})
