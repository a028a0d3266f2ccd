import { errorTable, invalid, notAboutField } from '../../platform/index.ts'

export const sharingErrors = errorTable('sharing', {
  /** Unknown, expired or revoked, or its item is trashed or deleted: one answer for all (API.md D13, D28). */
  'share-not-found': 404,
  /** The owner's account is restricted; pages redirect to /temporary-unavailable. */
  'share-unavailable': 401,
  'share-locked': 403,
  'wrong-password': 401,
  'wrong-code': 401,
  'code-locked': 429,
  'not-for-visitors': 403,
  'downloads-disabled': 403,
  'no-direct-download': 403,
  'download-limit-reached': 410,
  'bots-not-allowed': 403,
  'permission-required': invalid('permission'),
  'password-required': invalid('password'),
  'password-too-short': invalid('password'),
  'slug-taken': invalid('slug'),
  'expiry-in-the-past': invalid('expires_at'),
  'recipients-required': invalid('emails'),
  'invalid-cursor': invalid('cursor'),
  'request-not-found': 404,
  /** Closed or expired: the answer to every call but showing the request (API.md D14). */
  'request-closed': 410,
  'request-unavailable': 401,
  'request-file-too-large': 413,
  'type-not-accepted': invalid('chunk'),
  'file-limit-reached': notAboutField('the request accepts no more files, whatever is sent'),
  'uploader-name-required': notAboutField('set by an earlier call; the `name` of an upload is the name of the file'),
  'uploader-email-required': notAboutField('set by an earlier call'),
  'invalid-email': invalid('email'),
  'close-not-allowed': 403,
  'not-owner': 403,
  'nothing-sent': notAboutField('the call that submits has no fields'),
})
