import t from 'tap'
import { poll } from '../../../../tests/support/poll.ts'
import { memoryJournal } from './journal.ts'
import { type HttpRequest, noResponse } from './transport.ts'
import { createUploads } from './uploads.ts'

/** A file of three bytes that the browser reads as `text`. */
const fileOf = (name: string, text: string) =>
  Object.defineProperty(new File(['abc'], name), 'arrayBuffer', { value: () => new Blob([text]).arrayBuffer() })

t.test('a file that has another length when it is read fails alone, in whatever request it would be', async (t) => {
  const sent: string[] = []
  /** As the server: rejects a request whose body is not exactly its files. */
  const transport = async ({ url, body }: HttpRequest) => {
    if (url === '/api/config') return noResponse
    if (!(body instanceof ArrayBuffer)) return { status: 200, body: { conflicts: [] }, retryAfter: null }
    const all = Buffer.from(body)
    const head = Number(new URL(url, 'http://x').searchParams.get('head'))
    const fields = JSON.parse(all.toString('utf8', 0, head)) as { name: string; total_size: string }[]
    const bytes = fields.reduce((sum, { total_size }) => sum + Number(total_size), head)
    if (bytes !== all.length) return { status: 422, body: { code: 'invalid-chunk' }, retryAfter: null }
    sent.push(...fields.map(({ name }) => name))
    const files = fields.map(({ name }) => ({ status: 201, data: { id: name, attributes: { parent_id: null } } }))
    return { status: 200, body: { files }, retryAfter: null }
  }
  const tabs = { own: 'own', living: async () => new Set(['own']), close: () => {} }
  const uploads = createUploads({
    transport,
    tabs,
    journal: memoryJournal(),
    notify: () => {},
    checkPermission: false,
    backoff: { baseMs: 1, maxMs: 1 },
  })
  const files = Object.entries({ a: 'abc', log: 'abcd', b: 'abc', cut: 'ab', c: 'abc' })
  const selected = files.map(([name, text]) => ({ path: name, file: fileOf(name, text) }))
  await uploads.add({ files: selected, emptyFolders: [], unreadable: [] }, { id: null, name: 'Files' })
  const uploaded = () => uploads.groups().flatMap((group) => group.uploads)
  await poll(() => uploaded().every(({ status }) => status === 'done' || status === 'failed'))
  t.same(sent.sort(), ['a', 'b', 'c'])
  t.same(
    uploaded().flatMap(({ name, failure }) => (failure ? [[name, failure.code]] : [])),
    [
      ['log', 'unreadable'],
      ['cut', 'unreadable'],
    ],
  )
})
