import { loadConfig } from '../../modules/platform/index.ts'
import { buildApp } from '../app.ts'
import { readArgs } from './args.ts'

/** Every endpoint as declared; needs no database. The access matrix is generated from it. */
export const routes = async (args: readonly string[]): Promise<void> => {
  const { flags } = readArgs(args, { json: 'boolean' })
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' })
  const coffer = await buildApp(config, 'postgres://nobody@127.0.0.1:1/none', { pages: false })
  const table = [...coffer.app.served.values()]
    .map(({ method, path, access, csrf, bodyKind, response }) => ({
      method,
      path,
      access,
      csrf: method !== 'GET' && csrf !== false,
      bodyKind: method === 'GET' ? null : (bodyKind ?? 'json'),
      responses: Object.keys(response).map(Number),
    }))
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
  if (flags.json) console.log(JSON.stringify(table, null, 2))
  else for (const { method, path, access } of table) console.log(`${method.padEnd(6)} ${access.padEnd(13)} ${path}`)
  await coffer.close(0)
}
