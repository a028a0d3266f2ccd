import t from 'tap'
import { planOf } from '../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, seedUser, settle } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { boundsOf, boundsValues } from './bounds.ts'
import { candidatesOf, candidatesSql, latestChangedSql } from './candidates.ts'
import { contentCandidatesSql, fewCandidatesSql } from './contents/content-candidates.ts'
import { exactStepsSql, foldedStepSql } from './path-steps.ts'
import { areaOfScope } from './search-area.ts'
import { parseTerms, prefixTokens } from './tokens.ts'

t.test('plans: a search reads the search index only', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const sets of [0, 1, 5]) {
      const plan = await planOf(db, candidatesSql({ tokenSets: sets }))
      const scans = plan.match(/(Seq|Index|Index Only|Bitmap Index) Scan [^(]*/g) ?? []
      t.equal(scans.length, 1 + 2 * sets, `${sets} sets, statistics: ${statistics}`)
      if (!scans.every((scan) => scan.startsWith('Bitmap Index Scan on items_search_index'))) t.fail(plan)
    }
    t.match(
      await planOf(db, latestChangedSql({ hasTokens: true })),
      'items_search_index',
      'filters by kind or extension',
    )
    t.notMatch(
      await planOf(db, latestChangedSql({ hasTokens: false })),
      'Seq Scan on items',
      'filters by folder, time or size',
    )
  }
})

t.test('plans: a search of contents reads the words first, and then the files of each content', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 5_000)
  await db.query(
    `insert into blob_texts (blob_id, owner_id, status, created_at, words)
    select b.id, $1, 'ready', b.created_at, array_to_tsvector(array['word', 'n' || row_number() over ()]) from blobs b`,
    [me.ownerId],
  )
  const folder = await seedOneFolder(db, me.ownerId, 'folder')
  const bounds = boundsOf(await areaOfScope(db, me, folder, 1_000), {}, 'file')
  if (!bounds) throw new Error('no bounds')
  const explained = async (text: string, values: unknown[], options = '') => {
    const lines = await db.query<{ 'QUERY PLAN': string }>(`explain ${options} ${text}`, values)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }
  const scansOf = (plan: string) => plan.match(/(Seq|Index|Index Only|Bitmap Index) Scan [^(]*/g) ?? []
  const ids = (await db.query<{ id: string }>('select id from items limit 1000')).map(({ id }) => id)
  const bin = prefixTokens(parseTerms('bin'))
  const few = [
    { begin: 'folders', given: {}, tokens: [], index: /items_(parent|child_\w+)_index/, reads: 1 },
    { begin: 'ids', given: { ids }, tokens: [], index: /items_pkey/, reads: 1 },
    { begin: 'tokens', given: { parentIds: null }, tokens: bin, index: /items_search_index/, reads: 2 },
  ] as const
  const valuesOf = (given: object, tokens: unknown) => boundsValues({ ...bounds, ...given }).concat("'a'", [tokens])
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await db.query('vacuum (analyze) items, blobs, blob_texts')
    for (const { begin, given, tokens, index, reads } of few) {
      const text = fewCandidatesSql({ begin, ids: 'ids' in given })
      for (const plan of [await planOf(db, text), await explained(text, valuesOf(given, tokens))]) {
        const read = (name: RegExp) => scansOf(plan).filter((scan) => name.test(scan)).length
        t.same([read(index), read(/blob_texts_pkey/), read(/./)], [reads, 1, reads + 1], plan)
      }
    }
    for (const hasFirst of [false, true]) {
      const text = contentCandidatesSql({ hasFirst })
      const words = hasFirst ? ["'a'", "'a'", "'a'"] : ["'a'", "'a'"]
      for (const plan of [await planOf(db, text), await explained(text, [...boundsValues(bounds), ...words])]) {
        const scans = scansOf(plan)
        t.equal(scans.length, hasFirst ? 5 : 4, plan)
        const expected = /^(Bitmap Index Scan on (blob_texts_words|items_blob_id)|Index Scan using items_blob_id)_index/
        for (const scan of scans) if (!expected.test(scan)) t.fail(plan)
        t.notMatch(plan, /parent_id = ANY/, 'folders are compared by their hash')
      }
    }
  }
  const run = await explained(fewCandidatesSql({ begin: 'tokens' }), valuesOf({ parentIds: null }, bin), '(analyze)')
  t.match(run, /CTE area(.|\n)*?Scan on items i.*never executed/, 'the sample tells that a token has many')
})

t.test('plans: the steps of a path read the index of names and that of the search only', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  const scansOf = (plan: string) => plan.match(/(Seq|Index|Index Only|Bitmap Index) Scan [^(]*on items[^ ]*/g) ?? []
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const exact = await planOf(db, exactStepsSql)
    t.same(scansOf(exact).length, 2, exact)
    if (!scansOf(exact).every((scan) => /Index Scan using items_name_unique/.test(scan))) t.fail(exact)
    const folded = await planOf(db, foldedStepSql)
    t.same(scansOf(folded), ['Bitmap Index Scan on items_search_index'], folded)
  }
})

t.test('plans: a search by owner or by links reads its rows and those with the words by two indexes', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000)
  const member = await seedUser(db)
  await db.query('update items set creator_id = $1 where get_byte(uuid_send(id), 0) = 0', [member])
  await settle(db)
  const area = await areaOfScope(db, me, null, 1_000)
  const idsOf = async (count: number) =>
    (await db.query<{ id: string }>('select id from items limit $1', [count])).map(({ id }) => id)
  /** The plan with these values: such statements are not prepared. */
  const planWith = async (part: object, words: string): Promise<string> => {
    const plans: string[] = []
    const explaining = {
      query: async (text: string, values: readonly unknown[], name?: string) => {
        t.equal(name, undefined)
        const lines = await db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
        return []
      },
    }
    const bounds = boundsOf({ ...area, ...part }, {}, 'file')
    const tokens = prefixTokens(parseTerms(words))
    if (bounds)
      await candidatesOf(explaining as never, bounds, {
        tokenSets: [tokens],
        nameTokens: [],
        latest: words === '',
      })
    return plans.join('\n')
  }
  for (const [part, index] of [
    [{ ids: await idsOf(10) }, 'items_pkey'],
    [{ ids: await idsOf(2_000) }, 'items_pkey'],
    [{ creatorIds: [member] }, 'items_foreign_creator_index'],
  ] as const) {
    const label = `${index}, ${Object.values(part)[0].length} ids`
    const withWords = await planWith(part, 'item 777')
    for (const read of [`Bitmap Index Scan on ${index}`, 'Bitmap Index Scan on items_search_index', 'BitmapAnd'])
      t.equal(withWords.split(read).length - 1, 3, `${label}: ${read}\n${withWords}`)
    const latest = await planWith(part, '')
    t.match(latest, new RegExp(`Scan (on|using) ${index}`), label)
    t.notMatch(`${withWords}${latest}`, 'Seq Scan on items', label)
  }
})
