import type { Db, Settings } from '../../../../platform/index.ts'
import type { Version } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import { etagOf } from '../item.resource.ts'
import type { ItemRow } from '../item.row.ts'
import type { Scope } from '../scope.ts'
import { kindSums } from '../usage-by-kind.ts'
import { archiveVersion } from './archive-version.ts'
import type { FileMetadata } from './file-metadata.ts'
import { requireItem } from './find-item.ts'
import { releaseBlobs } from './purge.ts'

interface VersionRow {
  id: string
  size: number
  media_type: string
  stored_at: Date
  replaced_at: Date
  modified_at: Date | null
  key: string
  blob_id: string
  sha256: Buffer
}

interface Freed {
  blobs: string[]
  size: number
  images: number
  videos: number
  audios: number
  documents: number
}

const columns = `v.id, v.size, v.stored_at, v.replaced_at, v.modified_at, v.blob_id, b.media_type, b.key, b.sha256`
/** Rows per transaction of the job. */
const batch = 500

/** What files held before they were replaced. Reach is decided at the file, as for the file itself. */
export class Versions {
  private readonly db: Db
  private readonly settings: Settings
  constructor(db: Db, settings: Settings) {
    this.db = db
    this.settings = settings
  }

  /** How many a file keeps (0: none), and for how many days. */
  async limits(): Promise<{ days: number; most: number }> {
    const [days, most] = await Promise.all([
      this.settings.get('versions_retention_days'),
      this.settings.get('versions_max'),
    ])
    return { days, most: days > 0 ? most : 0 }
  }

  /** Latest first. 404 for a file out of reach. */
  async list(scope: Scope, id: string): Promise<Version[]> {
    await requireItem(this.db, scope, id)
    const rows = await this.db.query<VersionRow>(
      `select ${columns} from item_versions v join blobs b on b.id = v.blob_id
       where v.item_id = $1 order by v.replaced_at desc, v.id desc`,
      [id],
    )
    return rows.map((row) => present(id, row))
  }

  /** What sending it takes, by the name the file has now. */
  async file(scope: Scope, id: string, version: string): Promise<FileMetadata> {
    const { item } = await requireItem(this.db, scope, id)
    allow(scope, 'download', item)
    const [row] = await this.db.query<VersionRow>(
      `select ${columns} from item_versions v join blobs b on b.id = v.blob_id where v.item_id = $1 and v.id = $2`,
      [id, version],
    )
    if (!row) throw storageErrors.fail('version-not-found')
    return {
      id,
      name: item.name,
      size: row.size,
      key: row.key,
      blobId: row.blob_id,
      mediaType: row.media_type,
      etag: etagOf(row.sha256),
      storedAt: row.stored_at,
      thumbnailStatus: 'none',
    }
  }

  /** The version becomes the content, the content a version: nothing comes and nothing goes. */
  async restore(scope: Scope, id: string, version: string): Promise<ItemRow> {
    const { item } = await requireItem(this.db, scope, id)
    allow(scope, 'upload', item)
    await this.db.transaction(async (tx) => {
      const locked = await tx.query('select 1 from items where id = $1 and trashed_at is null for update', [id])
      if (locked.length === 0) throw storageErrors.fail('item-not-found')
      await archiveVersion(tx, id)
      const [back] = await tx.query(
        `with back as (
           delete from item_versions where id = $2 and item_id = $1 returning blob_id, size, kind, modified_at
         ) update items set blob_id = back.blob_id, size = back.size, kind = back.kind, modified_at = back.modified_at,
           updated_at = now() from back where items.id = $1 returning 1`,
        [id, version],
      )
      if (!back) throw storageErrors.fail('version-not-found')
      tx.emit('storage.file.created', {
        ownerId: scope.ownerId,
        actorId: scope.actor.userId,
        socketId: scope.actor.socketId ?? null,
        itemId: id,
        parentId: item.parent_id,
      })
    })
    return (await requireItem(this.db, scope, id)).item
  }

  /** For ever: the owner's right. */
  async remove(scope: Scope, id: string, version: string): Promise<void> {
    const { item } = await requireItem(this.db, scope, id)
    allow(scope, 'purge', item)
    if ((await this.free(scope.ownerId, 'v.item_id = $2 and v.id = $3', [id, version])) === 0)
      throw storageErrors.fail('version-not-found')
  }

  /** The job: what was replaced longer ago than is kept. */
  async purge(): Promise<{ removed: number }> {
    // The default may be shorter than what the operator meant: nothing is deleted by a value that cannot be read.
    if (await this.settings.isUnreadable('versions_retention_days')) return { removed: 0 }
    const { days } = await this.limits()
    let removed = 0
    for (;;) {
      const old = await this.db.query<{ owner_id: string; ids: string[] }>(
        `select owner_id, array_agg(id) as ids from (
           select owner_id, id from item_versions where replaced_at < now() - make_interval(days => $1) limit ${batch}
         ) some_versions group by owner_id`,
        [days],
      )
      for (const { owner_id, ids } of old) removed += await this.free(owner_id, 'v.id = any($2::uuid[])', [ids])
      if (old.length === 0) return { removed }
    }
  }

  /** Removes them and what they take up; resolves with their number. */
  private free(owner: string, condition: string, values: readonly unknown[]): Promise<number> {
    return this.db.transaction(async (tx) => {
      const [gone] = await tx.query<Freed>(
        `with gone as (
           delete from item_versions v where v.owner_id = $1 and ${condition} returning v.blob_id, v.size, v.kind
         ) select coalesce(array_agg(blob_id), '{}') as blobs, coalesce(sum(size), 0) as size, ${kindSums} from gone`,
        [owner, ...values],
      )
      if (!gone || gone.blobs.length === 0) return 0
      await releaseBlobs(tx, gone.blobs)
      await tx.query(
        `update usage set used_bytes = greatest(used_bytes - $2, 0), images_bytes = images_bytes - $3, videos_bytes = videos_bytes - $4,
           audios_bytes = audios_bytes - $5, documents_bytes = documents_bytes - $6 where user_id = $1`,
        [owner, gone.size, gone.images, gone.videos, gone.audios, gone.documents],
      )
      tx.emit('storage.items.purged', {
        ownerId: owner,
        actorId: null,
        socketId: null,
        itemIds: [],
        parentIds: [],
      })
      return gone.blobs.length
    })
  }
}

const present = (item: string, row: VersionRow): Version => ({
  id: row.id,
  type: 'version',
  attributes: {
    size: row.size,
    mimetype: row.media_type,
    file_url: `/file/${item}/versions/${row.id}`,
    stored_at: row.stored_at.toISOString(),
    replaced_at: row.replaced_at.toISOString(),
    modified_at: row.modified_at?.toISOString() ?? null,
  },
})
