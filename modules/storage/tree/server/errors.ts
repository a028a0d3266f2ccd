import {
  errorTable,
  failure,
  invalidField,
  invalidFieldPerCall,
  temporaryFailure,
  unprocessable,
} from '../../../platform/index.ts'
import { array, integer, string } from '../../../shared/contract.ts'
import { maxArchiveEntries, maxArchiveRatio, maxNameBytes } from '../contract.ts'

/** Body of a name conflict: how many files and folders, and some of their names. */
const takenNames = { files: integer({ minimum: 0 }), folders: integer({ minimum: 0 }), names: array(string()) }

export const storageErrors = errorTable('storage', {
  'item-not-found': failure(404, 'No item of this id is within the caller’s scope; of several, at least one is not.'),
  'parent-not-found': failure(404, 'The target folder does not exist, is in the trash, or is outside the scope.'),
  forbidden: failure(403, 'The caller may see the item, but not perform this action on it.'),
  'name-empty': invalidField('name', 'The name has no visible character.'),
  'name-too-long': invalidField('name', `The name is longer than ${maxNameBytes} bytes of UTF-8.`),
  'name-forbidden-character': invalidField(
    'name',
    'The name contains a slash, a backslash, a control character or a text direction mark.',
  ),
  'name-reserved': invalidField('name', 'The name is `.` or `..`.'),
  'emoji-unknown': invalidField('emoji', 'The text is not one emoji.'),
  'invalid-cursor': invalidField('cursor', 'The list did not issue this cursor for this sort order.'),
  'fixed-order': invalidFieldPerCall('The list has a fixed order, and the call requests another one.'),
  'items-or-selection': invalidField('items', 'The call has both `items` and `selection`, or neither.'),
  'folder-only': invalidFieldPerCall('The action applies to folders, and an item is a file.'),
  'move-into-itself': invalidField('to_id', 'The target is one of the folders to move, or below one.'),
  'copy-into-itself': invalidField('to_id', 'The target is one of the folders to copy, or below one.'),
  'operation-not-found': failure(
    404,
    'No operation of this id belongs to the caller, or it ended more than 7 days ago.',
  ),
  'not-undoable': unprocessable(
    'The operation still runs, was undone, or cannot be undone.',
    'the operation in the path has ended or was undone',
  ),
  'restore-point-unknown': invalidField('at', 'The time is before the earliest one that can be restored, or to come.'),
  'preview-too-large': unprocessable(
    'Too much has changed for a preview; the restore itself works.',
    'the number of changes since the time is at fault',
  ),
  'restore-running': failure(409, 'A folder of the same owner is being restored to an earlier time.'),
  'operation-failed': failure(500, 'A background operation failed; never returned by a call.'),
  'version-not-found': failure(404, 'The file has no version of this id.'),
  'item-in-trash': failure(409, 'The item is in the trash: its comments can only be read.'),
  'comment-empty': invalidField('body', 'The comment has no visible character.'),
  'comment-not-found': failure(404, 'The item has no comment of this id, or the caller may not restore it.'),
  'too-many-comments': failure(409, 'The item has the maximum number of comments.'),
  'max-depth-exceeded': invalidFieldPerCall('Folders would be nested deeper than 64 levels.'),
  'not-in-trash': invalidField('items', 'An item is not in the trash.'),
  'create-folder-restricted': failure(401, 'The quota owner’s account is restricted: no new folders.'),
  'upload-restricted': failure(401, 'The quota owner’s account is restricted: no uploads.'),
  'download-restricted': failure(401, 'The quota owner’s account is restricted: no downloads.'),
  'quota-exceeded': failure(423, 'The call would exceed the quota of the owner’s account.'),
  'too-large': failure(413, 'The file is larger than the upload limit.'),
  'file-type-not-allowed': invalidField('chunk', 'The installation accepts no files of this type.'),
  'empty-file': invalidField('chunk', 'The file has no content.'),
  'invalid-chunk': invalidField('chunk', 'The body is empty, ended early, or its length differs from its fields.'),
  'ambiguous-chunk': invalidField(
    'chunk',
    'The chunk equals the one before it and has neither `offset` nor `total_size`.',
  ),
  'size-mismatch': invalidField('total_size', 'More bytes than `total_size`, or than a body may have.'),
  'checksum-mismatch': invalidField('sha256', 'The content has another SHA-256; the upload is discarded.'),
  'name-conflict': failure(
    409,
    'With `on_conflict=ask`: items of the target folder have the names of these `files` and `folders`. `names`: up to five.',
    takenNames,
  ),
  'offset-conflict': failure(409, 'The chunk does not start at the end of the upload: continue at `expected_offset`.', {
    expected_offset: integer({ minimum: 0 }),
  }),
  'upload-busy': failure(409, 'Another request writes to the same upload; Retry-After says when to try again.'),
  'upload-lost': unprocessable(
    'The server lost the bytes received so far: upload the file from the beginning.',
    'the staged file was lost on the server',
  ),
  'upload-not-found': failure(404, 'No upload of this id is open: it ended, expired, or was discarded.'),
  'too-many-uploads': temporaryFailure(429, 60, 'The caller has the maximum number of open uploads.'),
  'invalid-remote-url': invalidField('urls', 'None of the lines is a URL that can be fetched.'),
  'remote-upload-not-found': failure(404, 'The caller has no such remote upload, or it has ended.'),
  'too-many-remote-uploads': temporaryFailure(429, 60, 'The caller has the maximum number of waiting remote uploads.'),
  'skipped-file': invalidField('name', 'The name is that of a file of the operating system: `.DS_Store`.'),
  'zip-items': invalidField('items', 'The text is not a list of `id|type`, has too many entries, or is empty.'),
  'zip-path-too-long': invalidField('items', 'A path in the archive would be longer than 65,535 bytes.'),
  'too-many-zips': temporaryFailure(429, 30, 'The caller has the maximum number of archives open.'),
  'archive-unreadable': unprocessable('The file is no zip archive, or it is damaged.', 'the file is at fault'),
  'archive-split': unprocessable('The file is one part of a split archive.', 'the file is at fault'),
  'archive-encrypted': unprocessable(
    'All files of the archive are encrypted, or one by strong encryption.',
    'the file is at fault',
  ),
  'archive-too-large': unprocessable(
    `The archive has more than ${maxArchiveEntries} entries, or files and folders, or its files have more than 1 TiB.`,
    'the file is at fault',
  ),
  'archive-bomb': unprocessable(
    `Entries of the archive overlap, or it has more than 1 GiB and ${maxArchiveRatio} times its size when unpacked.`,
    'the file is at fault',
  ),
  'not-an-export': unprocessable(
    'The archive is no export of an account, or one of a later version.',
    'the file is at fault',
  ),
  'too-many-extractions': temporaryFailure(429, 60, 'The caller has the maximum number of waiting extractions.'),
  'index-building': temporaryFailure(503, 10, 'The search index is being built; Retry-After says when to try again.'),
  'users-for-admins': failure(403, '`filter=users` by a caller who is not an admin.'),
  'range-not-satisfiable': failure(416, 'The range starts after the end; Content-Range has the size.'),
  'thumbnail-not-found': failure(404, 'The item has no thumbnail of this size.'),
  integrity: failure(500, 'The stored content is damaged: its length or its hash differs from the database.'),
  'blob-missing': failure(404, 'The stored content is missing on disk.'),
  'disk-full': failure(507, 'The free space of the disk is below its reserve.'),
  'storage-unhealthy': temporaryFailure(
    503,
    5,
    'The disk rejects reads or writes; Retry-After says when to try again.',
  ),
})

declare module '../../../shared/endpoint.ts' {
  interface ErrorCodes {
    storage: keyof typeof storageErrors.entries
  }
}
