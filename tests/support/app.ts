import type { AddressInfo } from 'node:net'
import { loadConfig } from '../../modules/platform/index.ts'
import { buildApp, type Coffer } from '../../server/app.ts'
import { ensureBuilt } from '../../server/launch/build.mjs'
import { blobEnv } from './buckets.ts'
import { watchContract } from './contract-watch.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Teardown, testFolder } from './folders.ts'
import './cheap-passwords.ts'
import './shared-metadata.ts'

export interface TestAppOptions {
  /** Added to the default environment of tests. */
  env?: Record<string, string>
  /** Serves pages too; builds them first if the build is stale. Default: the API alone. */
  pages?: boolean
  /** False: not set up yet; all pages redirect to the wizard. Default true. */
  installed?: boolean
  /** Data folder of an earlier app, to restart on it. */
  dataDir?: string
  db?: TestDatabase
}

export interface TestApp {
  /** Origin without a trailing slash. */
  url: string
  coffer: Coffer
  dataDir: string
  db: TestDatabase
  /** Shuts it down before the end of the test, as SIGTERM would. */
  close(): Promise<void>
}

/** The real app in this process, on a free port, with its own database and folder; removed at the end of the test. */
export const testApp = async (t: Teardown, options: TestAppOptions = {}): Promise<TestApp> => {
  const db = options.db ?? (await testDatabase(t))
  const dataDir = options.dataDir ?? testFolder(t)
  if (options.pages) ensureBuilt()
  const base = {
    NODE_ENV: 'production',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    HOST: '127.0.0.1',
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const config = loadConfig({
    ...base,
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    ...(await blobEnv(dataDir)),
    ...options.env,
  })
  const coffer = await buildApp(config, db.url, { pages: options.pages ?? false })
  watchContract(coffer.app)
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= coffer.close(1_000)
    return closing
  }
  t.teardown(close)
  if (options.installed !== false) await coffer.platform.settings.set({ setup_wizard_success: true })
  await coffer.start()
  await coffer.app.listen({ host: config.host, port: config.port })
  const { port } = coffer.app.server.address() as AddressInfo
  if (!config.appUrlFixed) config.appUrl = `http://localhost:${port}`
  return { url: `http://localhost:${port}`, coffer, dataDir, db, close }
}
