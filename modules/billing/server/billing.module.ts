import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import type { SubscriptionGateway } from './gateways/gateway.ts'
import { plansRoutes } from './plans/plans.routes.ts'
import { Plans } from './plans/plans.ts'
import { Restrictions, reasonOf } from './restrictions.ts'
import { transactionsRoutes } from './routes/transactions.routes.ts'
import { Credits } from './services/credits.ts'
import { Ledger } from './services/ledger.ts'
import { SubscriptionChanges } from './subscriptions/subscription-changes.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'

export interface BillingDeps {
  users: Users
  /** Bytes of an account, trash included; counted by storage. */
  usedBytes(userId: string): Promise<number>
}

/** Plans and limits. `restrictions` implements the entitlements of storage and teams. */
export const createBilling = (platform: Platform, { users, usedBytes }: BillingDeps) => {
  const restrictions = new Restrictions(platform.settings, users)
  users.provideSection('storage', async (account) => restrictions.storageOf(account, await usedBytes(account.id)))
  users.provideSection('restrictions', async (account) => restrictions.summary(account, await usedBytes(account.id)))
  const { db, audit, settings } = platform
  const credits = new Credits({ db, audit, settings, users, ledger: new Ledger(db) })
  const plans = new Plans(db, audit)
  const subscriptions = new Subscriptions(db)
  const gateways: SubscriptionGateway[] = []
  const changes = new SubscriptionChanges({ db, audit, plans, subscriptions, gateways })
  return {
    restrictions,
    reasonOf,
    plans,
    subscriptions,
    routes(app: FastifyInstance): void {
      transactionsRoutes(app, platform, credits)
      plansRoutes(app, platform, plans)
      subscriptionsRoutes(app, db, { plans, changes })
    },
  }
}

export type Billing = ReturnType<typeof createBilling>
