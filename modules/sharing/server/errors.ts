import { errorTable, failure, invalidField, temporaryFailure, unprocessable } from '../../platform/index.ts'

export const sharingErrors = errorTable('sharing', {
  /** One error for all, so that deleted links cannot be distinguished from links that never existed (D13, D28). */
  'share-not-found': failure(404, 'The link is unknown, expired or revoked, or its item is in the trash or deleted.'),
  /** Pages redirect to /temporary-unavailable. */
  'share-unavailable': failure(401, 'The account of the link’s owner is restricted.'),
  'share-locked': failure(403, 'The link is protected and not unlocked in this browser.'),
  'share-protected': failure(401, 'oEmbed of a protected link: other sites get nothing of it.'),
  'format-not-offered': failure(501, 'oEmbed in another format than `json` and `xml`.'),
  'wrong-password': failure(401, 'The password does not unlock the link.'),
  'wrong-code': failure(401, 'The mailed code is wrong, used or expired.'),
  'code-locked': temporaryFailure(429, 60, 'Too many wrong codes; Retry-After says when to try again.'),
  'not-for-visitors': failure(403, 'The permission of the link does not include this call.'),
  'downloads-disabled': failure(403, 'The owner turned off downloads from this link.'),
  'no-direct-download': failure(403, 'The link leads to a folder, which has no direct download.'),
  'download-limit-reached': failure(410, 'The link has reached its download limit.'),
  'bots-not-allowed': failure(403, 'A bot or a link preview asks for a file of a link with a download limit.'),
  'permission-required': invalidField('permission', 'A link to a folder needs a permission.'),
  'password-required': invalidField('password', 'The link is to be protected, and there is no password.'),
  'password-too-short': invalidField('password', 'The password is too short.'),
  'slug-taken': invalidField(
    'slug',
    'Another link has this slug, a link of another account had it within a year, or the API uses it: `revoke`.',
  ),
  'expiry-in-the-past': invalidField('expires_at', 'The expiry is not in the future.'),
  'share-expired': invalidField('emails', 'The link has expired, so that an email with it would lead nowhere.'),
  'recipients-required': invalidField('emails', 'A link for specific people needs at least one email address.'),
  'invalid-cursor': invalidField('cursor', 'The cursor is not one that this list gave.'),
  'request-not-found': failure(404, 'The file request is unknown or revoked, or is not the caller’s.'),
  /** The answer to every call but showing the request (D14). */
  'request-closed': failure(410, 'The file request is closed or expired.'),
  'request-unavailable': failure(401, 'The account of the request’s owner is restricted.'),
  'request-file-too-large': failure(413, 'The file is larger than the request accepts.'),
  'type-not-accepted': invalidField('chunk', 'The request accepts no files of this type.'),
  'file-limit-reached': unprocessable(
    'The request has its maximum number of files.',
    'the request accepts no more files, whatever is sent',
  ),
  'uploader-name-required': unprocessable(
    'The request asks uploaders for a name, and this browser gave none.',
    'set by an earlier call; the `name` of an upload is the name of the file',
  ),
  'uploader-email-required': unprocessable(
    'The request asks uploaders for an email address, and this browser gave none.',
    'set by an earlier call',
  ),
  'invalid-email': invalidField('email', 'The text is not an email address.'),
  'close-not-allowed': failure(403, 'The owner does not let uploaders close the request.'),
  'not-owner': failure(403, 'The item is, or contains, one that this uploader has not sent.'),
  'nothing-sent': unprocessable('This browser has not uploaded a file.', 'the call that submits has no fields'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    sharing: keyof typeof sharingErrors.entries
  }
}
