import { toIso } from '../../../shared/contract.ts'
import type { Version } from '../contract.ts'

/** A version with the metadata of its blob. */
export interface VersionRow {
  id: string
  size: number
  media_type: string
  stored_at: Date
  replaced_at: Date
  modified_at: Date | null
  key: string
  blob_id: string
  sha256: Buffer
  is_damaged: boolean
}

/** Columns of `VersionRow`, of the version `v` and its blob `b`. */
export const versionColumns = `v.id, v.size, v.stored_at, v.replaced_at, v.modified_at, v.blob_id, b.media_type, b.key,
  b.sha256, b.damaged_at is not null as is_damaged`

/** Maps a row to the contract's `Version`, field by field. */
export const presentVersion = (itemId: string, row: VersionRow): Version => ({
  id: row.id,
  type: 'version',
  attributes: {
    size: row.size,
    mimetype: row.media_type,
    file_url: `/file/${itemId}/versions/${row.id}`,
    stored_at: row.stored_at.toISOString(),
    replaced_at: row.replaced_at.toISOString(),
    modified_at: toIso(row.modified_at),
  },
})
