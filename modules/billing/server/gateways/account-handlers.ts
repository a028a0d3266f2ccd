import type { AnyEvent, Platform, Sql } from '../../../platform/index.ts'
import { displayName, type Users } from '../../../users/index.ts'
import { gatewayNames } from './gateway.ts'
import type { GatewayCustomers } from './gateway-customers.ts'
import { existsAtGateway } from './gateway-error.ts'
import { type Gateways, pausedDelayMs } from './gateways.ts'
import type { Webhooks } from './webhooks.ts'

interface Deps {
  gateways: Gateways
  customers: GatewayCustomers
  users: Pick<Users, 'accounts'>
  webhooks: Webhooks
}

const customerJob = 'update-customer'
/** Attempts of the job, with growing delays, for more than half a day. */
const maxAttempts = 15

/** Whether the plan of the account may have to be cancelled, or resumed. */
const changesPlan = ({ name, payload }: AnyEvent): boolean =>
  name === 'users.deletion.requested' ||
  name === 'users.deletion.cancelled' ||
  name === 'users.access.restored' ||
  (name === 'users.access.ended' && payload.isSuspended)

/**
 * Lets the gateways follow what happens to accounts. The plan of one that is suspended, or waits for its deletion, is not
 * renewed meanwhile; a changed email becomes the one to which a gateway writes.
 */
export const registerAccountHandlers = ({ events, jobs }: Platform, deps: Deps): void => {
  const { gateways, customers, users, webhooks } = deps
  const addCustomerJob = (userId: string, options: { tx?: Sql; delayMs?: number }) =>
    jobs.add(customerJob, { userId }, { ...options, key: `${customerJob}:${userId}`, maxAttempts })
  jobs.define(customerJob, async (given) => {
    const { userId } = given as { userId: string }
    const account = await users.accounts.byId(userId)
    if (!account) return
    // A pause may last longer than all attempts: the job waits without using them up.
    if (await gateways.isPaused()) return addCustomerJob(userId, { delayMs: pausedDelayMs })
    const details = { email: account.email, name: displayName(account) }
    for (const name of gatewayNames) {
      const [client, customer] = [await gateways.find(name), await customers.find(name, userId)]
      // A customer of a former gateway account is not there any more.
      if (client && customer) await existsAtGateway(client.updateCustomer(customer, details))
    }
  })
  events.beforeCommit(async (tx, emitted) => {
    for (const event of emitted) {
      if (event.name === 'users.email.changed') await addCustomerJob(event.payload.userId, { tx })
      if (changesPlan(event)) await webhooks.requestSyncOfPlan(tx, (event.payload as { userId: string }).userId)
    }
  })
}
