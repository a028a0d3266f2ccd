import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError, readDotEnv } from './config.ts'
import type { Db } from './db/db.ts'
import { requireMigrated } from './db/migrations.ts'
import type { Installation } from './installation.ts'

const notSetUp = (dataDir: string) =>
  new ConfigError(
    `no instance of Coffer is set up in ${dataDir}: set DATA_DIR to the folder of one (the command coffer does it for that of the service), or set one up first`,
  )

/** Throws when the path cannot be read, for example because it belongs to another account. */
const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/**
 * Throws `ConfigError` when there is neither a DATA_DIR with a database nor the URL of one. Call it before `loadConfig` and
 * the database, which would create them: a command that works on an instance would report success on an empty one.
 */
export const requireDatabase = (env: NodeJS.ProcessEnv): void => {
  const dataDir = resolve(env.DATA_DIR?.trim() || 'data')
  if (!exists(dataDir)) throw notSetUp(dataDir)
  const databaseUrl = env.DATABASE_URL?.trim() || readDotEnv(join(dataDir, '.env')).DATABASE_URL?.trim()
  if (!databaseUrl && !exists(join(dataDir, 'postgres', 'data'))) throw notSetUp(dataDir)
}

/** Throws `ConfigError` unless the instance is set up and this version made its schema. Changes nothing in an empty database. */
export const requireInstance = async ({
  db,
  config: { dataDir },
  installation,
}: {
  db: Db
  config: { dataDir: string }
  installation: Installation
}): Promise<void> => {
  const [found] = await db.query<{ ours: boolean }>("select to_regclass('mikro_orm_migrations') is not null as ours")
  if (!found?.ours) throw notSetUp(dataDir)
  await requireMigrated(db)
  if (!(await installation.done())) throw notSetUp(dataDir)
}
