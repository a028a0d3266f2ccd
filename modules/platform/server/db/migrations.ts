import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { statementTimeoutMs } from './client.ts'
import type { Db } from './db.ts'
import { reportLockWait } from './lock-wait.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/**
 * Runs pending migrations, before the process serves requests. One process at a time: another process waits, and then no
 * migration is pending. Statements of migrations have no timeout, because their duration depends on the size of the tables.
 * Nor has their wait for locks: a backup or pg_dump locks all tables until it ends, which is written to `log`. All run in
 * one transaction: a failed migration leaves the database as it was. Throws `ConfigError` when a newer version has migrated
 * the database.
 */
export const migrate = (db: Db, log?: Pick<Logger, 'warn'>): Promise<void> =>
  runMigrations(
    db,
    (pending, executed) => {
      requireKnownMigrations(executed)
      return pending
    },
    log,
  )

/**
 * For commands, which may run beside a server of another version: throws `ConfigError` unless this version made the schema.
 */
export const requireMigrated = async (db: Db): Promise<void> => {
  const { pending, executed } = await listMigrations(db)
  requireKnownMigrations(executed)
  if (pending.length > 0)
    throw new ConfigError(
      `this version changes the database (${pending.length} migrations), which only the server does: restart it first`,
    )
}

/**
 * Brings an empty database to the schema that these migrations make, to load a backup into it. Throws `ConfigError` when
 * this version does not know one of them, or the database has a newer schema.
 */
export const migrateTo = (db: Db, migrations: readonly string[]): Promise<void> =>
  runMigrations(db, (pending, executed) => {
    const unknown = migrations.find((name) => !pending.includes(name) && !executed.includes(name))
    if (unknown) throw new ConfigError(`the backup was made by a newer version (${unknown}): update Coffer first`)
    if (executed.some((name) => !migrations.includes(name)))
      throw new ConfigError('the backup is older than this database: restore into an empty database or DATA_DIR')
    return pending.filter((name) => migrations.includes(name))
  })

/** Throws `ConfigError` for a migration that this version does not know. */
export const requireKnownMigrations = (executed: readonly string[]): void => {
  const known = new Set(readdirSync(migrationsFolder).map((file) => parse(file).name))
  const unknown = executed.find((name) => !known.has(name))
  if (unknown)
    throw new ConfigError(
      `a newer version of Coffer has changed the database (${unknown}): start that version, or restore a backup of this one`,
    )
}

const namesOf = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name)

/** Names of the migrations that this version would run, and of the migrations that were run. */
export const listMigrations = async ({ orm: { migrator } }: Db) => ({
  pending: namesOf(await migrator.getPending()),
  executed: namesOf(await migrator.getExecuted()),
})

const withoutTimeouts =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0'

const pidSql = 'select pg_backend_pid() as pid'

const runMigrations = (
  db: Db,
  choose: (pending: string[], executed: string[]) => readonly string[],
  log?: Pick<Logger, 'warn'>,
): Promise<void> =>
  db.withOwnConnection(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('coffer.migrations'))")
    const { pending, executed } = await listMigrations(db)
    const chosen = choose(pending, executed)
    if (chosen.length > 0) {
      const connection = db.orm.em.getConnection()
      db.statementTimeoutMs = 0
      await connection
        .transactional(async (transaction) => {
          await connection.execute(withoutTimeouts, [], 'run', transaction)
          const { pid } = await connection.execute<{ pid: number }>(pidSql, [], 'get', transaction)
          const stopReporting = reportLockWait(client, pid, log)
          await db.orm.migrator.up({ transaction, migrations: [...chosen] }).finally(stopReporting)
        })
        .finally(() => {
          db.statementTimeoutMs = statementTimeoutMs
        })
    }
    await client.query("select pg_advisory_unlock(hashtext('coffer.migrations'))")
  })
