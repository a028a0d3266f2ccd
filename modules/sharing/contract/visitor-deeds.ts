import { endpoint, object, string, uuid } from '../../shared/contract.ts'
import {
  checkConflicts,
  createFolder,
  discardUpload,
  downloadZip,
  moveItems,
  prepareZip,
  removeItems,
  renameItem,
  search,
  uploadChunk,
  uploadState,
} from '../../storage/contract.ts'
import { shareToken, tokenPattern } from './shares.ts'

/**
 * The share variants of storage's calls (PRODUCT.md §7): the same bodies and answers under the link's own address.
 * `permission` of the link decides what of it a visitor may do; storage's policy refuses the rest with 403.
 */
const token = () => string({ pattern: tokenPattern })
const access = 'share' as const
const params = shareToken()

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
export const visitorRemove = endpoint({ ...removeItems, path: '/api/sharing/remove/:token', access, params })
export const visitorUpload = endpoint({ ...uploadChunk, path: '/api/sharing/upload/chunks/:token', access, params })
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
})
export const visitorZip = endpoint({ ...downloadZip, path: '/api/sharing/zip/:token', access, params })
export const visitorPrepareZip = endpoint({ ...prepareZip, path: '/api/sharing/zip/:token', access, params })
export const visitorSearch = endpoint({ ...search, path: '/api/sharing/search/:token', access, params })
