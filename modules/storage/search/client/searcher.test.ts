import t from 'tap'
import type { SearchQuery } from '../contract.ts'
import { noFilters, searchQueryOf } from './filters.ts'
import { highlightPieces } from './highlights.ts'
import { extractOperators, typedOperator } from './operators.ts'
import { createSearcher, type SearchResults } from './searcher.ts'

const noResults: SearchResults = { items: [], users: [], more: false, next: null, total: 0, complete: true }

t.test('searcher: drops overtaken results and aborts their call', async (t) => {
  const calls: { query: string | undefined; signal: AbortSignal; answer: (answer: SearchResults) => void }[] = []
  const searcher = createSearcher(
    ({ query }, signal) => new Promise((answer) => calls.push({ query, signal, answer })),
    0,
  )
  const ask = async (query: string) => {
    searcher.ask({ query } as SearchQuery)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await ask('a')
  await ask('ab')
  t.same(
    calls.map(({ query }) => query),
    ['a', 'ab'],
  )
  t.ok(calls[0]?.signal.aborted)
  calls[1]?.answer({ ...noResults, more: true })
  await new Promise(setImmediate)
  calls[0]?.answer(noResults)
  await new Promise(setImmediate)
  t.match(searcher.state, { status: 'ready', results: { more: true } })
  searcher.ask(null)
  t.match(searcher.state, { status: 'idle', results: null })
})

t.test('searcher: requests only the last of several quick inputs', async (t) => {
  const asked: (string | undefined)[] = []
  const searcher = createSearcher(async ({ query }) => {
    asked.push(query)
    throw new Error('no')
  }, 20)
  for (const query of ['a', 'ab', 'abc']) searcher.ask({ query })
  await new Promise((resolve) => setTimeout(resolve, 60))
  t.same(asked, ['abc'])
  t.equal(searcher.state.status, 'error')
})

t.test('searcher: appends further results; a failed call leaves those that are there', async (t) => {
  const asked: (string | undefined)[] = []
  const hit = (id: string) => ({ data: { id } }) as never
  let fails = false
  const searcher = createSearcher(async ({ query, cursor }) => {
    asked.push(`${query} ${cursor}`)
    if (fails) throw new Error('no')
    return cursor
      ? { ...noResults, items: [hit('b')], total: 2 }
      : { ...noResults, items: [hit('a')], total: 2, more: true, next: 'next' }
  }, 0)
  searcher.ask({ query: 'x' }, 'now')
  await new Promise((resolve) => setTimeout(resolve, 5))
  fails = true
  await searcher.more()
  t.match(searcher.state, { status: 'error', results: { items: [{ data: { id: 'a' } }] } })
  fails = false
  await searcher.more()
  await searcher.more()
  t.match(searcher.state, { status: 'ready', results: { more: false, next: null } })
  t.same(
    searcher.state.results?.items.map(({ data }) => data.id),
    ['a', 'b'],
  )
  t.same(asked, ['x undefined', 'x next', 'x next'])
})

t.test('filters: operators become chips when a space follows', (t) => {
  // A Thursday.
  const today = Date.parse('2026-01-08T12:00Z')
  const reader = { now: today, locale: 'de', zone: 'UTC', isFolderOpen: true }
  const extract = (text: string) => extractOperators(text, reader)
  t.same(extract('type:image'), { text: 'type:image', operators: {} })
  t.same(extract('type:image sun'), { text: 'sun', operators: { kind: 'image', extension: '' } })
  t.same(extract('type:PDF in:Clients after:monday plan'), {
    text: 'plan',
    operators: { kind: '', extension: 'pdf', inName: 'Clients', here: false, after: '2026-01-05', span: '' },
  })
  t.same(extract('in:"Client files" x'), { text: 'x', operators: { inName: 'Client files', here: false } })
  t.same(extract('after:Mittwoch before:heute x'), {
    text: 'x',
    operators: { after: '2026-01-07', span: '', before: '2026-01-08' },
  })
  t.same(extract('in:here before:2024 after:2023-05 size:>150mb x'), {
    text: 'x',
    operators: { here: true, inName: '', before: '2024-01-01', after: '2023-05-01', span: '', size: '100' },
  })
  const atRoot = extractOperators('in:here in:"here" type:pdf ', { ...reader, isFolderOpen: false })
  t.same(atRoot, { text: 'in:here in:"here" ', operators: { kind: '', extension: 'pdf' } }, 'no folder is open')
  t.same(extract('type:nonsense after:never a:b c '), { text: 'type:nonsense after:never a:b c ', operators: {} })
  for (const day of ['2024-13', '2024-31-12', '2024-00', '2024-02-30', '0000', '0999'])
    t.same(extract(`after:${day} before:${day} x`), { text: `after:${day} before:${day} x`, operators: {} }, day)
  t.same(searchQueryOf('x', { ...noFilters, extension: 'pdf', after: '2026-01-05' }, null, today, 'UTC'), {
    query: 'x',
    from: '2026-01-05T00:00:00.000Z',
    extension: 'pdf',
  })
  const now = Date.parse('2026-01-08T00:00:00Z')
  t.same(searchQueryOf('x', { ...noFilters, span: 'week', size: '10', here: true, kind: 'video' }, 'F', now, 'UTC'), {
    query: 'x',
    filter: 'video',
    from: '2026-01-01T00:00:00.000Z',
    min: 10_000_000,
    in: 'F',
  })
  t.same(searchQueryOf('x', { ...noFilters, people: true, kind: 'video' }, null, now, 'UTC'), {
    query: 'x',
    filter: 'users',
  })
  t.end()
})

t.test('filters: owner and sharing, complete and while they are typed', (t) => {
  const reader = { now: 0, locale: 'en', zone: 'UTC', isFolderOpen: false }
  const extract = (text: string) => extractOperators(text, reader)
  t.same(extract('owner:ME shared:Link plan'), {
    text: 'plan',
    operators: { owner: 'me', ownerName: '', shared: 'link' },
  })
  t.same(extract('owner:"Ada Lovelace" x'), { text: 'x', operators: { owner: 'Ada Lovelace', ownerName: '' } })
  for (const text of ['owner:"" x', 'owner:" " x', 'shared:all x', 'shared: x'])
    t.same(extract(text), { text, operators: {} }, text)
  t.same(extract('content:budget content:"Große Pläne" x'), { text: 'x', operators: { content: 'Große Pläne' } })
  t.same(searchQueryOf('x', { ...noFilters, content: 'a b' }, null, 0, 'UTC'), { query: 'x', content: 'a b' })
  t.same(searchQueryOf('', { ...noFilters, owner: 'me', ownerName: 'Me', shared: 'none' }, null, 0, 'UTC'), {
    owner: 'me',
    shared: 'none',
  })
  const typed = { name: 'owner', before: 'plan ' }
  t.same(typedOperator('plan owner:'), { ...typed, value: '', closed: 'plan ' })
  t.same(typedOperator('plan Owner:ad'), { ...typed, value: 'ad', closed: 'plan owner:"ad"' })
  t.same(typedOperator('plan owner:"Ada L'), { ...typed, value: 'Ada L', closed: 'plan owner:"Ada L"' })
  t.match(typedOperator('shared:li'), { name: 'shared', value: 'li', closed: '' })
  t.match(typedOperator('shared:LINK'), { closed: 'shared:"LINK"' })
  for (const text of ['', 'owner', 'owner:ada ', 'xowner:ada', 'owner:"Ada"', 'in:"a owner:ada'])
    t.equal(typedOperator(text), null, text)
  t.end()
})

t.test('filters: days are those of the account, whatever the zone of the device', (t) => {
  const device = process.env.TZ
  t.teardown(() => {
    if (device === undefined) delete process.env.TZ
    else process.env.TZ = device
  })
  for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
    process.env.TZ = zone
    const tokyo = 'Asia/Tokyo'
    // Thursday, 8 January at 01:00 in Tokyo.
    const now = Date.parse('2026-01-07T16:00Z')
    const reader = { now, locale: 'en', zone: tokyo, isFolderOpen: false }
    const { operators } = extractOperators('after:yesterday before:Thursday ', reader)
    t.match(operators, { after: '2026-01-07', before: '2026-01-08' }, zone)
    t.same(
      searchQueryOf('', { ...noFilters, ...operators }, null, now, tokyo),
      { from: '2026-01-06T15:00:00.000Z', to: '2026-01-07T15:00:00.000Z' },
      zone,
    )
    t.match(extractOperators('after:2026-03-29 ', reader), { operators: { after: '2026-03-29' } }, zone)
    // The night in which clocks go forward.
    const { from, to } = searchQueryOf(
      '',
      { ...noFilters, after: '2026-03-29', before: '2026-03-30' },
      null,
      now,
      'Europe/Berlin',
    )
    t.same([from, to], ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'], zone)
  }
  t.end()
})

t.test('filters: a quoted name becomes a chip when its closing quote and a space follow', (t) => {
  const extract = (text: string) =>
    extractOperators(text, { now: Date.now(), locale: 'en', zone: 'UTC', isFolderOpen: true })
  const chip = { inName: 'Client type:pdf files', here: false }
  const typed = 'in:"Client type:pdf files" x'
  for (let length = 0; length < typed.length - 2; length++) {
    const text = typed.slice(0, length)
    t.same(extract(text), { text, operators: {} }, text)
    // As the search reads a text that ends here.
    t.same(extract(`${text} `), { text: `${text} `, operators: {} }, `${text}, with a space`)
  }
  t.same(extract('in:"Client type:pdf files"'), { text: 'in:"Client type:pdf files"', operators: {} })
  t.same(extract('in:"Client type:pdf files" '), { text: '', operators: chip })
  t.same(extract('type:pdf in:"Client files" in:"Oth'), {
    text: 'in:"Oth',
    operators: { kind: '', extension: 'pdf', inName: 'Client files', here: false },
  })
  t.same(extract('in:"Client files"x y '), { text: 'in:"Client files"x y ', operators: {} })
  t.end()
})

t.test('highlights: match regardless of accents', (t) => {
  t.same(highlightPieces('Résumé 2024.pdf', 'resu 20'), [
    { text: 'Résu', hit: true },
    { text: 'mé ', hit: false },
    { text: '20', hit: true },
    { text: '24.pdf', hit: false },
  ])
  t.same(highlightPieces('Straße', 'strasse'), [{ text: 'Straße', hit: true }])
  t.same(highlightPieces('旅行照片', '照片'), [
    { text: '旅行', hit: false },
    { text: '照片', hit: true },
  ])
  t.same(highlightPieces('🎉 Party', 'party'), [
    { text: '🎉 ', hit: false },
    { text: 'Party', hit: true },
  ])
  t.same(highlightPieces('🎉 Party', '🎉'), [
    { text: '🎉', hit: true },
    { text: ' Party', hit: false },
  ])
  t.same(highlightPieces('plain', 'zzz'), [{ text: 'plain', hit: false }])
  t.end()
})
