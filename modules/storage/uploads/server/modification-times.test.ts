import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'

t.test('times before 1970 are kept, and pages of lists and searches go on after them', async (t) => {
  const { upload, person, storage } = await testUploads(t)
  const me = await person()
  const kept = [
    '2020-02-03T04:05:06.000Z',
    '1969-12-31T23:59:59.999Z',
    '1965-05-01T00:00:00.123Z',
    '1850-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
  ]
  for (const mtime of kept) {
    const answer = await upload(me, `scan ${mtime.slice(0, 4)}.txt`, Buffer.from('x'), { mtime })
    t.equal(answer.body.data?.attributes.modified_at, mtime)
  }
  const { browse, search } = storage.api
  for (const direction of ['ASC', 'DESC'] as const) {
    const listed: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { sort: 'updated_at' as const, direction, per_page: 1, ...(cursor && { cursor }) }
      const { data, meta } = await browse.folder(me, 'all', query)
      listed.push(...data.map(({ data }) => data.attributes.modified_at))
      cursor = meta.paginate.nextCursor
    }
    t.same(listed, direction === 'DESC' ? kept : kept.toReversed(), direction)
  }
  const found: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await search.find(me, { query: 'scan', per_page: 1, ...(cursor && { cursor }) })
    found.push(...data.map(({ data }) => data.attributes.modified_at))
    cursor = meta.next_cursor
  }
  t.same(found, kept)
  for (const mtime of ['0000-12-31T23:59:59.999Z', '-000001-01-01T00:00:00.000Z', '1965-13-01', 'yesterday']) {
    const answer = await upload(me, 'unknown.txt', Buffer.from('x'), { mtime })
    t.equal(answer.body.data?.attributes.modified_at, null, mtime)
  }
})
