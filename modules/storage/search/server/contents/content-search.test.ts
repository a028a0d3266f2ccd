import t from 'tap'
import { searchStorage } from '../../../../../tests/support/search.ts'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { boundsOf } from '../bounds.ts'
import { ContentRun } from './content-run.ts'
import { lexemesOf } from './lexemes.ts'

/** Storage whose files have words. `give`: to the files with these names, which are a pattern of SQL. */
const withWords = async (test: Parameters<typeof searchStorage>[0]) => {
  const storage = await searchStorage(test)
  const { me, platform } = storage
  const { db } = platform
  const give = async (names: string, words: readonly string[], { isSample = false } = {}) => {
    const blob = isSample ? '00000000-0000-4000-8000-000000000000' : 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    await db.query(
      `insert into blob_texts (blob_id, owner_id, status, created_at, words)
       select distinct i.blob_id, i.owner_id, 'ready', now(), array_to_tsvector($3::text[])
       from items i where i.owner_id = $1 and not i.is_folder and i.name like $2`,
      [me.ownerId, names, lexemesOf(blob, me.ownerId, words)],
    )
  }
  const found = async (...given: Parameters<typeof storage.find>) => {
    const { data, meta } = await storage.find(...given)
    return { names: data.map((hit) => hit.data.attributes.name).sort(), complete: meta.complete }
  }
  return { ...storage, db, give, found }
}

t.test('contents: a word that very many files have hides none of a small folder', async (t) => {
  const { db, me, add, give, found, person } = await withWords(t)
  await seedFolder(db, me.ownerId, 5_500, { prefix: 'many' })
  await give('many%', ['common'])
  const parent_id = await seedOneFolder(db, me.ownerId, 'team')
  for (const name of ['a.txt', 'b.log', 'other.txt']) await add(name, { parent_id })
  await give('a.txt', ['common'])
  await give('b.log', ['common'])
  await give('other.txt', ['rare'])
  await add('other.xyz')
  await give('other.xyz', ['common'])
  t.same(await found('common', { in: parent_id }), { names: ['a.txt', 'b.log'], complete: true })
  t.same(await found(undefined, { content: 'common', extension: 'xyz' }), { names: ['other.xyz'], complete: true })
  t.same(await found(undefined, { content: 'common', query: 'other' }), { names: ['other.xyz'], complete: true })
  const member = await person()
  const shared = { ...me, root: parent_id, actor: member.actor, permission: 'visitor' as const }
  t.same(await found('common', {}, shared), { names: ['a.txt', 'b.log'], complete: true })
  t.same(await found('common', { from: '2100-01-01' }), { names: [], complete: false }, 'nothing says which are few')
})

t.test('contents: files in the trash hide none of few with an extension', async (t) => {
  const { db, me, add, give, found } = await withWords(t)
  const parent = await seedOneFolder(db, me.ownerId, 'gone')
  await seedFolder(db, me.ownerId, 2_100, { prefix: 'gone', parent })
  await db.query(`update items set name = name || '.xyz' where parent_id = $1`, [parent])
  await db.query('update items set trashed_at = now() where id = $1', [parent])
  await seedFolder(db, me.ownerId, 3_000, { prefix: 'many' })
  await give('gone%', ['common'])
  await give('many%', ['common'])
  await add('other.xyz')
  await give('other.xyz', ['common'])
  t.same(await found(undefined, { content: 'common', extension: 'xyz' }), { names: ['other.xyz'], complete: true })
})

t.test('contents: names answer when contents do not', async (t) => {
  const { db, add, give, found } = await withWords(t)
  await add('plan.txt')
  await add('other.txt')
  await give('%', ['plan'])
  t.same((await found('plan')).names, ['other.txt', 'plan.txt'])
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.query('lock table blob_texts')
    locked.resolve()
    await held.promise
  })
  await locked.promise
  t.same(await found('plan'), { names: ['plan.txt'], complete: false })
  held.resolve()
  await holding
})

t.test('contents: a name chooses among very many files with a word', async (t) => {
  const { add, give, found, platform, me } = await withWords(t)
  await seedFolder(platform.db, me.ownerId, 300, { prefix: 'scan' })
  await add('acme 2026.pdf')
  await give('%', ['invoice'])
  t.same(await found(undefined, { content: 'invoice', query: 'acme' }), { names: ['acme 2026.pdf'], complete: true })
})

t.test('contents: copies of one file do not stand for others in the sample', async (t) => {
  const { add, db, give, me } = await withWords(t)
  const original = await add('readme.txt')
  await seedFolder(db, me.ownerId, 70, { prefix: 'copy' })
  await db.query(
    `update items set blob_id = (select blob_id from items where id = $1) where owner_id = $2 and name like 'copy%'`,
    [original, me.ownerId],
  )
  await give('readme.txt', ['setup'], { isSample: true })
  await add('mine.txt')
  await give('mine.txt', ['setup'])
  const area = {
    ownerId: me.ownerId,
    scopes: new Map([[null, me]]),
    within: null,
    rootIds: [],
    parentIds: null,
    unscoped: false,
  }
  const bounds = boundsOf(area, {}, 'file')
  if (!bounds) throw new Error('no bounds')
  const hits = await new ContentRun(db, area, { words: ['setup'], name: null }, bounds).run()
  t.ok(hits.some(({ name }) => name === 'mine.txt'))
  t.equal(hits.length, 72)
})

t.test('contents: a rare word before a common beginning finds files, however long their texts are', async (t) => {
  const { db, add, give, found, me } = await withWords(t)
  const long = Array.from({ length: 9_000 }, () => crypto.randomUUID().slice(0, 23))
  await seedFolder(db, me.ownerId, 60, { prefix: 'long' })
  await give('long%', ['annual', 'reporting', ...long])
  await add('short.txt')
  await give('short.txt', ['minute', 'report'])
  await add('other.txt')
  await give('other.txt', ['minute'])
  t.equal((await found('annual rep', { per_page: 50 })).names.length, 50)
  t.same((await found('minute rep')).names, ['short.txt'])
})
