import { listMigrations, requireKnownMigrations } from '../../modules/platform/index.ts'
import { readArgs } from './args.ts'
import { withApp } from './with-app.ts'

/**
 * `migrations [--json]`: lists the changes that this version will make to the database when its server starts; makes none.
 * Rejected when a newer version has changed the database.
 */
export const migrationsCommand = async (args: readonly string[]): Promise<void> => {
  const { flags } = readArgs(args, { json: 'boolean' })
  const { pending, executed } = await withApp(({ platform }) => listMigrations(platform.db), { schema: 'any' })
  requireKnownMigrations(executed)
  if (flags.json) return console.log(JSON.stringify({ pending, executed: executed.length }, null, 2))
  for (const name of pending) console.log(name)
  console.log(pending.length === 0 ? 'The database is that of this version.' : `${pending.length} migrations will run.`)
}
