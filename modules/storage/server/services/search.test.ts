import t from 'tap'
import { seedFolder, seedOneFolder, seedUser } from '../../../../tests/support/seed.ts'
import { refusal, scopeOf, testStorage, testStorageHttp } from '../../../../tests/support/storage.ts'
import type { Platform } from '../../../platform/index.ts'
import { type FoundItems, foldText, type SearchQuery } from '../../contract.ts'
import { addChildren } from '../counters.ts'
import type { Scope } from '../scope.ts'
import { beginnings, termsOf } from '../search/tokens.ts'
import { SearchIndex } from '../upkeep/search-index.ts'
import { Search } from './search.ts'

t.setTimeout(900_000)

const file = async (
  { db }: Platform,
  owner: string,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> => {
  const [blob] = await db.query<{ id: string }>(
    `insert into blobs (key, size, sha256, crc32, media_type) values (gen_random_uuid(), 1, sha256(''), 0, 'text/plain') returning id`,
  )
  const row = { parent_id: null, kind: 'document', size: 1, modified_at: null, ...more }
  const [made] = await db.query<{ id: string }>(
    `insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, modified_at)
     values ($1, $1, $2, false, $3, $4, $5, $6, $7) returning id`,
    [owner, row.parent_id, name.normalize('NFC'), row.kind, row.size, blob?.id, row.modified_at],
  )
  await addChildren(db, owner, row.parent_id, 1)
  return (made as { id: string }).id
}

const finder = async (t: Parameters<typeof testStorage>[0]) => {
  const test = await testStorage(t)
  const me = await test.person()
  const find = (query: string, more: Partial<SearchQuery> = {}, scope: Scope = me) =>
    test.storage.api.search.find(scope, { query, per_page: 50, ...more })
  const names = async (query: string, more: Partial<SearchQuery> = {}, scope?: Scope) =>
    (await find(query, more, scope)).data.map(({ data }) => data.attributes.name)
  return {
    ...test,
    me,
    find,
    names,
    add: (name: string, more?: Record<string, unknown>) => file(test.platform, me.payer, name, more),
  }
}

t.test('words from their start, within, misspelt; case, accents and form aside; any script', async (t) => {
  const { names, add, platform, me } = await finder(t)
  const all = [
    'Résumé 2024.pdf',
    'IMG_20240101_120000.jpg',
    'Quarterly-Report.docx',
    'vacationphotos.zip',
    'Отчёт за квартал.xlsx',
    'İSTANBUL ışıklar.png',
    '旅行照片.png',
    '写真.jpg',
    'فاتورة أحمد.pdf',
    'Straße nach Łódź.txt',
    'Ærø færge.txt',
    '한국어 문서.hwp',
    'ファイル.txt',
    'Ποίησις.txt',
    '100% sure.txt',
    '100 things.txt',
    'a_b.txt',
    'axb.txt',
    'R&D plan.odt',
  ]
  for (const name of all) await add(name)
  await seedOneFolder(platform.db, me.payer, 'Holiday plans')
  const finds = async (query: string, name: string) => t.ok((await names(query)).includes(name), `${query} → ${name}`)
  await finds('resume', 'Résumé 2024.pdf')
  await finds('RÉSUMÉ'.normalize('NFD'), 'Résumé 2024.pdf')
  await finds('résumé'.normalize('NFC'), 'Résumé 2024.pdf')
  await finds('2024', 'Résumé 2024.pdf')
  await finds('i', 'IMG_20240101_120000.jpg')
  await finds('im', 'IMG_20240101_120000.jpg')
  await finds('jp', 'IMG_20240101_120000.jpg')
  await finds('repo quart', 'Quarterly-Report.docx')
  await finds('photos', 'vacationphotos.zip')
  await finds('reprot', 'Quarterly-Report.docx')
  await finds('quarerly', 'Quarterly-Report.docx')
  await finds('vacatoinphotos', 'vacationphotos.zip')
  await finds('holliday', 'Holiday plans')
  await finds('отчет', 'Отчёт за квартал.xlsx')
  await finds('ОТЧ', 'Отчёт за квартал.xlsx')
  await finds('отчот', 'Отчёт за квартал.xlsx')
  await finds('istanbul', 'İSTANBUL ışıklar.png')
  await finds('İst', 'İSTANBUL ışıklar.png')
  await finds('ISIK', 'İSTANBUL ışıklar.png')
  await finds('旅', '旅行照片.png')
  await finds('照', '旅行照片.png')
  await finds('照片', '旅行照片.png')
  await finds('行照片', '旅行照片.png')
  await finds('真', '写真.jpg')
  await finds('فاتوره', 'فاتورة أحمد.pdf')
  await finds('احمد', 'فاتورة أحمد.pdf')
  await finds('strasse', 'Straße nach Łódź.txt')
  await finds('lodz', 'Straße nach Łódź.txt')
  await finds('aero', 'Ærø færge.txt')
  await finds('한국', '한국어 문서.hwp')
  await finds('문', '한국어 문서.hwp')
  await finds('イル', 'ファイル.txt')
  await finds('ποιησισ', 'Ποίησις.txt')
  await finds('r&d', 'R&D plan.odt')
  t.same(await names('100%'), ['100% sure.txt'], 'A62: a per cent sign is one')
  t.same(await names('%'), ['100% sure.txt'], 'A62')
  t.same(await names('\\'), [], 'A62')
  t.same(await names('a_b'), ['a_b.txt'], 'A62: an underscore is no wildcard')
  t.same(await names('_'), [], 'separators alone name nothing')
  t.same(await names('  '), [])
  t.same(await names('qqqqzzzz'), [])
  t.same(await names("'; drop table items; --"), [], 'A62')
  t.same(await names('nul\u0000byte'), [])
})

t.test('the database folds as the browser does', async (t) => {
  const { platform } = await finder(t)
  const texts = [
    'Résumé',
    'İIıi',
    'ОТЧЁТ Йод',
    'Straße ŁÓDŹ Ærø Œuvre Þing Đà',
    'Ποίησις Σ',
    'فاتُورَة أحمد ـــ ى ک',
    'ＦＵＬＬ ｗｉｄｔｈ ﬁ',
    'が ガ 한국어',
    'x\u0301y',
    '𝐁old',
    'שָׁלוֹם',
  ]
  for (const text of texts) {
    const [row] = await platform.db.query<{ folded: string }>('select search_fold($1) as folded', [text])
    t.equal(row?.folded, foldText(text), text)
    t.equal(foldText(foldText(text)), foldText(text), 'idempotent')
    const [tokens] = await platform.db.query<{ tokens: string[] }>('select search_tokens($1) as tokens', [
      foldText(text),
    ])
    for (const token of beginnings(termsOf(foldText(text)))) t.ok(tokens?.tokens.includes(token), `${text}: [${token}]`)
  }
})

t.test('only what the caller can open: nothing in the trash or under it, nothing of others', async (t) => {
  const { names, add, find, platform, storage, me, person } = await finder(t)
  const { db } = platform
  const outer = await seedOneFolder(db, me.payer, 'outer')
  const inner = await seedOneFolder(db, me.payer, 'inner treasure', outer)
  const deep = await seedOneFolder(db, me.payer, 'deep', inner)
  await add('treasure map.txt', { parent_id: deep })
  const gone = await add('treasure gone.txt')
  const other = await person()
  await file(platform, other.payer, 'treasure of another.txt')
  const found = await find('treasure')
  t.same(found.data.map(({ data }) => data.attributes.name).sort(), [
    'inner treasure',
    'treasure gone.txt',
    'treasure map.txt',
  ])
  const map = found.data.find(({ data }) => data.attributes.name === 'treasure map.txt')
  t.same(
    map?.meta.path.map(({ name }) => name),
    ['outer', 'inner treasure', 'deep'],
  )
  t.match(map?.data.relationships.parent, { data: { id: deep } })
  t.same(await names('treasure', {}, other), ['treasure of another.txt'])
  await storage.api.trash.remove(me, { items: [{ id: gone, type: 'file' }] })
  t.same((await names('treasure')).sort(), ['inner treasure', 'treasure map.txt'])
  await storage.api.trash.remove(me, { items: [{ id: outer, type: 'folder' }] })
  t.same(await names('treasure'), [], 'the ancestor is in the trash')
  t.same(await names('inner'), [])
  await storage.api.restore.restore(me, { items: [{ id: outer, type: 'folder' }] }, false)
  t.equal((await names('treasure')).length, 2, 'and back')
})

t.test('a tree of more folders than are listed is searched whole, and it alone', async (t) => {
  const { platform, storage, add, me } = await finder(t)
  const top = await seedOneFolder(platform.db, me.payer, 'top')
  let deepest = top
  for (let level = 0; level < 5; level += 1)
    deepest = await seedOneFolder(platform.db, me.payer, `level ${level}`, deepest)
  await add('note deep.txt', { parent_id: deepest })
  await add('note outside.txt')
  const visitor: Scope = { ...me, root: top, permission: 'visitor' }
  const search = new Search(platform.db, storage.api.searchIndex, 3)
  const names = async (query: Partial<SearchQuery>, scope: Scope) =>
    (await search.find(scope, { query: 'note', per_page: 50, ...query })).data.map(({ data }) => data.attributes.name)
  t.same(await names({}, visitor), ['note deep.txt'])
  t.same(await names({ in: top }, me), ['note deep.txt'])
  t.same((await names({}, me)).sort(), ['note deep.txt', 'note outside.txt'])
})

t.test('a scope with a root finds below it alone', async (t) => {
  const { names, add, platform, me } = await finder(t)
  const shared = await seedOneFolder(platform.db, me.payer, 'shared note')
  const below = await seedOneFolder(platform.db, me.payer, 'below note', shared)
  await add('note within.txt', { parent_id: below })
  await add('note outside.txt')
  const elsewhere = await seedOneFolder(platform.db, me.payer, 'elsewhere')
  await add('note elsewhere.txt', { parent_id: elsewhere })
  const visitor: Scope = {
    root: shared,
    payer: me.payer,
    actor: { userId: null, key: 'share:x' },
    permission: 'visitor',
  }
  t.same((await names('note', {}, visitor)).sort(), ['below note', 'note within.txt'])
  await t.rejects(names('note', { in: elsewhere }, visitor), refusal(404))
  t.same(await names('note', { in: below }), ['note within.txt'])
  await t.rejects(names('note', { in: below }, scopeOf(await seedUser(platform.db))), refusal(404))
})

t.test('kind, time and size narrow it down', async (t) => {
  const { names, add, platform, me } = await finder(t)
  await add('trip one.jpg', { kind: 'image', size: 100, modified_at: '2024-03-05T12:00:00Z' })
  await add('trip two.mp4', { kind: 'video', size: 5_000, modified_at: '2025-03-05T12:00:00Z' })
  await seedOneFolder(platform.db, me.payer, 'trip')
  t.same(await names('trip', { filter: 'image' }), ['trip one.jpg'])
  t.same(await names('trip', { filter: 'folder' }), ['trip'])
  t.same(await names('trip', { filter: 'audio' }), [])
  t.same(await names('trip', { to: '2025-01-01' }), ['trip one.jpg'])
  t.same(await names('trip', { from: '2025-01-01', filter: 'video' }), ['trip two.mp4'])
  t.same(await names('trip', { min: 1_000 }), ['trip two.mp4'])
  t.same(await names('trip', { max: 100 }), ['trip one.jpg'])
})

t.test('best first, three folders and three files, and on from a cursor', async (t) => {
  const { find, add, platform, me } = await finder(t)
  for (let n = 1; n <= 5; n++) await seedOneFolder(platform.db, me.payer, `plan ${n}`)
  for (let n = 1; n <= 60; n++) await add(`some plan ${n}.txt`)
  await add('plan.txt')
  const short = await find('plan', { per_page: undefined })
  t.same(
    short.data.map(({ data }) => data.type),
    ['folder', 'folder', 'folder', 'file', 'file', 'file'],
  )
  t.equal(short.data[3]?.data.attributes.name, 'plan.txt')
  t.ok(short.meta.more)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page: FoundItems = await find('plan', { per_page: 20, ...(cursor ? { cursor } : {}) })
    seen.push(...page.data.map(({ data }) => data.id))
    cursor = page.meta.next_cursor
  } while (cursor)
  t.equal(new Set(seen).size, 66)
  t.equal(seen.length, 66)
  await t.rejects(find('plan', { cursor: 'x' }), refusal(422))
})

