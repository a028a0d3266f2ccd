import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testContents } from '../../../../../tests/support/contents.ts'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { eventually } from '../../../../../tests/support/poll.ts'
import { insertFileRow } from '../../../../../tests/support/search.ts'
import { BlobError } from '../../../../platform/index.ts'
import { ContentReader } from './content-reader.ts'
import { beginLook, firstPlace, queueAfter } from './text-queue.ts'

type Test = Parameters<typeof testContents>[0]

/** Contents of a store that fails as `fail` says. */
const failingContents = async (t: Test) => {
  const test = await testContents(t)
  const { blobs, db } = test.platform
  const [localFile, probe] = [blobs.localFile.bind(blobs), blobs.probe.bind(blobs)]
  /** The newest content fails only, where `of` says so. `path`: a file that takes its place. */
  const fail = async ({ error, path, of = 'all', isAway = false }: Failure) => {
    const [newest] = await db.query<{ key: string }>('select key from blobs order by created_at desc limit 1')
    let asked = 0
    blobs.localFile = async (key) => {
      if (of === 'newest' && key !== newest?.key) return localFile(key)
      asked += 1
      if (error) throw error
      return { path: path ?? '/nowhere', release: async () => undefined }
    }
    blobs.probe = async () => !isAway
    return () => asked
  }
  const heal = () => Object.assign(blobs, { localFile, probe })
  const makeDue = () => db.query('update blob_texts set due_at = now()')
  return { ...test, fail, heal, makeDue }
}

interface Failure {
  error?: Error
  path?: string
  of?: 'all' | 'newest'
  isAway?: boolean
}

t.test('contents: a file that fails is tried three times, then weekly, and holds up no other', async (t) => {
  const { add, names, texts, contentIndex, platform, storage, fail, heal, makeDue } = await failingContents(t)
  t.teardown(() => storage.stop())
  await add('old.txt', 'olden times')
  await add('new.txt', 'newer times')
  for (const error of [new BlobError('unhealthy'), new BlobError('missing'), new Error('broken'), undefined]) {
    await platform.db.query(`update blob_texts set status = 'pending', attempts = 0, due_at = now()`)
    const asked = await fail({ ...(error && { error }), of: 'newest' })
    for (let n = 0; n < 4; n += 1) {
      await contentIndex.indexAll()
      await makeDue()
    }
    t.same(
      await texts(),
      [
        { status: 'ready', attempts: 0 },
        { status: 'failed', attempts: 3 },
      ],
      error?.message ?? 'a path without a file',
    )
    t.equal(asked(), 3)
    t.same(await names('times'), ['old.txt'])
  }
  heal()
  platform.jobs.start()
  await platform.jobs.runNow('find-unindexed-contents')
  await contentIndex.indexAll()
  t.same(await names('times'), ['new.txt', 'old.txt'])
})

t.test('contents: a store that is away ends the turn, and counts as no attempt', async (t) => {
  const { add, names, texts, contentIndex, fail, heal, makeDue } = await failingContents(t)
  for (const name of ['first.txt', 'second.txt']) await add(name, `the ${name}`)
  const pending = { status: 'pending', attempts: 0 }
  for (const error of [new BlobError('unhealthy'), undefined]) {
    const asked = await fail({ ...(error && { error }), isAway: true })
    await t.rejects(contentIndex.indexAll())
    await t.rejects(contentIndex.indexAll(), 'the next one, as this one may be the only one')
    await contentIndex.indexAll()
    t.equal(asked(), 2)
    t.same(await texts(), [pending, pending])
    await makeDue()
  }
  heal()
  await contentIndex.indexAll()
  t.same(await names('the'), ['second.txt', 'first.txt'])
})

t.test('contents: while the disk is full, a turn ends after some files, and no attempt counts', async (t) => {
  const { add, names, texts, contentIndex, fail, heal } = await failingContents(t)
  for (let n = 0; n < 12; n += 1) await add(`${n}.txt`, `number ${n}`)
  const asked = await fail({ error: new BlobError('full') })
  await contentIndex.indexAll()
  t.equal(asked(), 10)
  t.same(
    await texts(),
    Array.from({ length: 12 }, () => ({ status: 'pending', attempts: 0 })),
  )
  heal()
  await contentIndex.indexAll()
  t.same(await names('number'), ['1.txt', '0.txt'], 'the others are due later')
})

