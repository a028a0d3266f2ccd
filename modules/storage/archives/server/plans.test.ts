import t from 'tap'
import { planOf } from '../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { entriesSql } from './collect-entries.ts'

t.test('plans: an archive reads its files one by one, so that the first rows arrive early', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const large = await seedOneFolder(db, me.ownerId, 'large')
  await seedFolder(db, me.ownerId, 5_000, { parent: large })
  const sql = entriesSql({ condition: (alias, first) => `${alias}.id = any($${first}::uuid[])` })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, sql)
    t.match(plan, /^Nested Loop Left Join/, statistics)
    t.match(plan, /\n {2}-> {2}Merge Append/)
    t.match(plan, /\n {2}-> {2}Index Scan using blobs_pkey/)
    t.match(
      plan,
      /Nested Loop .*\n\s*-> {2}Sort .*\n\s*Sort Key: placed\.number\n\s*-> {2}CTE Scan on placed .*\n\s*-> {2}.*Index Scan using items_child_name_index on items/,
    )
  }
})
