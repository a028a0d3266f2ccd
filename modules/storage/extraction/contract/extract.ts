import { endpoint, object, uuid } from '../../../shared/contract.ts'
import { Accepted } from '../../operations/contract.ts'
import { targetErrors } from '../../tree/contract.ts'

/**
 * Extracts a zip archive into a new folder beside it, named like the archive; a name that is taken is numbered. The operation
 * does the work, one of an account at a time, and fails with the same codes for what shows only then. Limits: 200,000 entries,
 * 200,000 files and folders, 1 TiB of files, and 250 times the archive's size where the files have more than 1 GiB. What cannot be extracted is listed in
 * `left_out`; `__MACOSX` and `.DS_Store` are skipped.
 */
export const extractArchive = endpoint({
  method: 'POST',
  path: '/api/extract',
  summary: 'Extract a zip archive',
  access: 'session',
  body: object({ item_id: uuid() }),
  response: { 202: Accepted },
  errors: [
    'storage.item-not-found',
    'storage.forbidden',
    ...targetErrors,
    'storage.archive-unreadable',
    'storage.archive-split',
    'storage.archive-encrypted',
    'storage.archive-too-large',
    'storage.archive-bomb',
    'storage.too-many-extractions',
    'storage.upload-restricted',
    'storage.create-folder-restricted',
    'storage.quota-exceeded',
    'storage.blob-missing',
    'storage.integrity',
    'storage.storage-unhealthy',
    'storage.disk-full',
  ],
})
