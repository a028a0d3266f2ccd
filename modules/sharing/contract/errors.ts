import type { ErrorCode } from '../../shared/contract.ts'

/** Groups of error codes that several endpoints declare; `server/errors.ts` has the situation of each code. */
type Codes = readonly ErrorCode[]

/** Errors of an uploader's calls that change something. */
export const requestErrors: Codes = ['sharing.request-closed']
/** Errors of calls that bring a file to a request. */
export const requestUploadErrors: Codes = [
  ...requestErrors,
  'storage.item-not-found',
  'sharing.request-file-too-large',
  'sharing.type-not-accepted',
  'sharing.file-limit-reached',
  'sharing.uploader-name-required',
  'sharing.uploader-email-required',
]
/** Errors of calls that download by a link. */
export const shareDownloadErrors: Codes = [
  'sharing.downloads-disabled',
  'sharing.download-limit-reached',
  'sharing.bots-not-allowed',
]
