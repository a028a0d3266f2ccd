import t from 'tap'
import { testApp } from '../../../tests/support/app.ts'
import { testFolder } from '../../../tests/support/folders.ts'
import { tinyBucket } from '../../../tests/support/tiny-bucket.ts'
import { BlobError, openBlobStore } from './blobs/index.ts'
import { S3Owner } from './blobs/s3/s3-owner.ts'
import { claimStoreFor } from './claim-blob-store.ts'
import { forgetStoreUses, storeUses } from './store-uses.ts'

const id = 'f3c1c8f2-6f58-4c11-8f7c-0f0a9f0f6f0e'

/** The marks of a bucket, which may be away or reject what is written. */
const fakeBucket = () => {
  const objects = new Map<string, string>()
  const state = { away: false, readOnly: false, full: false }
  const marks = {
    async read(name: string) {
      if (state.away) throw new BlobError('unhealthy')
      return objects.get(name) ?? null
    },
    async write(name: string, text: string) {
      if (state.away || state.readOnly) throw new BlobError('unhealthy')
      if (state.full) throw new BlobError('full')
      objects.set(name, text)
    },
    async claim(name: string, proposed: string) {
      if (!objects.has(name)) await marks.write(name, proposed)
      return (await marks.read(name)) as string
    },
  }
  return { objects, state, marks }
}

const [original, copy] = [(await testApp(t)).coffer, (await testApp(t)).coffer]
const [db, copyDb] = [original.platform.db, copy.platform.db]

/** Installations on one bucket: `start` is one that begins to use it, with its own database or as another process of one. */
const scene = async () => {
  await Promise.all([forgetStoreUses(db), forgetStoreUses(copyDb)])
  const bucket = fakeBucket()
  const newOwner = (of = db, endpoint = 'https://store') => {
    const owner = new S3Owner({ endpoint, bucket: 'files' }, bucket.marks, async () => false)
    owner.expect(id, 'any', storeUses(of))
    return owner
  }
  const start = async (of = db) => {
    const owner = newOwner(of)
    await owner.verify()
    return owner
  }
  /** Makes the database of the copy as that of the original is now. */
  const makeCopy = async () => {
    await copyDb.query('delete from store_uses')
    for (const row of await db.query<{ store: string; tokens: string[] }>('select * from store_uses'))
      await copyDb.query('insert into store_uses values ($1, $2)', [row.store, row.tokens])
  }
  return { ...bucket, newOwner, start, makeCopy }
}
const unusable = /another copy of this installation has used the bucket files since/

t.test('a copy cannot use the bucket of a running installation, also when it had no network at first', async (t) => {
  const { state, newOwner, start, makeCopy } = await scene()
  const running = await start()
  await makeCopy()
  await running.renewUse()
  await t.rejects(start(copyDb), unusable)
  const offline = newOwner(copyDb)
  state.away = true
  await t.rejects(offline.verify(), { reason: 'unhealthy' } as unknown as Error)
  await offline.renewUse()
  state.away = false
  await t.rejects(offline.verify(), unusable)
  await t.rejects(newOwner(copyDb, 'https://store.internal:9000').verify(), unusable, 'by another address')
  await running.renewUse()
  await start(db)
})

t.test('when a copy was first, the original uses the bucket no more until the copy has ended', async (t) => {
  const { objects, start, makeCopy } = await scene()
  const running = await start()
  await makeCopy()
  const first = await start(copyDb)
  await t.rejects(running.renewUse(), unusable)
  await t.rejects(running.verify(), unusable)
  await t.rejects(start(), unusable)
  await first.renewUse()
  objects.delete('coffer-use')
  await t.rejects(running.renewUse(), unusable, 'what was told to stop starts again before it goes on')
  await (await start()).renewUse()
  await t.rejects(first.renewUse(), unusable)
})

t.test('processes of one installation, failed writes and late answers are no copies', async (t) => {
  const { objects, state, start } = await scene()
  const owners = await Promise.all([start(), start(), start()])
  for (const owner of owners) await owner.renewUse()
  await Promise.all(owners.map((owner) => owner.renewUse()))
  const [first] = owners
  const earlier = objects.get('coffer-use') as string
  for (let n = 0; n < 150; n++) await first?.renewUse()
  objects.set('coffer-use', earlier)
  await first?.renewUse()
  state.readOnly = true
  for (let n = 0; n < 150; n++) await t.rejects(first?.renewUse() as Promise<void>, { reason: 'unhealthy' } as never)
  state.readOnly = false
  await first?.renewUse()
  await (await start(db)).renewUse()
})

