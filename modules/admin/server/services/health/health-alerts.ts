import type { Platform, Tx } from '../../../../platform/index.ts'
import { dayMs } from '../../../../shared/contract.ts'
import type { AdminDeps } from '../../deps.ts'
import type { Health } from './health.ts'

/** Time after which administrators are told again of a check that is still red. */
const reminderMs = 7 * dayMs
/** Checks of whose first failure the job that fails tells administrators. */
const toldAtOnce = new Set(['backup'])

/** Check → when administrators were told of it (ms since 1970); 0: it was red for the first time. */
type Told = Record<string, number>

/** Tells administrators of red health checks who do not look at the dashboard. */
export class HealthAlerts {
  private readonly platform: Pick<Platform, 'db' | 'settings'>
  private readonly health: Pick<Health, 'read'>
  private readonly notifications: AdminDeps['notifications']
  constructor(
    platform: Pick<Platform, 'db' | 'settings'>,
    health: Pick<Health, 'read'>,
    notifications: AdminDeps['notifications'],
  ) {
    this.platform = platform
    this.health = health
    this.notifications = notifications
  }

  /** Notifies of checks that are red in two runs, and each week while they stay so. Resolves with their ids. */
  async run(now = Date.now()): Promise<{ told: string[] }> {
    const { settings } = this.platform
    const red = (await this.health.read()).data.flatMap(({ id, state }) => (state === 'error' ? [id] : []))
    const stored = await settings.get('health_alerts')
    const before: Told = stored ? JSON.parse(stored) : {}
    // The clock was ahead when they were told.
    for (const id of Object.keys(before)) if ((before[id] ?? 0) > now) before[id] = 0
    const due = red.filter((id) => id in before && now - (before[id] ?? 0) >= reminderMs)
    const first = (id: string) => (toldAtOnce.has(id) ? now : 0)
    const after: Told = Object.fromEntries(red.map((id) => [id, due.includes(id) ? now : (before[id] ?? first(id))]))
    const text = red.length > 0 ? JSON.stringify(after) : ''
    if (text !== stored)
      await this.platform.db.transaction(async (tx) => {
        if (due.length > 0) await this.tell(tx)
        await settings.set({ health_alerts: text }, tx)
      })
    return { told: due }
  }

  // i18n-keys: notifications:text.healthFailed.*
  private async tell(tx: Tx): Promise<void> {
    const admins = await tx.query<{ id: string }>(
      `select id from user_summaries where role = 'admin' and status = 'active' order by id`,
    )
    for (const { id: userId } of admins)
      await this.notifications.create(
        {
          userId,
          category: 'system-alert',
          template: 'healthFailed',
          action: { type: 'route', params: { route: 'AdminDashboard', id: null } },
        },
        tx,
      )
  }
}
