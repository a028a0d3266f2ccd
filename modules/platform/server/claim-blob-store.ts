import { randomUUID } from 'node:crypto'
import { BlobError, type BlobStore, type ExpectedContent, UnusableStoreError } from './blobs/index.ts'
import { ConfigError } from './config.ts'
import type { Sql } from './db/db.ts'
import type { Platform } from './platform.ts'
import { findStoreUses } from './store-uses.ts'

/** Stores the id of an installation, unless the database has one. */
export const storeInstallationId = async (db: Sql, id: string): Promise<void> => {
  await db.query(`insert into settings (name, value) values ('installation_id', $1) on conflict (name) do nothing`, [
    id,
  ])
}

/** Stores the id of an installation, in place of that which the database has. */
export const renameInstallation = async (db: Sql, id: string): Promise<void> => {
  await db.query(`delete from settings where name = 'installation_id'`)
  await storeInstallationId(db, id)
}

/**
 * Id of this installation, which other programs see. It is part of a backup, so that `restore --take-over` may use its
 * bucket.
 */
export const readInstallationId = async (db: Sql): Promise<string> => {
  await storeInstallationId(db, randomUUID())
  const rows = await db.query<{ value: string }>(`select value from settings where name = 'installation_id'`)
  return (rows[0] as { value: string }).value
}

/**
 * Marks a store as owned by an installation. Throws `ConfigError` when the store must not be used. While an object store
 * cannot be reached, the check waits until it can, before anything is stored or deleted.
 */
export const claimStoreFor = async (
  installationId: string,
  { db, blobs, log }: Pick<Platform, 'blobs' | 'log'> & { db: Sql },
  expected: ExpectedContent = 'any',
): Promise<void> => {
  try {
    await blobs.claim(installationId, expected, await findStoreUses(db))
  } catch (error) {
    if (error instanceof UnusableStoreError) throw new ConfigError(error.message)
    if (!(error instanceof BlobError)) throw error
    log.warn({ err: error }, 'the object store could not be reached')
  }
}

/** Whether the installation has files, wherever their content is. */
export const hasStoredFiles = async (db: Sql): Promise<boolean> =>
  (await db.query('select 1 from item_summaries where not is_folder limit 1')).length > 0

const readExpected = async (db: Sql): Promise<ExpectedContent> => {
  if (await hasStoredFiles(db)) return 'some'
  return (await db.query('select 1 from user_summaries limit 1')).length > 0 ? 'any' : 'none'
}

/** Has the store used by this copy of the installation alone (`BlobStore.renewUse`). A store that is away is asked next time. */
export const renewStoreUse = async ({ blobs }: Pick<Platform, 'blobs'>): Promise<void> => {
  try {
    await blobs.renewUse?.()
  } catch (error) {
    if (!(error instanceof BlobError)) throw error
  }
}

/** `claimStoreFor` with the id of this installation. Default: the configured store, which holds its files. */
export const claimBlobStore = async (
  { db, blobs, log }: Pick<Platform, 'blobs' | 'log'> & { db: Sql },
  store: BlobStore = blobs,
): Promise<void> => {
  const expected = await readExpected(db)
  const isExpected = store === blobs || expected === 'none'
  await claimStoreFor(await readInstallationId(db), { db, blobs: store, log }, isExpected ? expected : 'any')
}

/** Resets settings to their defaults. True when a setting had another value. */
export const resetSettings = async (db: Sql, names: readonly string[]): Promise<boolean> =>
  (await db.query(`delete from settings where name = any($1::text[]) and value <> '' returning 1`, [names])).length > 0

/** Turns a flag on. */
export const turnOn = async (db: Sql, flag: string): Promise<void> => {
  await db.query(
    `insert into settings (name, value) values ($1, '1') on conflict (name) do update set value = excluded.value`,
    [flag],
  )
}

/** Turns a flag on if a value of one of `names` is stored. False: no value is. */
export const turnOnWhereStored = async (db: Sql, flag: string, names: readonly string[]): Promise<boolean> => {
  const stored = await db.query(
    `insert into settings (name, value) select $1, '1' where exists (select from settings where name = any($2::text[]))
     on conflict (name) do update set value = excluded.value returning 1`,
    [flag, names],
  )
  return stored.length > 0
}
