import { loadConfig } from '../../modules/platform/index.ts'
import { buildApp, type Coffer } from '../app.ts'

/** Runs `fn` on the app as it is wired, for what can be told without a database. */
export const withoutDatabase = async (fn: (coffer: Coffer) => void | Promise<void>): Promise<void> => {
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' })
  const coffer = await buildApp(config, 'postgres://nobody@127.0.0.1:1/none', { pages: false })
  await fn(coffer)
  await coffer.close(0)
}
