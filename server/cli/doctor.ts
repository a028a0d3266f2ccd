import { type HealthCheck, type HealthState, healthOutcomes } from '../../modules/admin/contract.ts'
import type { Translate } from '../../modules/platform/index.ts'
import { findOwner, Translations } from '../../modules/platform/index.ts'
import { formatMegabytes } from '../../modules/shared/contract.ts'
import { readArgs } from './args.ts'
import { withApp } from './with-app.ts'

const labels: Record<HealthState, string> = { ok: 'green', warning: 'amber', error: 'red' }
const sizes = ['free', 'total', 'bytes']

const texts = (values: HealthCheck['values']) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && sizes.includes(name) ? formatMegabytes(value / 1e6, 'en') : value,
    ]),
  )

const print = (t: Translate, { id, state, outcome, values }: HealthCheck): void => {
  const line = `${t(`admin:health.${id}.title`)}: ${t(`admin:health.${id}.${outcome}.text`, texts(values))}`
  console.log(`${labels[state].padEnd(6)} ${line}`)
  if (state !== 'ok') console.log(`       → ${t(`admin:health.${id}.${outcome}.step`, texts(values))}`)
}

/** The version of the server that runs, which is another than that of the command after an update without a restart. */
const ofServer = (check: HealthCheck, running: string | undefined): HealthCheck =>
  running ? { ...check, values: { ...check.values, version: running } } : check

/** The checks, or, where the app cannot even be opened, the one that explains it. */
const checkAll = async (): Promise<HealthCheck[]> => {
  try {
    return await withApp(
      async ({ admin, platform }) => {
        const [{ data }, server] = await Promise.all([admin.health.read(), findOwner(platform.config.dataDir)])
        return data.map((check) => (check.id === 'version' ? ofServer(check, server?.version) : check))
      },
      { schema: 'any' },
    )
  } catch (error) {
    console.error(String((error as Error).message).split('\n')[0])
    return [{ id: 'database', outcome: 'down', state: healthOutcomes.database.down, values: {} }]
  }
}

/** `doctor [--json]`: checks everything that an instance needs, with the repair for each. Exit code 1 when one is red. */
export const doctor = async (args: readonly string[]): Promise<number> => {
  const { flags } = readArgs(args, { json: 'boolean' })
  const checks = await checkAll()
  if (flags.json) console.log(JSON.stringify(checks, null, 2))
  else {
    const t = new Translations().translator('en')
    for (const check of checks) print(t, check)
  }
  return checks.some(({ state }) => state === 'error') ? 1 : 0
}
