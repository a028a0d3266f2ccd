import t from 'tap'
import { planOf } from '../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { listChangedSql } from './walk-folders.ts'

t.test('plans: a walk reads ranges of indexes, and nothing of other folders', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const other = await seedOneFolder(db, me.ownerId, 'other')
  await seedFolder(db, me.ownerId, 5_000, { parent: other })
  await db.query(`update items set name = 'x' || name where parent_id = $1`, [other])
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const isRoot of [true, false]) {
      const plan = await planOf(db, listChangedSql(isRoot))
      const whole = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table)
      t.same(
        whole.filter((table) => table !== 'root_exclusions'),
        [],
        `${statistics}: ${plan}`,
      )
      t.match(plan, /item_history_folder_index/)
      t.match(plan, /item_history_entered_index/)
      if (!isRoot) t.match(plan, /on items .*\n\s*Index Cond: \(\(parent_id = k/)
    }
  }
})
