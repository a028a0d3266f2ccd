import type { Db, Platform, Tx } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import type { DunningReason } from '../entities/usage.entities.ts'
import type { BillingMails } from './mails.ts'

interface RemindersDeps extends Pick<Platform, 'jobs'> {
  db: Db
  users: Pick<Users, 'accounts'>
  mails: Pick<BillingMails, 'reminder'>
  /** Whether users can pay at a gateway by themselves. */
  isOffered(): Promise<boolean>
}

/** The third reminder blocks the account. */
const lastSequence = 3
/**
 * An hour less than two days: the daily job reaches an account at another second each day, and must not wait for a third
 * day.
 */
const pause = "interval '47 hours'"
const batchSize = 100

/** Condition: the account can pay, and is limited until it does. Not one that is suspended, nor an administrator's. */
const isReminded = `not exists (select 1 from user_summaries u
  where u.id = billing_accounts.user_id and (u.status = 'suspended' or u.role = 'admin'))`

/** Reminders of unpaid amounts: three, two days apart. The last one blocks the account, a payment releases it. */
export class Reminders {
  private readonly deps: RemindersDeps
  constructor(deps: RemindersDeps) {
    this.deps = deps
  }

  /** Sends the reminders whose turn it is. Run twice, it sends them once; an account is never blocked without its email. */
  async run(): Promise<{ reminded: number; blocked: number }> {
    const result = { reminded: 0, blocked: 0 }
    const isOffered = await this.deps.isOffered()
    await this.deps.jobs.inBatches(async () => {
      const { reminded, blocked } = await this.deps.db.transaction((tx) => this.remindSome(tx, isOffered))
      result.reminded += reminded
      result.blocked += blocked
      return reminded === batchSize
    })
    return result
  }

  /** Called while no account can pay: whoever was reminded has two days from then on before the next reminder. */
  async postpone(): Promise<void> {
    await this.deps.db.query(
      `update billing_accounts set dunning_at = now() where user_id in (select user_id from billing_accounts
         where dunning_reason is not null and dunning_sequence between 1 and ${lastSequence - 1}
         order by user_id for update skip locked)`,
    )
  }

  private async remindSome(tx: Tx, isOffered: boolean): Promise<{ reminded: number; blocked: number }> {
    const rows = await tx.query<{ user_id: string; dunning_reason: DunningReason; dunning_sequence: number }>(
      `update billing_accounts set dunning_sequence = dunning_sequence + 1, dunning_at = now()
       where user_id in (select user_id from billing_accounts where dunning_reason is not null
         and ${isReminded} and dunning_sequence < ${lastSequence} and (dunning_sequence = 0 or dunning_at <= now() - ${pause})
         order by user_id limit ${batchSize} for update skip locked)
       returning user_id, dunning_reason, dunning_sequence`,
    )
    const userIds = rows.map(({ user_id }) => user_id)
    const accounts = new Map(
      (await this.deps.users.accounts.byIds(userIds, tx)).map((account) => [account.id, account]),
    )
    for (const { user_id: userId, dunning_reason: reason, dunning_sequence: sequence } of rows) {
      const account = accounts.get(userId)
      if (account) await this.deps.mails.reminder(account, { reason, sequence, isOffered }, tx)
      tx.emit('billing.reminder.due', { userId, reason, sequence })
    }
    const blocked = rows.filter(({ dunning_sequence }) => dunning_sequence === lastSequence)
    if (blocked.length > 0) tx.emit('billing.entitlements.changed', { userIds: blocked.map(({ user_id }) => user_id) })
    return { reminded: rows.length, blocked: blocked.length }
  }
}
