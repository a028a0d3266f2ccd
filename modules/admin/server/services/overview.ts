import { setTimeout as sleep } from 'node:timers/promises'
import type { Billing } from '../../../billing/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Dashboard, Health, NewestUsers, Overview } from '../../contract.ts'

interface OverviewSources {
  dashboard(locale: string): Promise<Dashboard>
  newestUsers(locale: string): Promise<NewestUsers>
  health(): Promise<Health>
  openReports(): Promise<number>
  billing: Pick<Billing['administration'], 'newestTransactions' | 'meteredPlan'>
}

/** A part that takes longer is null. */
const partTimeoutMs = 5_000
/** Shorter, because a mail server that hangs delays the health by three seconds. */
const healthTimeoutMs = 1_000

const late = Symbol('late')

export const readOverview = async (
  { log }: Pick<Platform, 'log'>,
  sources: OverviewSources,
  engine: 'none' | 'fixed' | 'metered' | null,
  locale: string,
): Promise<Overview> => {
  const part = async <Part>(name: string, read: Promise<Part>, timeoutMs = partTimeoutMs): Promise<Part | null> => {
    const outcome = await Promise.race([
      read.catch((err: unknown) => {
        log.warn({ err, part: name }, 'a part of the dashboard could not be read')
        return null
      }),
      sleep(timeoutMs, late, { ref: false }),
    ])
    return outcome === late ? null : (outcome as Part | null)
  }
  const { billing } = sources
  const isBilled = engine === 'fixed' || engine === 'metered'
  const [dashboard, newest, health, reports, transactions, plan] = await Promise.all([
    part('figures', sources.dashboard(locale)),
    part('users', sources.newestUsers(locale)),
    part('health', sources.health(), healthTimeoutMs),
    part('reports', sources.openReports()),
    isBilled ? part('transactions', billing.newestTransactions(locale)) : [],
    engine === 'metered'
      ? part(
          'plan',
          billing.meteredPlan().then((found) => ({ found })),
        )
      : null,
  ])
  return { dashboard, newest, health, reports, transactions, lacksPlan: plan !== null && plan.found === null }
}
