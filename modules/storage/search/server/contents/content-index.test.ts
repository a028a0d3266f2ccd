import t from 'tap'
import { testContents } from '../../../../../tests/support/contents.ts'
import { wordDocument } from '../../../../../tests/support/documents.ts'
import { eventually } from '../../../../../tests/support/poll.ts'
import { seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { tinyPdf } from '../../../../../tests/support/tiny-files.ts'
import type { Scope } from '../../../tree/index.ts'

t.test('contents: files are found by their words after names, and by words of both', async (t) => {
  const { add, hits, contentIndex, me } = await testContents(t)
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
  const { add, contentIndex, me, storage } = await testContents(t)
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
  const { add, names, texts, contentIndex, me, storage, platform } = await testContents(t)
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

t.test('contents: the job reads after uploads, and older files at the first start', async (t) => {
  const first = await testContents(t)
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
  const { add, names, texts, contentIndex, platform } = await testContents(t)
  await add('letter.txt', 'a pelican brief')
  await add('words.txt', Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(' '))
  await contentIndex.indexAll()
  await platform.settings.set({ content_search: false })
  t.same(await names('pelican'), [], 'at once')
  await add('second.txt', 'a pelican case')
  await platform.db.transaction(async (tx) => {
    await tx.query('lock table blob_texts in access share mode')
    await contentIndex.indexAll()
  })
  t.same(await texts(), [], 'while something reads them')
  await contentIndex.indexAll()
  t.same([await texts(), await names('pelican')], [[], []])
  const [index] = await platform.db.query<{ bytes: string }>(
    `select pg_relation_size('blob_texts_words_index')::text as bytes`,
  )
  t.equal(Number(index?.bytes), 16_384, 'the index is empty too')
  await platform.settings.set({ content_search: true })
  await contentIndex.indexAll()
  t.same(await names('pelican'), ['second.txt', 'letter.txt'])
})