t.test('a bucket that is lost stays so when an earlier call ends later', async (t) => {
  const { newOwner } = await scene()
  const owner = newOwner()
  await owner.verify()
  let accept = (_accepted: boolean): void => undefined
  const late = new Promise<boolean>((resolve) => {
    accept = resolve
  })
  const answers = [late, Promise.resolve(false)]
  owner.expect(id, 'any', { ...storeUses(db), accepts: () => answers.shift() ?? late })
  const earlier = owner.renewUse()
  await t.rejects(owner.renewUse(), unusable)
  accept(true)
  await t.rejects(earlier, unusable)
})

t.test('a bucket without room is used with the token that it has', async (t) => {
  const { objects, state, newOwner, start } = await scene()
  await start()
  state.full = true
  const owner = newOwner()
  await owner.verify()
  await owner.renewUse()
  objects.set('coffer-use', 'of-the-copy')
  await t.rejects(owner.renewUse(), unusable)
})

t.test('an installation that was restored in place of another one takes its bucket over', async (t) => {
  const { start, makeCopy } = await scene()
  const former = await start()
  await makeCopy()
  await former.renewUse()
  await forgetStoreUses(copyDb)
  await start(copyDb)
  await t.rejects(former.renewUse(), unusable)
})

t.test('a store whose bucket another copy uses reads and deletes nothing there', async (t) => {
  const { makeCopy } = await scene()
  const { url, objects } = await tinyBucket(t)
  const open = async () => {
    const store = await openBlobStore(testFolder(t), url)
    t.teardown(() => store.close())
    return store
  }
  const [running, copy, first] = [await open(), await open(), await open()]
  await running.claim(id, 'any', storeUses(db))
  const key = running.newKey()
  await running.put(key, Buffer.from('content'))
  await makeCopy()
  await running.renewUse?.()
  const failing = { ...storeUses(db), accepts: () => Promise.reject(new Error('the database is away')) }
  await t.rejects((await open()).claim(id, 'any', failing), /the database is away/)
  t.equal(await running.probe(), true)
  const away = { reason: 'unhealthy' } as unknown as Error
  await t.rejects(copy.claim(id, 'any', storeUses(copyDb)), unusable)
  await t.rejects(copy.unlink(key), away)
  await makeCopy()
  await first.claim(id, 'any', storeUses(copyDb))
  await t.rejects(running.renewUse?.() as Promise<void>, unusable)
  await t.rejects(running.unlink(key), away)
  await t.rejects(running.open(key), away)
  t.equal(await running.probe(), false)
  t.ok(objects.has(`blobs/${key}`))
})

t.test('a store is claimed for a backup from before uses were recorded', async (t) => {
  const undone = new Error('undone')
  let [claimed, uses]: [boolean, unknown] = [false, null]
  const blobs = {
    async claim(_id: string, _expected: unknown, given?: unknown) {
      claimed = true
      uses = given
    },
  }
  await t.rejects(
    db.transaction(async (tx) => {
      await tx.query('drop table store_uses')
      await claimStoreFor(id, { db: tx, blobs: blobs as never, log: original.platform.log })
      await forgetStoreUses(tx)
      throw undone
    }),
    undone,
  )
  t.same([claimed, uses], [true, undefined])
})

t.test('a copy does not add to the backups of the original, nor remove them', async (t) => {
  const { makeCopy } = await scene()
  const folder = testFolder(t)
  const backUp = ({ storage }: typeof original) => storage.api.maintenance.backup(folder, 1)
  await backUp(original)
  await makeCopy()
  await copyDb.query(`delete from settings where name = 'installation_id'`)
  const [{ value }] = (await db.query(`select value from settings where name = 'installation_id'`)) as [
    { value: string },
  ]
  await copyDb.query(`insert into settings values ('installation_id', $1)`, [value])
  await backUp(original)
  await t.rejects(backUp(copy), /another copy of this installation has made backups in/)
  await backUp(original)
})
