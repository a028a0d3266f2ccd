import t from 'tap'
import { planOf, storageWithoutAutovacuum } from '../../../../tests/support/plans.ts'
import { seedFolder, settle } from '../../../../tests/support/seed.ts'
import { candidatesSql, latestSql } from './candidates.ts'
import { exactStepsSql, foldedStepSql } from './path-steps.ts'

t.test('plans: a search reads the search index only', async (t) => {
  const { platform, person } = await storageWithoutAutovacuum(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const sets of [0, 1, 5]) {
      const plan = await planOf(db, candidatesSql({ tokenSets: sets }))
      const scans = plan.match(/(Seq|Index|Index Only|Bitmap Index) Scan [^(]*/g) ?? []
      t.equal(scans.length, 1 + 2 * sets, `${sets} sets, statistics: ${statistics}`)
      if (!scans.every((scan) => scan.startsWith('Bitmap Index Scan on items_search_index'))) t.fail(plan)
    }
    t.match(await planOf(db, latestSql({ hasTokens: true })), 'items_search_index', 'filters by kind or extension')
    t.notMatch(
      await planOf(db, latestSql({ hasTokens: false })),
      'Seq Scan on items',
      'filters by folder, time or size',
    )
  }
})

t.test('plans: the steps of a path read the index of names and that of the search only', async (t) => {
  const { platform, person } = await storageWithoutAutovacuum(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  const scansOf = (plan: string) => plan.match(/(Seq|Index|Index Only|Bitmap Index) Scan [^(]*on items[^ ]*/g) ?? []
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const exact = await planOf(db, exactStepsSql)
    t.same(scansOf(exact).length, 2, exact)
    if (!scansOf(exact).every((scan) => /Index Scan using items_name_unique/.test(scan))) t.fail(exact)
    const folded = await planOf(db, foldedStepSql)
    t.same(scansOf(folded), ['Bitmap Index Scan on items_search_index'], folded)
  }
})
