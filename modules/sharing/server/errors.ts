import { errorTable, invalid, notAboutField } from '../../platform/index.ts'

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
  'permission-needed': invalid('permission'),
  'password-needed': invalid('password'),
  'password-too-short': invalid('password'),
  'slug-taken': invalid('slug'),
  'expiry-in-the-past': invalid('expires_at'),
  'recipients-needed': invalid('emails'),
  'bad-cursor': invalid('cursor'),
  'request-not-found': 404,
  /** Filled or expired: every call but the look at it (API.md D14). */
  'request-closed': 410,
  'request-unavailable': 401,
  'request-file-too-large': 413,
  'request-kind': invalid('chunk'),
  'request-full': notAboutField('the request takes no more files, whatever is sent'),
  'guest-name-needed': notAboutField('given by an earlier call; the `name` of an upload is the name of the file'),
  'guest-email-needed': notAboutField('given by an earlier call'),
  'bad-email': invalid('email'),
  'close-not-allowed': 403,
  'not-yours': 403,
  'nothing-sent': notAboutField('the call that ends an upload has no fields'),
})
