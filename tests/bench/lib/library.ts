import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger, type Db } from '../../../modules/platform/index.ts'
import { connect } from '../../../modules/platform/server/db/connect.ts'
import { Events } from '../../../modules/platform/server/events.ts'
import { type BenchServer, startCoffer } from './coffer.ts'
import { seedLibrary } from './seed-library.ts'

/** Increase it when the seed changes, so that an older library is not reused. */
const edition = 1

/** A database session of its own, without the app's statement timeout. */
export const databaseOf = async (url: string): Promise<Db> => {
  const log = createLogger({ level: 'error', pretty: false })
  const db = await connect({ url, entities: [], events: new Events(log), log, poolSize: 1 })
  db.statementTimeoutMs = 0
  await db.query('set statement_timeout = 0')
  return db
}

/** An instance with five million items, in a folder that later runs reuse. */
export const startLibrary = async (): Promise<BenchServer> => {
  const dataDir = join(process.env.BENCH_DIR ?? '/var/tmp', `coffer-bench-library-${edition}`)
  const coffer = await startCoffer(dataDir)
  const mark = join(dataDir, 'library-is-complete')
  if (existsSync(mark)) return coffer
  const started = Date.now()
  const db = await databaseOf(coffer.databaseUrl)
  try {
    await seedLibrary(db)
    await db.query('vacuum (analyze) items')
  } finally {
    await db.orm.close(true)
  }
  writeFileSync(mark, `${edition}\n`)
  console.error(`five million items in ${Math.round((Date.now() - started) / 1_000)} s, kept in ${dataDir}`)
  return coffer
}
