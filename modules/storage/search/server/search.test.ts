import t from 'tap'
import { searchStorage } from '../../../../tests/support/search.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { errorWithStatus } from '../../../../tests/support/storage.ts'
import { foldText } from '../../../shared/contract.ts'
import type { FoundItems } from '../contract.ts'
import { parseTerms, prefixTokens } from './tokens.ts'

t.test(
  'search: matches prefixes, infixes and misspelled words in any script, ignoring case, accents and letter forms',
  async (t) => {
    const { names, add, platform, me } = await searchStorage(t)
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
      'Anna’s annual report.docx',
      'Les ‹clés› d’Élise.txt',
      'photo🌴beach.jpg',
    ]
    for (const name of all) await add(name)
    await seedOneFolder(platform.db, me.ownerId, 'Holiday plans')
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
    await finds('beach', 'photo🌴beach.jpg')
    await finds('photo', 'photo🌴beach.jpg')
    for (const query of ["anna's report", 'Anna’s', '"annual report"', '“annual” anna`s', '«annual report»'])
      t.same(await names(query), ['Anna’s annual report.docx'], query)
    await finds("«clés» d'élise", 'Les ‹clés› d’Élise.txt')
    t.same(await names('"'), [], 'quotation marks alone name nothing')
    t.same(await names('100%'), ['100% sure.txt'], 'A62: a per cent sign is one')
    t.same(await names('%'), ['100% sure.txt'], 'A62')
    t.same(await names('\\'), [], 'A62')
    t.same(await names('a_b'), ['a_b.txt'], 'A62: an underscore is no wildcard')
    t.same(await names('_'), [], 'separators alone name nothing')
    t.same(await names('  '), [])
    t.same(await names('qqqqzzzz'), [])
    t.same(await names("'; drop table items; --"), [], 'A62')
    t.same(await names('nul\u0000byte'), [])
  },
)

t.test(
  'search: tolerates one misspelled word of several, even when another name contains the misspelling',
  async (t) => {
    const { names, add } = await searchStorage(t)
    for (const name of [
      'kitchen budget 2024.xlsx',
      'garden budget.xlsx',
      'bugdet.txt',
      'kitchen plans for the holiday.odt',
    ])
      await add(name)
    t.same(await names('kitchne budget'), ['kitchen budget 2024.xlsx'], 'a word that no name has')
    t.same(await names('budget kitchne 2024'), ['kitchen budget 2024.xlsx'])
    t.same(await names('kitchen bugdet'), ['kitchen budget 2024.xlsx'], 'each word is in some name')
    t.same(await names('kitchen holliday plans'), ['kitchen plans for the holiday.odt'])
    t.same(await names('kitchne bugdit'), [], 'two misspelled words are too many')
  },
)

t.test('search: database and browser fold text alike', async (t) => {
  const { platform } = await searchStorage(t)
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
    for (const token of prefixTokens(parseTerms(foldText(text))))
      t.ok(tokens?.tokens.includes(token), `${text}: [${token}]`)
  }
})

t.test('search: best hits first, three folders and three files, further pages by cursor', async (t) => {
  const { find, add, platform, me } = await searchStorage(t)
  for (let n = 1; n <= 5; n++) await seedOneFolder(platform.db, me.ownerId, `plan ${n}`)
  for (let n = 1; n <= 60; n++) await add(`some plan ${n}.txt`)
  await add('plan.txt')
  const short = await find('plan', { per_page: undefined })
  t.same(
    short.data.map(({ data }) => data.type),
    ['folder', 'folder', 'folder', 'file', 'file', 'file'],
  )
  t.equal(short.data[3]?.data.attributes.name, 'plan.txt')
  t.match(short.meta, { more: true, total: 66, complete: true })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page: FoundItems = await find('plan', { per_page: 20, ...(cursor ? { cursor } : {}) })
    seen.push(...page.data.map(({ data }) => data.id))
    cursor = page.meta.next_cursor
  } while (cursor)
  t.equal(new Set(seen).size, 66)
  t.equal(seen.length, 66)
  await t.rejects(find('plan', { cursor: 'x' }), errorWithStatus(422))
})

t.test('search: a word of thousands of names, most of them in the trash', async (t) => {
  const { find, add, platform, storage, me } = await searchStorage(t)
  const { db } = platform
  const heap = await seedOneFolder(db, me.ownerId, 'heap')
  await seedFolder(db, me.ownerId, 6_000, { parent: heap, prefix: 'common ' })
  await add('common and alive.txt')
  const sample = await find('common')
  t.ok(sample.data.length >= 20, 'the sample answers')
  t.equal(sample.meta.complete, false, 'it does not count them all')
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

t.test('search: an extension leaves out folders and other files', async (t) => {
  const { names, add, platform, me } = await searchStorage(t)
  await seedOneFolder(platform.db, me.ownerId, 'report.pdf')
  for (const name of ['report 1.pdf', 'report 2.PDF', 'report pdf', 'report.pdf.txt']) await add(name)
  t.same((await names('report', { extension: 'Pdf' })).sort(), ['report 1.pdf', 'report 2.PDF'])
})

t.test('search: takes few statements whatever it finds', async (t) => {
  const { names, add, platform } = await searchStorage(t)
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
  for (const [word, most] of Object.entries({ zanzibar: 8, qqzzxx: 8, z: 4 })) {
    asked.length = 0
    await names(word)
    t.ok(asked.length > 2 && asked.length <= most, `${word}: ${asked.length}`)
  }
})

t.test('A71: long and unusual queries find nothing and do not fail', async (t) => {
  const { names } = await searchStorage(t)
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

t.test('search: by filters without a word, the latest changed first', async (t) => {
  const { find, add, platform, me } = await searchStorage(t)
  const clients = await seedOneFolder(platform.db, me.ownerId, 'Clients')
  const deep = await seedOneFolder(platform.db, me.ownerId, 'Contracts', clients)
  const gone = await seedOneFolder(platform.db, me.ownerId, 'Old')
  await add('a.pdf', { parent_id: clients, modified_at: '2026-01-01' })
  await add('b.pdf', { parent_id: deep, modified_at: '2026-03-01' })
  await add('c.png', { parent_id: deep, kind: 'image', modified_at: '2026-02-01' })
  await add('d.pdf', { modified_at: '2026-04-01' })
  await add('pdf notes.txt', { parent_id: clients })
  await add('e.pdf', { parent_id: gone })
  await platform.db.query('update items set trashed_at = now() where id = $1', [gone])
  const names = async (filters: Parameters<typeof find>[1]) => {
    const { data, meta } = await find(undefined, filters)
    t.equal(meta.total, data.length)
    return data.map(({ data }) => data.attributes.name)
  }
  t.same(await names({ extension: 'pdf' }), ['d.pdf', 'b.pdf', 'a.pdf'])
  t.same(await names({ extension: 'pdf', in: clients }), ['b.pdf', 'a.pdf'])
  t.same(await names({ filter: 'image' }), ['c.png'])
  t.same(await names({ in: deep }), ['b.pdf', 'c.png'])
  t.same(await names({ filter: 'folder', in: clients }), ['Contracts'])
  t.same(await names({ from: '2026-02-15', to: '2026-03-15', extension: 'pdf' }), ['b.pdf'])
  await t.rejects(find(undefined), { code: 'validation-failed' })
  t.same(await names({ to: '0001-01-01' }), [])
  for (const given of [{ from: '0000-01-01' }, { to: '0000-12-31' }, { to: '9999-12-31T23:59:00-14:00' }])
    await t.rejects(find(undefined, given), { code: 'validation-failed' }, 'PostgreSQL has no such year')
})
