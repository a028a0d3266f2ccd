import type { Platform } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import type { BillingMails, Recipient } from './mails.ts'

/** Sends the emails that events call for: as jobs of their transactions, which neither a restart nor a pause loses. */
export const mailOnEvents = (
  { events }: Pick<Platform, 'events'>,
  users: Pick<Users, 'accounts'>,
  mails: BillingMails,
) => {
  events.beforeCommit(async (tx, emitted) => {
    const to = async (userId: string, send: (account: Recipient) => Promise<void>) => {
      const account = await users.accounts.byId(userId, tx)
      if (account) await send(account)
    }
    for (const { name, payload } of emitted) {
      if (name === 'billing.payment.failed')
        await to(payload.userId, (account) => mails.paymentFailed(account, payload, tx))
      if (name === 'billing.renewal.failed')
        await to(payload.userId, (account) => mails.renewalFailed(account, payload, tx))
      if (name === 'billing.subscription.cancelled')
        await to(payload.userId, (account) => mails.subscriptionCancelled(account, payload, tx))
      if (name === 'billing.subscription.ended')
        await to(payload.userId, (account) => mails.subscriptionEnded(account, payload, tx))
      if (name === 'billing.alert.reached') await to(payload.userId, (account) => mails.alert(account, payload, tx))
    }
  })
}