t.test('a word that thousands of names have, most of them in the trash', async (t) => {
  const { find, add, platform, storage, me } = await finder(t)
  const { db } = platform
  const heap = await seedOneFolder(db, me.payer, 'heap')
  await seedFolder(db, me.payer, 6_000, { parent: heap, prefix: 'common ' })
  await add('common and alive.txt')
  t.ok((await find('common')).data.length >= 20, 'the sample answers')
  t.equal(
    (await find('common 5999')).data[0]?.data.attributes.name,
    'common 5999.bin',
    'and a rare one of them is found',
  )
  await storage.api.trash.remove(me, { items: [{ id: heap, type: 'folder' }] })
  t.same(
    (await find('common')).data.map(({ data }) => data.attributes.name),
    ['common and alive.txt'],
  )
})

t.test('a search takes few statements, whatever it finds', async (t) => {
  const { names, add, platform } = await finder(t)
  const { db } = platform
  await add('zanzibar.txt')
  const asked: (string | undefined)[] = []
  const query = db.query.bind(db)
  db.query = (text, values, name) => {
    asked.push(name ?? text)
    return query(text, values, name)
  }
  t.teardown(() => {
    db.query = query
  })
  for (const [word, most] of Object.entries({ zanzibar: 7, qqzzxx: 7, z: 4 })) {
    asked.length = 0
    await names(word)
    t.ok(asked.length > 2 && asked.length <= most, `${word}: ${asked.length}`)
  }
})

