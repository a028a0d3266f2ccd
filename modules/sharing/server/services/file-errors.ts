import type { ErrorCodes } from '../../../shared/contract.ts'
import type { RemoteReason } from '../../../storage/contract.ts'

type SharingCode = ErrorCodes['sharing']

/** Codes of errors that reject no file: of other calls, or before the first file. */
type OtherCode =
  | 'share-unavailable'
  | 'share-protected'
  | 'format-not-offered'
  | 'wrong-password'
  | 'wrong-code'
  | 'code-locked'
  | 'not-for-visitors'
  | 'downloads-disabled'
  | 'no-direct-download'
  | 'download-limit-reached'
  | 'bots-not-allowed'
  | 'permission-required'
  | 'password-required'
  | 'password-too-short'
  | 'slug-taken'
  | 'expiry-in-the-past'
  | 'share-expired'
  | 'recipients-required'
  | 'invalid-cursor'
  | 'request-not-found'
  | 'request-unavailable'
  | 'uploader-name-required'
  | 'uploader-email-required'
  | 'invalid-email'
  | 'close-not-allowed'
  | 'nothing-sent'

interface FileError {
  /** Shown for a file that the server fetches. */
  reason: RemoteReason
  /** The error concerns one file: further files of a form are still stored. */
  isSingle?: true
}

/** Errors of this module that reject a file: uploaded by a form, or fetched by the server. */
const fileErrors: Record<Exclude<SharingCode, OtherCode>, FileError> = {
  'share-not-found': { reason: 'forbidden' },
  'share-locked': { reason: 'forbidden' },
  'request-closed': { reason: 'forbidden' },
  'request-file-too-large': { reason: 'too-large', isSingle: true },
  'type-not-accepted': { reason: 'type-not-accepted', isSingle: true },
  'file-limit-reached': { reason: 'file-limit-reached' },
  'not-owner': { reason: 'parent-not-found' },
}
const entries = Object.entries(fileErrors) as [keyof typeof fileErrors, FileError][]

/** Reasons for files that the server fetches, by code. */
export const failureReasons: Readonly<Partial<Record<SharingCode, RemoteReason>>> = Object.fromEntries(
  entries.map(([code, { reason }]) => [code, reason]),
)

/** Codes of errors after which further files of a form are still stored. */
export const singleFileCodes = entries.flatMap(([code, { isSingle }]) => (isSingle ? [code] : []))
