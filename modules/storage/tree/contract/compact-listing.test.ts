import fc from 'fast-check'
import t from 'tap'
import { testItem } from '../client/test-items.ts'
import type { Listing } from './browse.ts'
import { compactListing, expandListing } from './compact-listing.ts'
import type { Item } from './item.ts'
import { extensionOf } from './limits.ts'

const meta = { root: null, path: [], paginate: { total: 0 } } as unknown as Listing['meta']
const listing = (items: Item[]): Listing => ({ data: items.map((data) => ({ data })), meta })
const onTheWire = (given: Listing) => JSON.parse(JSON.stringify(compactListing(given)))

/** A file as a link's visitor is shown it. */
const sharedFile = (id: string, name: string, version: string | null): Item => {
  const url = (size: string) => `/thumbnail/${size}/${id}?v=${version}&share=T`
  return testItem(id, {
    name,
    extension: extensionOf(name),
    file_url: `/file/${id}/${encodeURIComponent(name)}?share=T`,
    thumbnail: version === null ? null : { xs: url('xs'), sm: url('sm'), lg: url('lg'), xl: url('xl') },
    etag: `"${id}"`,
    created_at: `2026-01-01T00:00:${id}Z`,
    updated_at: new Date(1_767_225_600_000 - Number(id) * 987_654_321).toISOString(),
  })
}

t.test('compactListing: any listing comes back as it was', (t) => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const item = fc.oneof(
    fc
      .tuple(fc.nat(99), name, fc.option(fc.constantFrom('a1', 'b2')))
      .map(([id, text, version]) => sharedFile(String(id), text, version)),
    fc.tuple(fc.nat(99), name, fc.constantFrom(null, 'red'), fc.boolean()).map(([id, text, color, favorite]): Item => {
      const folder = testItem(String(id), { type: 'folder', name: text, color, emoji: { char: '🏝️' } })
      return { ...folder, relationships: favorite ? { favourites: { favourite: favorite }, shared: { id } } : {} }
    }),
    // URLs that do not follow from the name.
    fc.tuple(fc.nat(99), fc.webUrl(), name).map(([id, url, text]) =>
      testItem(String(id), {
        name: text,
        file_url: url,
        thumbnail: { xs: url, sm: '/thumbnail/sm/1?v=1', lg: '', xl: '' },
      }),
    ),
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      t.strictSame(expandListing(onTheWire(listing(items))), listing(items))
    }),
    { numRuns: 200 },
  )
  t.end()
})

t.test('compactListing: leaves out what follows from other fields and what all rows share', async (t) => {
  const items = Array.from({ length: 50 }, (_, at) => sharedFile(String(at), `Photo ${at}.jpg`, `v${at}`))
  const text = JSON.stringify(compactListing(listing(items)))
  t.notMatch(text, /\/file\/|\/thumbnail\//)
  t.equal(text.split('share=T').length, 2)
  t.ok(text.length * 4 < JSON.stringify(listing(items)).length, String(text.length))
})

t.test('compactListing: times are differences, texts that only look like times stay texts', async (t) => {
  const texts = [
    '2026-02-28T23:59:59.999Z',
    '2026-02-31T00:00:00.000Z',
    '2024-02-29T24:00:00.000Z',
    '0026-01-01T00:00:00.000Z',
  ]
  const namesOf = (names: string[]) => {
    const items = names.map((name, at) => testItem(String(at), { name }))
    t.strictSame(expandListing(onTheWire(listing(items))), listing(items), names.join())
    return compactListing(listing(items)).items.attributes.name
  }
  for (const text of texts) t.strictSame(namesOf([text, 'a']), { each: [text, 'a'] })
  t.strictSame(namesOf(['2024-02-29T12:30:05.120Z', '2024-02-29T12:30:06.121Z']), { times: [1_709_209_805_120, 1_001] })
  t.strictSame(namesOf(texts.slice(0, 2)), { each: texts.slice(0, 2) })
  t.strictSame(namesOf(texts.slice(2)), { each: texts.slice(2) })
  t.strictSame(namesOf([texts[0] as string, texts[3] as string]), {
    times: [Date.parse(texts[0] as string), Date.parse(texts[3] as string) - Date.parse(texts[0] as string)],
  })
})
