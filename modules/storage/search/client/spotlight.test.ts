import t from 'tap'
import type { SearchQuery } from '../contract.ts'
import { noFilters, queryOf, startOfDay } from './filters.ts'
import { highlightPieces } from './highlights.ts'
import { extractOperators } from './operators.ts'
import { createSearcher, type SearchResults } from './searcher.ts'

const noResults: SearchResults = { items: [], users: [], more: false, total: 0, complete: true }

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

t.test('filters: operators become chips when a space follows', (t) => {
  // A Thursday.
  const today = new Date(2026, 0, 8, 12).getTime()
  const extract = (text: string) => extractOperators(text, today, 'de')
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
  t.same(extract('type:nonsense after:never a:b c '), { text: 'type:nonsense after:never a:b c ', operators: {} })
  for (const day of ['2024-13', '2024-31-12', '2024-00', '2024-02-30', '0000'])
    t.same(extract(`after:${day} before:${day} x`), { text: `after:${day} before:${day} x`, operators: {} }, day)
  t.same(queryOf('x', { ...noFilters, extension: 'pdf', after: '2026-01-05' }, null, today), {
    query: 'x',
    from: startOfDay('2026-01-05'),
    extension: 'pdf',
  })
  const now = Date.parse('2026-01-08T00:00:00Z')
  t.same(queryOf('x', { ...noFilters, span: 'week', size: '10', here: true, kind: 'video' }, 'F', now), {
    query: 'x',
    filter: 'video',
    from: '2026-01-01T00:00:00.000Z',
    min: 10_000_000,
    in: 'F',
  })
  t.same(queryOf('x', { ...noFilters, people: true, kind: 'video' }, null, now), { query: 'x', filter: 'users' })
  t.end()
})

t.test('filters: a quoted name becomes a chip when its closing quote and a space follow', (t) => {
  const extract = (text: string) => extractOperators(text, Date.now(), 'en')
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
  t.same(highlightPieces('plain', 'zzz'), [{ text: 'plain', hit: false }])
  t.end()
})
