import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  optional,
  SuccessMessage,
  string,
  unknown,
  uuid,
} from '../../shared/contract.ts'
import {
  checkConflicts,
  createFolder,
  discardUpload,
  FolderQuery,
  ItemRef,
  Listing,
  maxItemsPerCall,
  pageErrors,
  RemoveRef,
  renameItem,
  uploadChunk,
  uploadFile,
  uploadState,
} from '../../storage/contract.ts'
import { requestErrors, requestUploadErrors } from './errors.ts'
import { token, tokenParams } from './tokens.ts'

const access = 'fileRequest' as const
const params = tokenParams()

/** Items of this uploader; before the first upload `[]`, `meta.root` null (D29). Any `id` that is no UUID: the root. */
export const uploaderBrowse = endpoint({
  method: 'GET',
  path: '/api/file-request/:token/browse/:id',
  summary: 'List what this browser uploaded',
  access,
  params: object({ id: string({ maxLength: 40 }), token: token() }),
  query: FolderQuery,
  response: { 200: Listing },
  errors: [...requestErrors, ...pageErrors],
})

export const uploaderNavigation = endpoint({
  method: 'GET',
  path: '/api/file-request/:token/navigation',
  summary: 'Read the tree of folders of a request',
  access,
  params,
  response: {
    200: array(
      object({
        name: string(),
        location: string(),
        folders: array(unknown()),
        isMovable: boolean(),
        isOpen: boolean(),
      }),
    ),
  },
  errors: [...requestErrors],
})

const upload = object({ upload_id: uuid(), token: token() })

export const uploaderUploadChunk = endpoint({
  ...uploadChunk,
  path: '/api/file-request/:token/upload/chunks',
  access,
  params,
  errors: [...uploadChunk.errors, ...requestUploadErrors],
})
/** A whole file in one call (D44). */
export const uploaderUploadFile = endpoint({
  ...uploadFile,
  path: '/api/file-request/:token/upload',
  access,
  params,
  errors: [...uploadFile.errors, ...requestUploadErrors],
})
export const uploaderUploadState = endpoint({
  ...uploadState,
  path: '/api/file-request/:token/upload/chunks/:upload_id',
  access,
  params: upload,
  errors: [...uploadState.errors, ...requestErrors],
})
export const uploaderDiscardUpload = endpoint({
  ...discardUpload,
  path: '/api/file-request/:token/upload/chunks/:upload_id',
  access,
  params: upload,
  errors: [...discardUpload.errors, ...requestErrors],
})
/** Always empty: uploaders replace no file and learn no existing name (A18). */
export const uploaderConflicts = endpoint({
  ...checkConflicts,
  path: '/api/file-request/:token/upload/conflicts',
  access,
  params,
  errors: [...checkConflicts.errors, ...requestErrors],
})
export const uploaderCreateFolder = endpoint({
  ...createFolder,
  path: '/api/file-request/:token/create-folder',
  access,
  params,
  errors: [...createFolder.errors, ...requestErrors],
})
export const uploaderRename = endpoint({
  ...renameItem,
  path: '/api/file-request/:token/rename/:id',
  access,
  params: object({ id: uuid(), token: token() }),
  errors: [...renameItem.errors, ...requestErrors, 'sharing.not-owner'],
})
/** Named items only: “all except” would include items of others. */
export const uploaderMove = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/move',
  summary: 'Move items that this browser uploaded',
  access,
  params,
  body: object({
    to_id: optional(nullable(uuid())),
    items: array(ItemRef, { minItems: 1, maxItems: maxItemsPerCall }),
  }),
  response: { 200: object({ type: string(), message: string(), items: array(ItemRef) }) },
  errors: [
    ...requestErrors,
    'sharing.not-owner',
    'storage.item-not-found',
    'storage.parent-not-found',
    'storage.move-into-itself',
    'storage.max-depth-exceeded',
    'storage.forbidden',
  ],
})
export const uploaderRemove = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/remove',
  summary: 'Remove items that this browser uploaded',
  access,
  params,
  body: object({ items: array(RemoveRef, { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 200: SuccessMessage },
  errors: [...requestErrors, 'sharing.not-owner', 'storage.item-not-found', 'storage.forbidden'],
})
