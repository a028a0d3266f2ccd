import { errorTable } from '../../platform/index.ts'

export const sharingErrors = errorTable('sharing', {
  /** Unknown, expired, revoked, its item gone or trashed: one answer for all (API.md D13, D28). */
  'share-not-found': 404,
  /** The owner's account is restricted; pages lead to /temporary-unavailable. */
  'share-unavailable': 401,
  'share-locked': 403,
  'wrong-password': 401,
  'wrong-code': 401,
  'code-locked': 429,
  'not-for-visitors': 403,
  'download-off': 403,
  'no-direct-download': 403,
  'downloads-used': 410,
  'robots-not-counted': 403,
  'permission-needed': 422,
  'password-needed': 422,
  'password-too-short': 422,
  'slug-taken': 422,
  'expiry-in-the-past': 422,
  'recipients-needed': 422,
  'bad-cursor': 422,
  'request-not-found': 404,
  /** Filled or expired: every call but the look at it (API.md D14). */
  'request-closed': 410,
  'request-unavailable': 401,
  'request-file-too-large': 413,
  'request-kind': 422,
  'request-full': 422,
  'guest-name-needed': 422,
  'guest-email-needed': 422,
  'bad-email': 422,
  'close-not-allowed': 403,
  'not-yours': 403,
  'nothing-sent': 422,
})
