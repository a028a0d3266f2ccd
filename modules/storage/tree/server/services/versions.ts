import { type Db, type Jobs, type Logger, retentionPausedSince, type Settings } from '../../../../platform/index.ts'
import type { Version } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { itemEvent, itemsEvent } from '../events.ts'
import { allow } from '../item.policy.ts'
import { etagOf } from '../item.resource.ts'
import type { ItemRow } from '../item.row.ts'
import type { Scope } from '../scope.ts'
import { kindSumsSql } from '../usage-by-kind.ts'
import { presentVersion, type VersionRow, versionColumns } from '../version.resource.ts'
import { archiveVersion } from './archive-version.ts'
import type { FileMetadata } from './file-metadata.ts'
import { requireItem } from './find-item.ts'
import { purgeVersions } from './purge-versions.ts'
import { type RemovedBytes, releaseBlobs, subtractUsage } from './remove-rows.ts'
import { lockNames } from './tree-lock.ts'

interface RemovedVersions extends RemovedBytes {
  blobs: string[]
}

/** Previous contents of files. The scope decides about the file; its versions follow. */
export class Versions {
  private readonly db: Db
  private readonly settings: Settings
  private readonly log: Logger
  private readonly jobs: Jobs
  constructor({ db, settings, log, jobs }: { db: Db; settings: Settings; log: Logger; jobs: Jobs }) {
    this.db = db
    this.settings = settings
    this.log = log
    this.jobs = jobs
  }

  /** Days for which versions are retained, and their maximum number per file; 0: none. */
  async limits(): Promise<{ retentionDays: number; maxVersions: number }> {
    const [retentionDays, maxVersions] = await Promise.all([
      this.settings.get('versions_retention_days'),
      this.settings.get('versions_max'),
    ])
    return { retentionDays, maxVersions: retentionDays > 0 ? maxVersions : 0 }
  }

  /** Latest first. 404 for a file outside the scope. */
  async list(scope: Scope, id: string): Promise<Version[]> {
    await requireItem(this.db, scope, id)
    const rows = await this.db.query<VersionRow>(
      `select ${versionColumns} from item_versions v join blobs b on b.id = v.blob_id
       where v.item_id = $1 order by v.replaced_at desc, v.id desc`,
      [id],
    )
    return rows.map((row) => presentVersion(id, row))
  }

  /** Metadata for downloading a version, under the current name of the file. */
  async file(scope: Scope, id: string, version: string): Promise<FileMetadata> {
    const { item } = await requireItem(this.db, scope, id)
    allow(scope, 'download', item)
    const [row] = await this.db.query<VersionRow>(
      `select ${versionColumns} from item_versions v join blobs b on b.id = v.blob_id where v.item_id = $1 and v.id = $2`,
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
      isDamaged: row.is_damaged,
    }
  }

  /**
   * Swaps the version with the current content, which becomes a version. The used bytes stay the same. It holds the names
   * like an upload that replaces a file: no folder above it is trashed, and then purged, before this is stored.
   */
  async restore(scope: Scope, id: string, version: string): Promise<ItemRow> {
    allow(scope, 'upload', (await requireItem(this.db, scope, id)).item)
    return this.db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await lockNames(tx, scope.ownerId)
      const { item } = await requireItem(tx, scope, id)
      const locked = await tx.query('select 1 from items where id = $1 and trashed_at is null for update', [id])
      if (locked.length === 0) throw storageErrors.fail('item-not-found')
      await archiveVersion(tx, id)
      const [restored] = await tx.query(
        `with back as (
           delete from item_versions where id = $2 and item_id = $1 returning blob_id, size, kind, modified_at
         ) update items set blob_id = back.blob_id, size = back.size, kind = back.kind, modified_at = back.modified_at,
           updated_at = now() from back where items.id = $1 returning 1`,
        [id, version],
      )
      if (!restored) throw storageErrors.fail('version-not-found')
      tx.emit('storage.file.created', { ...itemEvent(scope, id, item.parent_id), replaced: true })
      return (await requireItem(tx, scope, id)).item
    })
  }

  /** Deletes a version permanently; only the owner may. 404 `version-not-found`. */
  async remove(scope: Scope, id: string, version: string): Promise<void> {
    const { item } = await requireItem(this.db, scope, id)
    allow(scope, 'purge', item)
    if ((await this.delete(scope.ownerId, 'v.item_id = $2 and v.id = $3', [id, version])) === 0)
      throw storageErrors.fail('version-not-found')
  }

  /** Job: deletes versions that were replaced more than `versions_retention_days` ago. */
  async purge(): Promise<{ removed: number }> {
    // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
    if (await this.settings.isUnreadable('versions_retention_days')) return { removed: 0 }
    const { retentionDays } = await this.limits()
    if (await retentionPausedSince(this.db, retentionDays)) return { removed: 0 }
    const deleteThese = (owner: string, ids: readonly string[]) => this.delete(owner, 'v.id = any($2::uuid[])', [ids])
    return purgeVersions({ db: this.db, log: this.log, jobs: this.jobs }, retentionDays, deleteThese)
  }

  /** Deletes the versions `v` that match the condition and frees their bytes; resolves with their number. */
  private delete(owner: string, condition: string, values: readonly unknown[]): Promise<number> {
    return this.db.transaction(async (tx) => {
      const [removed] = await tx.query<RemovedVersions>(
        `with gone as (
           delete from item_versions v where v.owner_id = $1 and ${condition} returning v.blob_id, v.size, v.kind
         ) select coalesce(array_agg(blob_id), '{}') as blobs, coalesce(sum(size), 0) as size, ${kindSumsSql} from gone`,
        [owner, ...values],
      )
      if (!removed || removed.blobs.length === 0) return 0
      await releaseBlobs(tx, removed.blobs)
      await subtractUsage(tx, owner, removed)
      tx.emit('storage.items.purged', itemsEvent({ ownerId: owner, actor: { userId: null, key: 'system' } }, [], []))
      return removed.blobs.length
    })
  }
}
