import t from 'tap'
import { testUploads } from '../../../../../tests/support/chunks.ts'
import { wordDocument } from '../../../../../tests/support/documents.ts'
import { eventually } from '../../../../../tests/support/poll.ts'
import { seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { tinyPdf } from '../../../../../tests/support/tiny-files.ts'
import { BlobError } from '../../../../platform/index.ts'
import type { Scope } from '../../../tree/index.ts'
import type { SearchQuery } from '../../contract.ts'

/** Uploads with a search by content. */
const contents = async (test: Parameters<typeof testUploads>[0]) => {
  const uploads = await testUploads(test)
  const { storage, platform } = uploads
  test.teardown(() => storage.stop())
  const me = await uploads.person()
  const { contentIndex, search } = storage.api
  const add = async (name: string, content: Buffer | string, fields = {}, scope = me): Promise<string> => {
    const answer = await uploads.upload(scope, name, Buffer.from(content), fields)
    return answer.body.data?.id as string
  }
  const hits = async (query: Partial<SearchQuery>, scope: Scope = me) =>
    (await search.find(scope, { per_page: 50, ...query })).data.map(({ data, meta }) => [
      data.attributes.name,
      meta.in_content ?? false,
    ])
  const names = async (query: string, scope?: Scope) => (await hits({ query }, scope)).map(([name]) => name)
  const texts = () =>
    platform.db.query<{ status: string; attempts: number }>(
      'select status, attempts from blob_texts order by created_at',
    )
  return { ...uploads, me, contentIndex, add, hits, names, texts }
}

t.test('contents: files are found by their words after names, and by words of both', async (t) => {
  const { add, hits, contentIndex, me } = await contents(t)
  await add('letter.txt', 'Die Jahresbilanz der Müllerei, Seite 3')
  await add('scan.pdf', tinyPdf(['Bilanz of the year']))
  await add('bilanz.docx', wordDocument('nothing else'))
  await add('report.docx', wordDocument('Müllerei bilanziert'))
  t.same(await hits({ query: 'bilanz' }), [['bilanz.docx', false]], 'not read yet')
  await contentIndex.indexAll()
  t.same(await hits({ query: 'bilanz' }), [
    ['bilanz.docx', false],
    ['report.docx', true],
    ['scan.pdf', true],
  ])
  t.same(
    await hits({ query: 'MULLEREI' }),
    [
      ['report.docx', true],
      ['letter.txt', true],
    ],
    'folded, the newest first',
  )
  t.same(await hits({ query: 'mullerei seite' }), [['letter.txt', true]], 'all words')
  t.same(await hits({ content: 'mullerei' }), [
    ['report.docx', true],
    ['letter.txt', true],
  ])
  t.same(await hits({ content: 'mullerei', query: 'let' }), [['letter.txt', true]])
  t.same(await hits({ content: 'bilanz', extension: 'pdf' }), [['scan.pdf', true]])
  t.same(await hits({ content: 'bilanz', filter: 'folder' }), [])
  t.same(await hits({ content: '%' }), [])
  t.same(await hits({ content: "o'neil\\ & (" }), [], 'signs of tsquery are no operators')
  const visitor = await storageVisitor(me)
  t.same(await hits({ query: 'nothing' }, visitor), [['bilanz.docx', true]])
})

/** The same files by a scope of a caller without an account. */
const storageVisitor = async (me: Scope): Promise<Scope> => ({ ...me, actor: { userId: null, key: 'x' } })

t.test('contents: a page ends and the next begins between names and contents', async (t) => {
  const { add, contentIndex, me, storage } = await contents(t)
  await add('plan.txt', 'x')
  for (const name of ['a.txt', 'b.txt']) await add(name, 'the plan')
  await contentIndex.indexAll()
  const pages: string[][] = []
  let cursor: string | null | undefined
  do {
    const query = { query: 'plan', per_page: 2, ...(cursor && { cursor }) }
    const { data, meta } = await storage.api.search.find(me, query)
    pages.push(data.map((hit) => hit.data.attributes.name))
    cursor = meta.next_cursor
    t.match(meta, { total: 3, complete: true })
  } while (cursor)
  t.same(pages, [['plan.txt', 'b.txt'], ['a.txt']])
})

t.test('contents: copies and versions share the words, and a replaced or deleted content is not found', async (t) => {
  const { add, names, texts, contentIndex, me, storage, platform } = await contents(t)
  const id = await add('note.txt', 'first words')
  await contentIndex.indexAll()
  const folder = await seedOneFolder(platform.db, me.ownerId, 'copies')
  await storage.api.copies.copy(me, { items: [{ id, type: 'file' }] }, folder)
  t.same(await names('words'), ['note.txt', 'note.txt'])
  t.equal((await texts()).length, 1)
  await add('note.txt', 'second thoughts', { on_conflict: 'replace' })
  await contentIndex.indexAll()
  t.same(await names('words'), ['note.txt'], 'of the copy')
  t.same(await names('thoughts'), ['note.txt'])
  await storage.api.trash.remove(me, {
    items: [
      { id, type: 'file' },
      { id: folder, type: 'folder' },
    ],
  })
  t.same([await names('words'), await names('thoughts')], [[], []], 'in the trash')
  await storage.purgeAccount(me.ownerId)
  t.same(await texts(), [], 'with the blobs')
})

t.test('contents: a file that fails is tried three times, and holds up no other', async (t) => {
  const { add, names, texts, contentIndex, platform } = await contents(t)
  await add('old.txt', 'olden times')
  await add('new.txt', 'newer times')
  const localFile = platform.blobs.localFile.bind(platform.blobs)
  let asked = 0
  let failure: Error = new BlobError('full')
  const [newest] = await platform.db.query<{ key: string }>('select key from blobs order by created_at desc limit 1')
  platform.blobs.localFile = (key) => {
    if (key !== newest?.key) return localFile(key)
    asked += 1
    return Promise.reject(failure)
  }
  await contentIndex.indexAll()
  t.same(await names('times'), ['old.txt'])
  t.match(
    await texts(),
    [{}, { status: 'pending', attempts: 0 }],
    'the room was missing, which is no fault of the file',
  )
  failure = new Error('broken')
  asked = 0
  for (let n = 0; n < 4; n += 1) {
    await platform.db.query('update blob_texts set due_at = now()')
    await contentIndex.indexAll()
  }
  t.same(await texts(), [
    { status: 'ready', attempts: 0 },
    { status: 'failed', attempts: 3 },
  ])
  t.equal(asked, 3)
  await add('other.txt', 'other times')
  const unhealthy = new BlobError('unhealthy')
  platform.blobs.localFile = () => Promise.reject(unhealthy)
  await t.rejects(contentIndex.indexAll(), unhealthy, 'a store that fails ends the turn')
  t.match(await texts(), [{}, {}, { status: 'pending', attempts: 0 }])
  platform.blobs.localFile = localFile
  await contentIndex.indexAll()
  t.same(await names('times'), ['other.txt', 'old.txt'])
})

t.test('contents: the job reads after uploads, and older files at the first start', async (t) => {
  const first = await contents(t)
  await first.add('before.txt', 'earlier words')
  await first.add('photo.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  await first.add('latin.txt', Buffer.from('Übermaß', 'latin1'))
  const { platform, storage } = await testStorage(t, {}, first)
  t.teardown(() => storage.stop())
  platform.jobs.start()
  await platform.jobs.runNow('index-contents')
  // A slow machine needs a second turn, which the first one requests.
  await eventually(t, () => first.names('ubermass'), ['latin.txt'])
  await eventually(t, () => first.names('earlier'), ['before.txt'])
  t.same(await first.names('uebermass'), [])
  t.equal((await first.texts()).length, 2)
  await first.add('after.txt', 'later words')
  await platform.db.query(`update blobs set created_at = created_at - interval '1 hour'`)
  await platform.jobs.runNow('index-contents')
  t.same(await first.names('later'), [], 'its time is wrong')
  await platform.jobs.runNow('find-unindexed-contents')
  await eventually(t, () => first.names('later'), ['after.txt'])
})

t.test('contents: turned off, the words are deleted; turned on, all are read again', async (t) => {
  const { add, names, texts, contentIndex, platform } = await contents(t)
  await add('letter.txt', 'a pelican brief')
  await contentIndex.indexAll()
  await platform.settings.set({ content_search: false })
  t.same(await names('pelican'), [], 'at once')
  await add('second.txt', 'a pelican case')
  await contentIndex.indexAll()
  t.same([await texts(), await names('pelican')], [[], []])
  await platform.settings.set({ content_search: true })
  await contentIndex.indexAll()
  t.same(await names('pelican'), ['second.txt', 'letter.txt'])
})
