import type { Billing } from '../../../billing/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { installationUsage } from '../../../storage/index.ts'
import type { Dashboard as DashboardResource, UserCounts } from '../../contract.ts'

/** A job that is later than this was not started: no process runs jobs. */
const maxJobDelaySeconds = 120

const countsSql = `select count(*)::int as total, count(*) filter (where status = 'suspended')::int as suspended,
  count(*) filter (where email_verified_at is null)::int as unverified,
  count(*) filter (where role = 'admin')::int as admins from user_summaries`

interface DashboardDeps {
  /** Of the product. */
  version: string
  billing: Pick<Billing['administration'], 'engine' | 'earnings'>
}

/** Figures of the whole installation. */
export class Dashboard {
  private readonly platform: Pick<Platform, 'db' | 'jobs'>
  private readonly deps: DashboardDeps
  constructor(platform: Pick<Platform, 'db' | 'jobs'>, deps: DashboardDeps) {
    this.platform = platform
    this.deps = deps
  }

  async read(locale: string): Promise<DashboardResource> {
    const { db, jobs } = this.platform
    const { version, billing } = this.deps
    const [[users], { used, traffic }, delay, engine] = await Promise.all([
      db.query<UserCounts>(countsSql),
      installationUsage(db),
      jobs.queue.overdueSeconds(),
      billing.engine(),
    ])
    return {
      users: users as UserCounts,
      disk: {
        used,
        upload: { total: traffic.upload, records: traffic.chart.upload },
        download: { total: traffic.download, records: traffic.chart.download },
      },
      app: {
        version,
        cron: { isRunning: delay <= maxJobDelaySeconds },
        earnings: engine === 'none' ? null : await billing.earnings(locale),
      },
    }
  }
}
