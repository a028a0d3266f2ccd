import type { AnyEvent, Platform } from '../../../platform/index.ts'
import { displayName, type Users } from '../../../users/index.ts'
import { billingErrors } from '../errors.ts'
import type { Customers } from './customers.ts'
import { gatewayNames } from './gateway.ts'
import { exists } from './gateway-error.ts'
import type { Gateways } from './gateways.ts'
import type { Webhooks } from './webhooks.ts'

interface Deps {
  gateways: Gateways
  customers: Customers
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
export const followAccounts = ({ events, jobs }: Platform, deps: Deps): void => {
  const { gateways, customers, users, webhooks } = deps
  jobs.define(customerJob, async (given) => {
    const { userId } = given as { userId: string }
    const account = await users.accounts.byId(userId)
    if (!account) return
    // Rejects, so that the job is tried again.
    if (await gateways.isPaused()) throw billingErrors.fail('gateway-unavailable')
    const details = { email: account.email, name: displayName(account) }
    for (const name of gatewayNames) {
      const [client, customer] = [await gateways.find(name), await customers.find(name, userId)]
      // A customer of a former gateway account is not there any more.
      if (client && customer) await exists(client.updateCustomer(customer, details))
    }
  })
  events.beforeCommit(async (tx, emitted) => {
    for (const event of emitted) {
      if (event.name === 'users.email.changed') {
        const { userId } = event.payload
        await jobs.add(customerJob, { userId }, { tx, key: `${customerJob}:${userId}`, maxAttempts })
      }
      if (changesPlan(event)) await webhooks.requestSyncOfPlan(tx, (event.payload as { userId: string }).userId)
    }
  })
}
