import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditActor } from '../../../../platform/index.ts'
import {
  type HealthCheck,
  type HealthCheckId,
  type Health as HealthResource,
  healthOutcomes,
  type StartableJob,
} from '../../../contract.ts'
import { adminErrors } from '../../errors.ts'
import type { CheckOutcome, CheckResult, HealthChecks, HealthDeps } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { serverChecks } from './server-checks.ts'
import { workChecks } from './work-checks.ts'

/** A check that takes longer has failed. */
const checkTimeoutMs = 3_000

const resultOf = <Id extends HealthCheckId>(id: Id, [outcome, values = {}]: CheckResult<Id>): HealthCheck => ({
  id,
  state: (healthOutcomes[id] as Record<string, HealthCheck['state']>)[outcome] ?? 'error',
  outcome,
  values,
})

/** Check → outcome when the check throws. */
const failed: { [Id in HealthCheckId]: CheckOutcome<Id> } = {
  database: 'down',
  schema: 'unknown',
  disk: 'full',
  storage: 'broken',
  memory: 'ok',
  clock: 'unknown',
  queue: 'stuck',
  mail: 'down',
  backup: 'unknown',
  fsck: 'unknown',
  plans: 'unused',
  payments: 'unused',
  address: 'ok',
  version: 'ok',
}

/** The health checks of the installation, each with its state. */
export class Health {
  private readonly checks: HealthChecks
  private readonly deps: HealthDeps
  constructor(deps: HealthDeps) {
    this.deps = deps
    this.checks = { ...databaseChecks(deps), ...serverChecks(deps), ...workChecks(deps) }
  }

  async read(): Promise<HealthResource> {
    const ids = Object.keys(failed) as HealthCheckId[]
    const [active, ...checks] = await Promise.all([
      this.deps.maintenance.active().catch(this.logged('active jobs', [])),
      ...ids.map((id) => this.run(id)),
    ])
    const data = checks.filter(({ outcome }) => outcome !== 'unused')
    return { data, meta: { checked_at: new Date().toISOString(), active } }
  }

  /**
   * Makes or verifies a backup, or runs fsck, in the background; does nothing while the same job runs or waits. Throws 409
   * `no-backup-target`.
   */
  async start(job: StartableJob, actor: AuditActor): Promise<void> {
    const { maintenance, platform } = this.deps
    if (job !== 'fsck' && !(await maintenance.backupTarget())) throw adminErrors.fail('no-backup-target')
    if ((await maintenance.active()).includes(job)) return
    await platform.db.transaction(async (tx) => {
      await maintenance.start(job, tx)
      await platform.audit({ ...actor, action: 'admin.job.started', target: job }, tx)
    })
  }

  /** Creates the handler of a check that throws: it logs the error, which the outcome does not name, and returns `value`. */
  private logged<T>(check: string, value: T): (error: unknown) => T {
    return (error) => {
      this.deps.platform.log.warn({ err: error, check }, 'a health check failed')
      return value
    }
  }

  private async run<Id extends HealthCheckId>(id: Id): Promise<HealthCheck> {
    const timeout = sleep(checkTimeoutMs, [failed[id]], { ref: false })
    const checked = await Promise.race([this.checks[id]().catch(this.logged(id, [failed[id]])), timeout])
    return resultOf(id, checked as CheckResult<Id>)
  }
}