t.test('contents: a file whose text cannot be read is not tried again', async (t) => {
  const { add, texts, contentIndex, platform, storage, fail } = await failingContents(t)
  t.teardown(() => storage.stop())
  await add('letter.pdf', '%PDF-1.4 nothing')
  const path = join(testFolder(t), 'broken')
  writeFileSync(path, '%PDF-1.4 nothing')
  const asked = await fail({ path })
  await contentIndex.indexAll()
  t.same(await texts(), [{ status: 'failed', attempts: 0 }])
  platform.jobs.start()
  await platform.jobs.runNow('find-unindexed-contents')
  await contentIndex.indexAll()
  t.equal(asked(), 1)
})

t.test('contents: a clock that was ahead or behind delays no text', async (t) => {
  const { add, names, texts, contentIndex, platform, storage } = await testContents(t)
  t.teardown(() => storage.stop())
  await add('first.txt', 'the words')
  await contentIndex.indexAll()
  const ahead = (table: string, column: string) =>
    platform.db.query(`update ${table} set ${column} = ${column} + interval '1 year'`)
  await ahead('blobs', 'created_at')
  await ahead('blob_texts', 'created_at')
  await contentIndex.indexAll()
  t.equal((await beginLook(platform.db, null)).place.at, '-infinity', 'after a restart')
  await add('second.txt', 'the words')
  await contentIndex.indexAll()
  t.same(await names('words'), ['second.txt', 'first.txt'], 'stored after one whose time lies ahead')
  await platform.db.query(`update blob_texts set status = 'pending'`)
  await ahead('blob_texts', 'due_at')
  await contentIndex.indexAll()
  t.same(
    (await texts()).map(({ status }) => status),
    ['ready', 'ready'],
    'due in a year',
  )
  await add('third.txt', 'the words')
  await platform.db.query(`update blobs set created_at = created_at - interval '1 year'`)
  platform.jobs.start()
  await platform.db.transaction(async (tx) => tx.emit('platform.clock.changed', { isAnew: false }))
  await eventually(t, () => names('words'), ['third.txt', 'second.txt', 'first.txt'])
})

t.test('contents: turned on before all words were deleted, the others are read again', async (t) => {
  const { platform, person } = await testContents(t)
  const { db, blobs, settings, log } = platform
  const { ownerId } = await person()
  // Ids that do not follow the times.
  for (let n = 0; n < 600; n += 1) await insertFileRow(platform, ownerId, `${n}.txt`, {})
  await db.query("update blobs set created_at = now() - random() * interval '1 year'")
  const reader = new ContentReader({ db, blobs, settings, log })
  const count = async () => (await db.query('select 1 from blob_texts')).length
  await reader.queueAll(new AbortController().signal)
  t.equal(await count(), 600)
  await settings.set({ content_search: false })
  await reader.run(() => true)
  t.equal(await count(), 100, 'one batch within the turn')
  await settings.set({ content_search: true })
  await beginLook(db, null).then(({ place }) => queueAfter(db, place))
  t.equal(await count(), 600)
})

t.test('contents: a look passes by contents that have a row, or that a purge is deleting', async (t) => {
  const { platform, person } = await testContents(t)
  const { db } = platform
  const { ownerId } = await person()
  for (let n = 0; n < 3; n += 1) await insertFileRow(platform, ownerId, `${n}.txt`, {})
  const [deleted, , queued] = await db.query<{ id: string }>('select id from blobs order by created_at')
  await db.query(
    `insert into blob_texts (blob_id, owner_id, created_at, status) select id, $2, created_at, 'ready' from blobs where id = $1`,
    [queued?.id, ownerId],
  )
  await db.transaction(async (tx) => {
    await tx.query('select from blobs where id = $1 for update', [deleted?.id])
    await queueAfter(db, firstPlace)
    t.same(await db.query('select status from blob_texts order by created_at'), [
      { status: 'pending' },
      { status: 'ready' },
    ])
  })
})
