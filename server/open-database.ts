import { join } from 'node:path'
import type { Config } from '../modules/platform/index.ts'

export interface OpenedDatabase {
  url: string
  stop(): Promise<void>
}

/** Takes what happens to the embedded server while it is supervised. */
interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
}

/** Opens `DATABASE_URL`, or starts the embedded PostgreSQL of DATA_DIR, or joins one that already runs. */
export const openDatabase = async (config: Config, log: DatabaseLog): Promise<OpenedDatabase> => {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  const { settingsForWorkers, startEmbedded } = await import('../modules/platform/postgres.ts')
  return startEmbedded(join(config.dataDir, 'postgres'), { log, settings: settingsForWorkers(config.workers) })
}
