import { loadConfig } from '../../modules/platform/index.ts'
import { buildApp, type Coffer } from '../app.ts'

/** Runs `fn` on the wired app without a database connection, for commands that only need its endpoints. */
export const withoutDatabase = async (fn: (coffer: Coffer) => void | Promise<void>): Promise<void> => {
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' })
  const coffer = await buildApp(config, 'postgres://unused@127.0.0.1:1/unused', { pages: false })
  // Some routes are registered in scopes, which are loaded by then only.
  await coffer.app.ready()
  await fn(coffer)
  await coffer.close(0)
}
