import { type HealthCheck, type HealthState, healthOutcomes, healthValueText } from '../../modules/admin/contract.ts'
import type { Platform, Translate } from '../../modules/platform/index.ts'
import {
  ConfigError,
  claimBlobStore,
  findDataDirOwner,
  type Requirement,
  readRequirements,
  requireAppKey,
  Translations,
} from '../../modules/platform/index.ts'
import { encryptedData } from '../encrypted-data.ts'
import { messageOf } from '../start-problem-text.ts'
import { readArgs } from './args.ts'
import { withApp } from './with-app.ts'

const labels: Record<HealthState, string> = { ok: 'green', warning: 'amber', error: 'red' }

const texts = (values: HealthCheck['values']) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? healthValueText(name, value, 'en') : value,
    ]),
  )

const print = (t: Translate, { id, state, outcome, values }: HealthCheck): void => {
  const line = `${t(`admin:health.${id}.title`)}: ${t(`admin:health.${id}.${outcome}.text`, texts(values))}`
  console.log(`${labels[state].padEnd(6)} ${line}`)
  if (state !== 'ok') console.log(`       → ${t(`admin:health.${id}.${outcome}.step`, texts(values))}`)
}

const asHealthCheck = ({ id, isOk, value }: Requirement): HealthCheck => ({
  id,
  state: isOk ? 'ok' : 'error',
  outcome: isOk ? 'ok' : 'failed',
  values: { value },
})

const printRequirement = (t: Translate, { id, isOk, value }: Requirement): void => {
  console.log(`${labels[isOk ? 'ok' : 'error'].padEnd(6)} ${t(`installer:status.${id}.title`)}: ${value}`)
  if (!isOk) console.log(`       → ${t(`installer:status.${id}.step`)}`)
}

/** The check with the version of the running server, which differs from the command's after an update without a restart. */
const ofServer = (check: HealthCheck, running: string | undefined): HealthCheck =>
  running ? { ...check, values: { ...check.values, version: running } } : check

/** Requirements that only the setup's status check covers: a server that shows the health page meets them. */
const onlyHere: readonly Requirement['id'][] = ['node', 'folder', 'port']

/** Why the server would not start with this key and this store; null when it would, or before the setup. */
const startProblem = async (platform: Platform): Promise<string | null> => {
  try {
    await requireAppKey(platform.db, [platform.config.appKey], encryptedData)
    await claimBlobStore(platform)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  return null
}

interface Checks {
  problem: string | null
  health: HealthCheck[]
  requirements: Requirement[]
}

/** The checks; when the app cannot be opened, one check that explains it. */
const checkAll = async (): Promise<Checks> => {
  try {
    return await withApp(
      async ({ admin, platform }) => {
        const server = await findDataDirOwner(platform.config.dataDir)
        const allRequirements = await readRequirements(platform, { isRunning: server !== null })
        // After the requirements, which wait for the mail server however long it takes.
        const { data } = await admin.health.read()
        return {
          problem: await startProblem(platform),
          health: data.map((check) => (check.id === 'version' ? ofServer(check, server?.version) : check)),
          requirements: allRequirements.filter(({ id }) => onlyHere.includes(id)),
        }
      },
      { schema: 'any' },
    )
  } catch (error) {
    const health = [{ id: 'database', outcome: 'down', state: healthOutcomes.database.down, values: {} }]
    return { problem: messageOf(error), health, requirements: [] }
  }
}

/** `doctor [--json]`: checks everything that an instance needs, with the repair for each. Exit code 1 when one is red. */
export const doctorCommand = async (args: readonly string[]): Promise<number> => {
  const { flags } = readArgs(args, { json: 'boolean' })
  const { problem, health, requirements } = await checkAll()
  if (problem) console.error(problem)
  const checks = [...health, ...requirements.map(asHealthCheck)]
  if (flags.json) console.log(JSON.stringify(checks, null, 2))
  else {
    const t = new Translations().translator('en')
    for (const check of health) print(t, check)
    for (const requirement of requirements) printRequirement(t, requirement)
  }
  return problem || checks.some(({ state }) => state === 'error') ? 1 : 0
}
