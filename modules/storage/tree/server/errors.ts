import { errorTable, failure, invalid, invalidPerCall, notAboutField } from '../../../platform/index.ts'
import { integer } from '../../../shared/contract.ts'

export const storageErrors = errorTable('storage', {
  'item-not-found': failure(404, 'No item of this id is within the caller’s reach; of a selection, one is not.'),
  'parent-not-found': failure(404, 'The target folder does not exist, is in the trash, or is not within reach.'),
  forbidden: failure(403, 'The caller may see the item, and may not do this with it.'),
  'name-empty': invalid('name', 'The name has no visible character.'),
  'name-too-long': invalid('name', 'The name is longer than 255 bytes of UTF-8.'),
  'name-forbidden-character': invalid(
    'name',
    'The name contains a slash, a backslash, a control character or a text direction mark.',
  ),
  'name-reserved': invalid('name', 'The name is `.` or `..`.'),
  'emoji-unknown': invalid('emoji', 'The text is not one emoji.'),
  'invalid-cursor': invalid('cursor', 'The cursor is not one that this list gave for this sorting.'),
  'invalid-page': invalid('page', 'The page is neither a number from 1 nor `all`.'),
  'fixed-order': invalidPerCall('The list has one order, and the call asks for another.'),
  'too-many-for-one-page': invalid('page', '`page=all` on a list of more than 1,000 entries.'),
  'items-or-selection': invalid('items', 'The call has both `items` and `selection`, or none of them.'),
  'folder-only': invalidPerCall('Only folders have this, and an item is a file.'),
  'move-into-itself': invalid('to_id', 'The target is one of the folders to move, or below one.'),
  'copy-into-itself': invalid('to_id', 'The target is one of the folders to copy, or below one.'),
  'operation-not-found': failure(404, 'No operation of this id belongs to the caller, or it ended long ago.'),
  'not-undoable': notAboutField(
    'The operation still runs, was undone, or cannot be undone.',
    'the operation in the path has ended or was undone',
  ),
  'operation-failed': failure(500, 'A background operation failed; never the answer to a call.'),
  'version-not-found': failure(404, 'The file has no version of this id.'),
  'max-depth-exceeded': invalidPerCall('Folders would be nested deeper than 64 levels.'),
  'not-in-trash': invalid('items', 'An item is not in the trash.'),
  'create-folder-restricted': failure(401, 'The quota owner’s account is restricted: no new folders.'),
  'upload-restricted': failure(401, 'The quota owner’s account is restricted: no uploads.'),
  'download-restricted': failure(401, 'The quota owner’s account is restricted: no downloads.'),
  'quota-exceeded': failure(423, 'The quota owner’s account has no room for it.'),
  'too-large': failure(413, 'The file is larger than the upload limit.'),
  'file-type-not-allowed': invalid('chunk', 'The installation accepts no files of this type.'),
  'empty-file': invalid('chunk', 'The file has no content.'),
  'invalid-chunk': invalid('chunk', 'The body is empty, ended early, or is not as long as its fields say.'),
  'ambiguous-chunk': invalid('chunk', 'A chunk equal to the one before it, without `offset` or `total_size`.'),
  'size-mismatch': invalid('total_size', 'More bytes than `total_size`, or than the body may have.'),
  'checksum-mismatch': invalid('sha256', 'The content has another SHA-256; the upload is discarded.'),
  'offset-conflict': failure(409, 'The chunk does not begin where the upload stands: go on at `expected_offset`.', {
    expected_offset: integer({ minimum: 0 }),
  }),
  'upload-busy': failure(409, 'Another request writes to the same upload; Retry-After says when to try again.'),
  'upload-lost': notAboutField(
    'The server lost the bytes received so far: upload the file from the beginning.',
    'the staged file was lost on the server',
  ),
  'upload-not-found': failure(404, 'No upload of this id is open: it ended, expired, or was discarded.'),
  'too-many-uploads': failure(429, 'The caller has the maximum number of open uploads.'),
  'invalid-remote-url': invalid('urls', 'None of the lines is a URL that can be fetched.'),
  'remote-upload-not-found': failure(404, 'The caller has no such remote upload, or it has ended.'),
  'too-many-remote-uploads': failure(429, 'The caller has the maximum number of waiting remote uploads.'),
  'skipped-file': invalid('name', 'The name is that of a file of the operating system: `.DS_Store`.'),
  'zip-items': invalid('items', 'The text is not a list of `id|type`, has too many entries, or names nothing.'),
  'zip-path-too-long': invalid('items', 'A path in the archive would be longer than 65,535 bytes.'),
  'too-many-zips': failure(429, 'The caller has the maximum number of archives open.'),
  'index-building': failure(503, 'The search index is being built; Retry-After says when to try again.'),
  'users-for-admins': failure(403, '`filter=users` by somebody who is no admin.'),
  'range-not-satisfiable': failure(416, 'The range begins behind the end; Content-Range has the size.'),
  'thumbnail-not-found': failure(404, 'The item has no thumbnail of this size.'),
  integrity: failure(500, 'The stored content is not as long as the database says.'),
  'blob-missing': failure(404, 'The stored content is gone from the disk.'),
  'disk-full': failure(507, 'The disk has no room above its reserve.'),
  'storage-unhealthy': failure(503, 'The disk rejects reads or writes; Retry-After says when to try again.'),
})

declare module '../../../shared/endpoint.ts' {
  interface ErrorCodes {
    storage: keyof typeof storageErrors.entries
  }
}
