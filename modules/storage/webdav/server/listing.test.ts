import t from 'tap'
import { planOf } from '../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../tests/support/seed.ts'
import { testStorage, testStorageHttp } from '../../../../tests/support/storage.ts'
import { folderPages } from '../../tree/index.ts'
import { locksSql } from './lock-table.ts'
import { walkSql } from './walk.ts'

t.test('plans: a path costs one row of the index of names for each step, locks those of the owner', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  await seedFolder(db, (await person()).ownerId, 5_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const walk = await planOf(db, walkSql)
    t.notMatch(walk, /Seq Scan on (items|blobs)/)
    t.equal(walk.match(/Index Scan using items_name_unique/g)?.length, 2, walk)
    t.notMatch(await planOf(db, locksSql), /Seq Scan on items/)
  }
})

t.test('R13: a listing of 3,500 entries is read and sent in pages, each with one statement for its rows', async (t) => {
  const test = await testStorageHttp(t)
  const { db } = test.platform
  const me = await test.person()
  const folder = await seedOneFolder(db, me.ownerId, 'Large')
  await seedFolder(db, me.ownerId, 3_500, { parent: folder, folders: 0.1 })
  const sizes: number[] = []
  for await (const rows of folderPages(db, me, folder)) sizes.push(rows.length)
  t.strictSame(sizes, [1_000, 1_000, 1_000, 500])
  const answer = await test.app.inject({
    method: 'PROPFIND' as 'GET',
    url: '/dav/files/Large',
    headers: { 'x-test-user': me.ownerId, depth: '1' },
    payloadAsStream: true,
  })
  let entries = 0
  let largest = 0
  for await (const piece of answer.stream()) {
    entries += String(piece).split('<D:response>').length - 1
    largest = Math.max(largest, piece.length)
  }
  t.equal(answer.statusCode, 207)
  t.equal(entries, 3_501)
  t.ok(largest < 2 << 20, `pieces of ${largest} bytes`)
})

t.test('R13: locks and properties that each entry repeats make an answer long, and no piece of it', async (t) => {
  const test = await testStorageHttp(t)
  const { db } = test.platform
  const { ownerId } = await test.person()
  const folder = await seedOneFolder(db, ownerId, 'Large')
  await seedFolder(db, ownerId, 100, { parent: folder })
  await db.query(
    `insert into webdav_properties (item_id, namespace, name, owner_id, value)
     select i.id, 'urn:x', 'p' || n, $1, repeat('x', 16000) from items i, generate_series(1, 5) n where i.parent_id = $2`,
    [ownerId, folder],
  )
  await db.query(
    `insert into webdav_locks (token, item_id, owner_id, user_id, is_exclusive, is_deep, holder, expires_at)
     select gen_random_uuid(), $2, $1, $1, false, true, repeat('x', 500), now() + interval '1 hour' from generate_series(1, 30)`,
    [ownerId, folder],
  )
  let largestRead = 0
  const { query } = db
  t.capture(db, 'query', async (...args: Parameters<typeof query>) => {
    const rows = await query.apply(db, args)
    largestRead = Math.max(largestRead, JSON.stringify(rows).length)
    return rows
  })
  const ask = (body?: string) =>
    test.app.inject({
      method: 'PROPFIND' as 'GET',
      url: '/dav/files/Large',
      headers: { 'x-test-user': ownerId, depth: '1' },
      payloadAsStream: true,
      ...(body && { payload: body }),
    })
  let length = 0
  let largest = 0
  for await (const piece of (await ask()).stream()) {
    length += piece.length
    largest = Math.max(largest, piece.length)
  }
  t.ok(length > 8 << 20, `answer of ${length} bytes`)
  t.ok(largest < 1 << 20, `pieces of ${largest} bytes`)
  t.ok(largestRead < 2 << 20, `rows of ${largestRead} bytes`)
  const named = (namespace: string) =>
    ask(`<propfind xmlns="DAV:" xmlns:x="${namespace}"><prop>${'<x:a/>'.repeat(200)}</prop></propfind>`)
  t.equal((await named('>'.repeat(60_000))).statusCode, 400, 'each entry would repeat it')
  let repeated = 0
  for await (const piece of (await named('urn:y')).stream()) repeated += String(piece).split('<x:a ').length - 1
  t.equal(repeated, 101, 'once for each entry')
})
