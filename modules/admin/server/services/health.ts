import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/index.ts'
import { type HealthCheck, type HealthCheckId, type Health as HealthResource, healthOutcomes } from '../../contract.ts'

type Outcome<Id extends HealthCheckId> = keyof (typeof healthOutcomes)[Id] & string
type Values = HealthCheck['values']
type Checked<Id extends HealthCheckId> = readonly [outcome: Outcome<Id>, values?: Values]
type Checks = { [Id in HealthCheckId]: () => Promise<Checked<Id>> }

/** A check that hangs counts as failed after this time. */
const checkTimeoutMs = 3_000
const slowDatabaseMs = 250
const maxConnectionShare = 0.8
const lowDiskShare = 0.1
const lateJobSeconds = 60
/** As in `/health/ready`. */
const stuckJobSeconds = 900

const connectionsSql = `select (select count(*) from pg_stat_activity)::int as used,
  current_setting('max_connections')::int as max, pg_database_size(current_database()) as bytes`

const resultOf = <Id extends HealthCheckId>(id: Id, [outcome, values = {}]: Checked<Id>): HealthCheck => ({
  id,
  state: (healthOutcomes[id] as Record<string, HealthCheck['state']>)[outcome] ?? 'error',
  outcome,
  values,
})

/** Checks what an operator has to know, each with its state. */
export class Health {
  private readonly checks: Checks
  /** The outcome when a check fails itself or hangs. */
  private readonly failed: { [Id in HealthCheckId]: Outcome<Id> } = {
    database: 'down',
    disk: 'full',
    storage: 'broken',
    queue: 'stuck',
    mail: 'down',
    version: 'ok',
  }

  constructor({ db, blobs, jobs, mailer }: Pick<Platform, 'db' | 'blobs' | 'jobs' | 'mailer'>, version: string) {
    this.checks = {
      async database() {
        const from = performance.now()
        const [found] = await db.query<{ used: number; max: number; bytes: number }>(connectionsSql)
        const ms = Math.round(performance.now() - from)
        const { used = 0, max = 1, bytes = 0 } = found ?? {}
        const outcome = used > max * maxConnectionShare ? 'connections' : ms > slowDatabaseMs ? 'slow' : 'ok'
        return [outcome, { ms, bytes, used, max }]
      },
      async disk() {
        const { free, total, reserve } = await blobs.space()
        return [free < reserve ? 'full' : free < total * lowDiskShare ? 'low' : 'ok', { free, total }]
      },
      storage: async () => [(await blobs.probe()) ? 'ok' : 'broken'],
      async queue() {
        const [seconds, summary] = await Promise.all([jobs.queue.overdueSeconds(), jobs.queue.summary()])
        const failed = summary.reduce((sum, job) => sum + job.failed, 0)
        const waiting = summary.reduce((sum, job) => sum + job.waiting, 0)
        const late = seconds > stuckJobSeconds ? 'stuck' : seconds > lateJobSeconds ? 'late' : null
        return [late ?? (failed > 0 ? 'failed' : 'ok'), { seconds: Math.max(seconds, 0), failed, waiting }]
      },
      async mail() {
        const [state, summary] = await Promise.all([mailer.check(), jobs.queue.summary()])
        const failed = summary.find(({ name }) => name === 'mail')?.failed ?? 0
        const outcome = state === 'unreachable' ? 'down' : state === 'files' ? 'files' : failed > 0 ? 'failed' : 'ok'
        return [outcome, { failed }]
      },
      version: async () => ['ok', { version, node: process.versions.node }],
    }
  }

  async read(): Promise<HealthResource> {
    const ids = Object.keys(this.checks) as HealthCheckId[]
    return { data: await Promise.all(ids.map((id) => this.run(id))), meta: { checked_at: new Date().toISOString() } }
  }

  private async run<Id extends HealthCheckId>(id: Id): Promise<HealthCheck> {
    const timeout = sleep(checkTimeoutMs, null, { ref: false })
    const checked = await Promise.race([this.checks[id]().catch(() => null), timeout])
    return resultOf(id, (checked ?? [this.failed[id]]) as Checked<Id>)
  }
}
