import type { ErrorCode } from '../../../shared/contract.ts'

/** Groups of error codes that several endpoints declare; `server/errors.ts` has the situation of each code. */
type Codes = readonly ErrorCode[]

export const nameErrors: Codes = [
  'storage.name-empty',
  'storage.name-too-long',
  'storage.name-forbidden-character',
  'storage.name-reserved',
]
/** Calls that list a folder. */
export const pageErrors: Codes = ['storage.item-not-found', 'storage.parent-not-found', 'storage.invalid-cursor']
/** Calls on a list of items or on a selection. */
export const selectionErrors: Codes = ['storage.items-or-selection', 'storage.item-not-found', 'storage.forbidden']
/** Calls that put items into a folder. */
export const targetErrors: Codes = ['storage.parent-not-found', 'storage.max-depth-exceeded']
export const downloadErrors: Codes = [
  'storage.item-not-found',
  'storage.download-restricted',
  'storage.range-not-satisfiable',
  'storage.blob-missing',
  'storage.storage-unhealthy',
  'storage.integrity',
]
export const uploadErrors: Codes = [
  ...nameErrors,
  ...targetErrors,
  'storage.forbidden',
  'storage.upload-restricted',
  'storage.create-folder-restricted',
  'storage.quota-exceeded',
  'storage.too-large',
  'storage.file-type-not-allowed',
  'storage.skipped-file',
  'storage.empty-file',
  'storage.invalid-chunk',
  'storage.size-mismatch',
  'storage.checksum-mismatch',
  'storage.item-not-found',
  'storage.upload-not-found',
  'storage.upload-lost',
  'storage.too-many-uploads',
  'storage.disk-full',
  'storage.storage-unhealthy',
  'platform.validation-failed',
]
/** Calls that may continue an upload. */
export const chunkErrors: Codes = [
  ...uploadErrors,
  'storage.ambiguous-chunk',
  'storage.offset-conflict',
  'storage.upload-busy',
]
