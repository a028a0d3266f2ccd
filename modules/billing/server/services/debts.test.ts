import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Ledger } from './ledger.ts'

t.test('debts: a debt that cannot be taken stops neither the others nor the bills', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const ledger = new Ledger(db)
  const debtOf = ({ id }: Actor) =>
    db.query(`select balance from ledger_accounts where kind = 'debt' and user_id = $1`, [id])
  const users = [await signUp(app), await signUp(app)]
  // In each order.
  for (const broken of users) {
    for (const { id } of users) {
      const money = {
        userId: id,
        amount: 100,
        currency: 'USD',
        gateway: 'system',
        type: 'credit',
        key: randomUUID(),
      } as const
      await db.transaction((tx) => ledger.post(tx, { ...money, from: { debt: id }, to: { balance: id } }))
    }
    await db.query(`create function reject_one() returns trigger language plpgsql as
      $$ begin if new.user_id = '${broken.id}' then raise 'broken'; end if; return new; end $$`)
    await db.query(
      'create trigger reject_one before insert on ledger_transactions for each row execute function reject_one()',
    )
    await t.rejects(jobs.runNow('retry-failed-payments'), /broken/)
    await db.query('drop function reject_one cascade')
    for (const user of users) t.same(await debtOf(user), [{ balance: user === broken ? -100 : 0 }])
    t.match(await jobs.runNow('retry-failed-payments'), { repaid: 1 })
  }
})
