import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import { type Item, type StorageUsage, trafficDays, usageKinds } from '../../contract.ts'

const capacity = 1_000_000_000

t.test('storage usage: reports kinds, capacity and 45 days of traffic', async (t) => {
  const { platform, storage, person, call } = await testStorageHttp(t, {
    canUpload: async () => ({ allowed: true, limit: capacity }),
  })
  const { db } = platform
  const [me, other] = [await person(), await person()]
  const show = async (scope = me): Promise<StorageUsage> => {
    const { status, body } = await call(scope, 'GET', '/api/user/storage')
    t.equal(status, 200)
    return body.data
  }

  const empty = await show()
  t.equal(empty.attributes.used, 0)
  t.equal(empty.attributes.percentage, 0)
  t.equal(empty.meta.traffic.chart.upload.length, trafficDays)

  const folder = await seedOneFolder(db, me.ownerId, 'folder')
  await seedFolder(db, me.ownerId, 100, { parent: folder })
  await seedFolder(db, other.ownerId, 7)
  const bytesByKind = await db.query<{ kind: string; bytes: number }>(
    'select kind, sum(size) as bytes from items where owner_id = $1 and not is_folder group by kind',
    [me.ownerId],
  )
  const { attributes, meta } = await show()
  for (const { kind, bytes } of bytesByKind) {
    const share = meta[`${kind}s` as (typeof usageKinds)[number]]
    t.equal(share.used, bytes, kind)
    t.equal(share.percentage, Math.round((bytes * 10_000) / capacity) / 100)
  }
  t.equal(
    usageKinds.reduce((sum, kind) => sum + meta[kind].used, 0),
    attributes.used,
  )

  await db.query(
    `insert into traffic (user_id, day, uploaded_bytes, downloaded_bytes)
     select $1, (now() at time zone 'utc')::date - n, n * 10, n from unnest(array[0, 1, 44, 45]) as n`,
    [me.ownerId],
  )
  const { traffic } = (await show()).meta
  t.equal(traffic.upload, 450, 'the 46th day is left out')
  t.equal(traffic.download, 45)
  t.equal(traffic.chart.upload[0]?.amount, 440)
  t.equal(traffic.chart.upload[0]?.percentage, 100)
  t.equal(traffic.chart.upload.at(-2)?.amount, 10)
  t.equal(traffic.chart.upload.at(-1)?.created_at, `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)

  // Trashed files count, purged ones do not.
  await storage.api.trash.remove(me, { items: [{ id: folder, type: 'folder' }] })
  t.equal((await show()).attributes.used, attributes.used)
  await storage.api.trash.remove(me, { items: [{ id: folder, type: 'folder', force_delete: true }] })
  const gone = await show()
  t.same([gone.attributes.used, ...usageKinds.map((kind) => gone.meta[kind].used)], [0, 0, 0, 0, 0, 0])
  t.same(await wrongCounters(db), [])
  t.equal((await call(null, 'GET', '/api/user/storage')).status, 401)
})

t.test('storage usage: percentages refer to the used bytes when unlimited', async (t) => {
  const { platform, storage, person } = await testStorageHttp(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 20)
  const { attributes, meta } = await storage.api.storageUsage.report(me)
  t.equal(attributes.capacity, null)
  t.equal(attributes.percentage, 100)
  const sum = usageKinds.reduce((total, kind) => total + meta[kind].percentage, 0)
  t.ok(Math.abs(sum - 100) < 0.1, `${sum} %`)
})

t.test('largest files: largest first, with their folders, without those in the trash', async (t) => {
  const { platform, storage, person, call } = await testStorageHttp(t)
  const { db } = platform
  const [me, other] = [await person(), await person()]
  const names = async (): Promise<string[]> => {
    const { status, body } = await call(me, 'GET', '/api/user/storage/largest')
    t.equal(status, 200)
    return body.data.map(({ data }: { data: Item }) => {
      const { parent } = data.relationships
      return `${parent ? `${parent.data.attributes.name}/` : ''}${data.attributes.name}`
    })
  }
  t.same(await names(), [])
  const [films, old] = [await seedOneFolder(db, me.ownerId, 'Films'), await seedOneFolder(db, me.ownerId, 'Old')]
  for (const [prefix, parent, owner] of [
    ['film ', films, me],
    ['old ', old, me],
    ['mine ', null, me],
    ['other ', null, other],
  ] as const)
    await seedFolder(db, owner.ownerId, 2, { parent, prefix })
  await db.query(
    `update items set size = v.size from (values ('film 1.bin', 9000000), ('film 2.bin', 999999), ('old 1.bin', 8000000),
     ('old 2.bin', 8000001), ('mine 1.bin', 7000000), ('mine 2.bin', 10000000)) v (name, size) where items.name = v.name`,
  )
  const large = ['mine 2.bin', 'Films/film 1.bin', 'Old/old 2.bin', 'Old/old 1.bin', 'mine 1.bin']
  t.same(await names(), [...large, 'Films/film 2.bin'], 'smaller ones too, where they are few')
  await storage.api.trash.remove(me, { items: [{ id: old, type: 'folder' }] })
  t.same(await names(), ['mine 2.bin', 'Films/film 1.bin', 'mine 1.bin', 'Films/film 2.bin'])
  await seedFolder(db, me.ownerId, 5_000, { parent: films, prefix: 'frame ' })
  await db.query("update items set size = 10 where name like 'frame %'")
  t.same(await names(), ['mine 2.bin', 'Films/film 1.bin', 'mine 1.bin'], 'not where thousands are')
})
