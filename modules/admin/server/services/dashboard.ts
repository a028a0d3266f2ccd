import { setTimeout as sleep } from 'node:timers/promises'
import type { Billing } from '../../../billing/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { installationTraffic, installationUsedBytes } from '../../../storage/index.ts'
import type { Dashboard as DashboardResource, FigureId, UserCounts } from '../../contract.ts'

/** A job that is due for longer shows that no process runs jobs. */
const maxJobDelaySeconds = 120
/** A figure that takes longer has failed. */
const figureTimeoutMs = 4_000

const countsSql = `select count(*)::int as total, count(*) filter (where status = 'suspended')::int as suspended,
  count(*) filter (where email_verified_at is null)::int as unverified,
  count(*) filter (where role = 'admin')::int as admins from user_summaries`

interface DashboardDeps {
  /** Version of the product. */
  version: string
  billing: Pick<Billing['administration'], 'engine' | 'earnings'>
}

/** Figures of the whole installation. They are read independently: when one fails, the others are shown. */
export class Dashboard {
  private readonly platform: Pick<Platform, 'db' | 'jobs' | 'log'>
  private readonly deps: DashboardDeps
  constructor(platform: Pick<Platform, 'db' | 'jobs' | 'log'>, deps: DashboardDeps) {
    this.platform = platform
    this.deps = deps
  }

  async read(locale: string): Promise<DashboardResource> {
    const { db, jobs, log } = this.platform
    const failed: DashboardResource['failed'] = []
    const figure = async <Value>(id: FigureId, read: () => Promise<Value>): Promise<Value | null> => {
      const late = sleep(figureTimeoutMs, null, { ref: false }).then(() => {
        throw new Error(`not read within ${figureTimeoutMs / 1_000} s`)
      })
      try {
        return await Promise.race([read(), late])
      } catch (err) {
        log.warn({ err, figure: id }, 'a figure of the dashboard could not be read')
        failed.push({ figure: id, reason: String((err as Error).message).split('\n')[0] ?? '' })
        return null
      }
    }
    const [users, used, traffic, delay, earnings] = await Promise.all([
      figure('users', async () => (await db.query<UserCounts>(countsSql))[0] as UserCounts),
      figure('storage', () => installationUsedBytes(db)),
      figure('traffic', () => installationTraffic(db)),
      figure('jobs', () => jobs.queue.overdueSeconds()),
      figure('earnings', () => this.earnings(locale)),
    ])
    const trafficOf = (kind: 'upload' | 'download') => traffic && { total: traffic[kind], records: traffic.chart[kind] }
    return {
      users,
      disk: { used, upload: trafficOf('upload'), download: trafficOf('download') },
      app: {
        version: this.deps.version,
        cron: { isRunning: delay === null ? null : delay <= maxJobDelaySeconds },
        earnings,
      },
      failed,
    }
  }

  private async earnings(locale: string): Promise<string[] | null> {
    const { billing } = this.deps
    return (await billing.engine()) === 'none' ? null : await billing.earnings(locale)
  }
}
