import t from 'tap'
import { planOf } from '../../../../tests/support/plans.ts'
import { seedFolder, settle } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { insertBatchSql } from './insert-batch.ts'

t.test('plans: small files are stored by primary key lookups only', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 5_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, insertBatchSql)
    const scans = plan.match(/\S+ Scan .*on (items|blobs|usage|upload_sessions)\b.*\n\s*.*/g) ?? []
    t.equal(scans.length, 5, statistics)
    for (const scan of scans) t.match(scan, /Index Scan using \w+_pkey .*\n\s*Index Cond: /, `${statistics}: ${scan}`)
  }
})
