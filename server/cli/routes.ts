import { errorsOf } from '../../modules/platform/index.ts'
import { readArgs } from './args.ts'
import { withoutDatabase } from './without-database.ts'

/** Lists all endpoints, without a database. The access matrix test is generated from this list. */
export const routesCommand = async (args: readonly string[]): Promise<void> => {
  const { flags } = readArgs(args, { json: 'boolean' })
  await withoutDatabase(({ app }) => {
    const table = [...app.served.values()]
      .map((spec) => ({
        method: spec.method,
        path: spec.path,
        summary: spec.summary,
        access: spec.access,
        csrf: spec.method !== 'GET' && spec.csrf !== false,
        bodyKind: spec.method === 'GET' ? null : (spec.bodyKind ?? 'json'),
        responses: Object.keys(spec.response).map(Number),
        errors: errorsOf(app, spec),
      }))
      .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    if (flags.json) console.log(JSON.stringify(table, null, 2))
    else for (const { method, path, access } of table) console.log(`${method.padEnd(6)} ${access.padEnd(13)} ${path}`)
  })
}
