import type { UploadDestination } from './group-folders.ts'
import type { Upload } from './types.ts'
import type { ChunkQuery } from './upload.api.ts'

interface ChunkOf {
  offset: number
  last: boolean
  /** SHA-256 of the whole file, where it is one chunk. */
  sha256: string | null
}

/** Query fields of a chunk. */
export const chunkFields = (
  upload: Upload,
  { parentId, path }: UploadDestination,
  { offset, last, sha256 }: ChunkOf,
): ChunkQuery => ({
  name: upload.name,
  is_last_chunk: last ? 'true' : 'false',
  upload_id: upload.id,
  offset,
  total_size: upload.size,
  parent_id: parentId,
  path,
  mtime: new Date(upload.file.lastModified).toISOString(),
  on_conflict: upload.choice,
  sha256,
})
