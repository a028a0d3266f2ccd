import { type Audit, type AuditActor, type Db, newId, type Platform } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import type { Users } from '../../../users/index.ts'
import { billingErrors } from '../errors.ts'
import type { Ledger } from './ledger.ts'
import { settingAmount } from './setting-amount.ts'

interface CreditsDeps {
  db: Db
  audit: Audit
  settings: Platform['settings']
  users: Pick<Users, 'accounts'>
  ledger: Ledger
}

/** Bonuses that the installation gives to users. */
export class Credits {
  private readonly deps: CreditsDeps
  constructor(deps: CreditsDeps) {
    this.deps = deps
  }

  /** Gives a new account of a metered installation its bonus, once; administrators get none. */
  async welcome(userId: string): Promise<void> {
    const { db, settings, users, ledger } = this.deps
    const isOffered = (await settings.get('subscription_type')) === 'metered'
    if (!isOffered || !(await settings.get('allowed_registration_bonus'))) return
    if ((await users.accounts.byId(userId))?.role !== 'user') return
    const currency = await settings.get('billing_currency')
    const amount = settingAmount(await settings.get('registration_bonus_amount'), currency)
    if (!amount) return
    await db.transaction(async (tx) => {
      const result = await ledger.post(tx, {
        userId,
        amount,
        currency,
        type: 'credit',
        from: 'bonus',
        to: { balance: userId },
        gateway: 'system',
        note: 'Registration Bonus',
        key: `registration-bonus:${userId}`,
      })
      if (result === 'posted') tx.emit('billing.balance.credited', { userId, amount, currency })
    })
  }

  /**
   * Adds to the balance of a user. `amount` in major units, as people write it. With the same `key` the same amount is given
   * once, however often it is sent. 404 `user-not-found`, 422 `invalid-amount`.
   */
  async give(
    actor: AuditActor,
    userId: string,
    { amount, key = newId() }: { amount: string; key?: string | undefined },
  ): Promise<void> {
    const { db, audit, settings, users, ledger } = this.deps
    if (!(await users.accounts.byId(userId))) throw billingErrors.fail('user-not-found')
    const currency = await settings.get('billing_currency')
    const minor = parseMoney(amount, currency)
    if (!minor) throw billingErrors.fail('invalid-amount')
    await db.transaction(async (tx) => {
      const money = { amount: minor, currency }
      const result = await ledger.post(tx, {
        ...money,
        userId,
        type: 'credit',
        from: 'bonus',
        to: { balance: userId },
        gateway: 'system',
        note: 'Bonus',
        key: `credit:${userId}:${currency}:${minor}:${key}`,
      })
      if (result !== 'posted') return
      await audit({ ...actor, action: 'billing.balance.credited', target: userId, details: money }, tx)
      tx.emit('billing.balance.credited', { userId, ...money })
    })
  }
}
