import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchServer } from './coffer.ts'
import { startScript, stopChild } from './processes.ts'

const start = new URL('../../../server/launch/start.mjs', import.meta.url).pathname
/** Entries of a DATA_DIR that belong to one process of the instance. */
const ownEntries = ['postgres', 'owner.sock']

interface SecondProcess {
  url: URL
  stop(): Promise<void>
}

/** A second process on the instance's database and files; its DATA_DIR has links to the first one's entries. */
export const startSecondProcess = async ({ dataDir, databaseUrl }: BenchServer): Promise<SecondProcess> => {
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? '/var/tmp', 'coffer-bench-second-'))
  for (const name of readdirSync(dataDir))
    if (!ownEntries.includes(name)) symlinkSync(join(dataDir, name), join(folder, name))
  const { child, match } = await startScript([start], /ready at (\S+)/, {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    APP_URL: '',
    API_RATE_LIMIT: '0,0',
  })
  return {
    url: new URL(match),
    async stop() {
      await stopChild(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
