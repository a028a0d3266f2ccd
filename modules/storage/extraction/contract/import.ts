import { endpoint, object, uuid } from '../../../shared/contract.ts'
import { Accepted } from '../../operations/contract.ts'

/**
 * Imports the export of an account, a zip among the caller's own files: files and folders to where they were in the account, links,
 * favorites and settings. Folders of the same names are merged, files of the same name, size and checksum skipped, so that an import can be repeated.
 * The operation tells in `imported` what it has brought, in `left_out` what not. Limits as of an extraction. 422 for an archive
 * that is no export, or one of a later version.
 */
export const importAccount = endpoint({
  method: 'POST',
  path: '/api/import',
  summary: 'Import the export of an account',
  access: 'session',
  body: object({ item_id: uuid() }),
  response: { 202: Accepted },
  errors: [
    'storage.item-not-found',
    'storage.not-an-export',
    'storage.archive-unreadable',
    'storage.archive-split',
    'storage.archive-too-large',
    'storage.archive-bomb',
    'storage.too-many-extractions',
    'storage.upload-restricted',
    'storage.create-folder-restricted',
    'storage.blob-missing',
    'storage.integrity',
    'storage.storage-unhealthy',
    'storage.disk-full',
  ],
})