t.test('A71: long and odd queries are answered at once', async (t) => {
  const { names } = await finder(t)
  for (const query of [
    '@'.repeat(200),
    'a'.repeat(200),
    'ab '.repeat(66),
    '%_\\'.repeat(60),
    '照'.repeat(200),
    '‮\u0301'.repeat(90),
  ])
    t.same(await names(query), [])
})

t.test('over HTTP: its refusals, and people for admins only', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  await file(platform, me.payer, 'one.txt')
  t.equal((await call(null, 'GET', '/api/search?query=one')).status, 401)
  t.equal((await call(me, 'GET', '/api/search')).status, 422)
  t.equal((await call(me, 'GET', `/api/search?query=${'a'.repeat(201)}`)).status, 422)
  t.equal((await call(me, 'GET', '/api/search?query=one&filter=nonsense')).status, 422)
  t.equal((await call(me, 'GET', '/api/search?query=one&in=nowhere')).status, 422)
  t.equal((await call(me, 'GET', '/api/search?query=one&from=%27%20or%201=1')).status, 422)
  for (const odd of ['from=2026-99-99', 'to=2026-11-21T99:00:00Z', 'min=1e30'])
    t.equal((await call(me, 'GET', `/api/search?query=one&${odd}`)).status, 422, odd)
  t.match(await call(me, 'GET', '/api/search?query=one&filter=users'), {
    status: 403,
    body: { code: 'users-for-admins' },
  })
  t.match(await call(me, 'GET', '/api/search?query=on'), {
    status: 200,
    body: {
      data: [{ data: { type: 'file', attributes: { name: 'one.txt' } }, meta: { path: [] } }],
      meta: { more: false },
    },
  })
  await platform.db.query('drop index items_search_index')
  const fresh = new SearchIndex(platform.db)
  t.notOk(await fresh.ready())
  await fresh.make()
  t.ok(await fresh.ready(), 'made again beside the running server')
})
