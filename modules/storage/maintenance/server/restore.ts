import { text } from 'node:stream/consumers'
import {
  BackupError,
  BackupFolder,
  type BlobStore,
  claimBlobStore,
  loadTables,
  migrate,
  migrateTo,
  type Platform,
  type Snapshot,
} from '../../../platform/index.ts'
import { forEachConcurrently, readBlobList } from './backup.ts'
import type { BackupManifest, BlobLine } from './backup-manifest.ts'
import { correctReservations } from './correct-reservations.ts'

interface Verified {
  folder: BackupFolder
  snapshot: Snapshot
  manifest: BackupManifest
}

export interface RestoreReport {
  id: string
  created_at: string
  blobs: number
  bytes: number
  damaged: string[]
}

/**
 * Opens a backup (the newest, or the one with this id) and verifies it: the manifest, each table, and each blob's SHA-256.
 * Throws `BackupError` with the first file that is missing or was changed.
 */
export const verifyBackup = async (path: string, id?: string): Promise<Verified> => {
  const folder = new BackupFolder(path)
  const { snapshot, manifest } = await folder.open<BackupManifest>(id)
  for (const digest of [...manifest.tables, manifest.blobs, manifest.app_key]) await snapshot.verify(digest)
  const damaged = new Set(manifest.damaged)
  await forEachConcurrently(readBlobList(snapshot, manifest), async ({ key, sha256 }) => {
    if (!damaged.has(key) && !(await folder.isIntact(key, sha256)))
      throw new BackupError(`backup ${snapshot.id} is damaged: blob ${key} is missing or not as it was written`)
  })
  return { folder, snapshot, manifest }
}

export const reportOf = ({ snapshot, manifest }: Verified): RestoreReport => ({
  id: snapshot.id,
  created_at: manifest.created_at,
  blobs: manifest.blobs.count,
  bytes: manifest.blobs.total_bytes,
  damaged: manifest.damaged,
})

/** The APP_KEY of the instance that was backed up, in base64url. */
export const appKeyOf = ({ snapshot, manifest }: Verified): Promise<string> =>
  text(snapshot.read(manifest.app_key.file))

/**
 * Loads a verified backup into an empty database and blob store. The rows come last, in one transaction: after a failure
 * the database is still empty, and another call continues. `beforeRows` runs once the database is known to be empty.
 */
export const restoreBackup = async (
  { folder, snapshot, manifest }: Verified,
  { db, blobs, log }: Pick<Platform, 'db' | 'blobs' | 'log'>,
  beforeRows: () => void,
): Promise<void> => {
  await migrateTo(db, manifest.migrations)
  const [existing] = await db.query<{ found: boolean }>('select exists (select 1 from user_summaries) as found')
  if (existing?.found)
    throw new BackupError('the database holds accounts: restore into an empty database, with an empty DATA_DIR')
  const damaged = new Set(manifest.damaged)
  await forEachConcurrently(readBlobList(snapshot, manifest), async (blob) => {
    if (!damaged.has(blob.key) && !(await blobs.stat(blob.key))) await restoreBlob(folder, blobs, blob)
  })
  beforeRows()
  await db.withOwnConnection((client) =>
    loadTables(client, manifest, snapshot, async () => {
      // The bucket of another installation fails the transaction.
      const query = async (text: string, values?: readonly unknown[]) =>
        (await client.query(text, values as unknown[])).rows as never[]
      await claimBlobStore({ db: { query }, blobs, log })
      // What was uploaded so far is not part of a backup, and thumbnails are made again.
      await client.query('delete from upload_sessions where finished_at is null')
      await client.query(`update blobs set thumbnail_status = 'pending' where thumbnail_status = 'ready'`)
    }),
  )
  await migrate(db)
  await correctReservations(db)
}

const restoreBlob = async (folder: BackupFolder, blobs: BlobStore, { key }: BlobLine): Promise<void> => {
  // Left by a restore that was interrupted.
  await blobs.discard(key)
  const staged = await blobs.stage(key)
  try {
    let at = 0
    for await (const piece of folder.readBlob(key)) {
      await staged.write([piece], at)
      at += piece.length
    }
    await staged.sync(true)
  } finally {
    await staged.close()
  }
  await blobs.commit(key)
}
