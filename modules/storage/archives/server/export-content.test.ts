import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { BlobError, type OpenBlob } from '../../../platform/index.ts'
import type { ExportedContent } from '../../../users/index.ts'
import { openExportedContent } from './export-content.ts'

let released = 0
const blobOf = (content: string, size = content.length, damagedFrom = Infinity): OpenBlob => ({
  size,
  read: async (into, position) => {
    if (position >= damagedFrom) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
    return Buffer.from(content).copy(into, 0, position, Math.min(content.length, damagedFrom))
  },
  release: () => {
    released += 1
  },
})
const storeOf = (blobs: Record<string, OpenBlob>) => ({
  open: async (key: string) => {
    const blob = blobs[key]
    if (!blob) throw new BlobError('missing')
    return blob
  },
})
const storedAt = (key: string, size: number) => ({ key, size, is_damaged: false })
const never = async () => t.fail('the row is not read again') as never
const missingPath = () => 'a.MISSING.txt'

t.test('export: a file that was replaced has its new content', async (t) => {
  const store = storeOf({ new: blobOf('newer') })
  const find = async () => storedAt('new', 5)
  const content = (await openExportedContent(store, storedAt('old', 3), find, missingPath)) as ExportedContent
  t.equal((await buffer(content.stream)).toString(), 'newer')
  t.equal(content.missing(), null)
})

t.test('export: a file that was deleted has no content, and is not missing', async (t) => {
  t.equal(await openExportedContent(storeOf({}), storedAt('old', 3), async () => null, missingPath), null)
})

t.test('export: a file that cannot be read to its end ends there and says so', async (t) => {
  for (const blob of [blobOf('0123456789', 10, 4), blobOf('0123', 10)]) {
    const content = (await openExportedContent(
      storeOf({ a: blob }),
      storedAt('a', 10),
      never,
      missingPath,
    )) as ExportedContent
    t.equal((await buffer(content.stream)).toString(), '0123')
    t.match(content.missing(), { path: 'a.MISSING.txt', error: { code: 'integrity' } })
  }
})

t.test('export: a store that is unreachable ends the export', async (t) => {
  const store = { open: async () => Promise.reject(new BlobError('unhealthy')) }
  await t.rejects(openExportedContent(store, storedAt('a', 1), never, missingPath), new BlobError('unhealthy'))
})

t.test('export: the content is released, also when it was not read', async (t) => {
  const before = released
  const content = (await openExportedContent(
    storeOf({ a: blobOf('abc') }),
    storedAt('a', 3),
    never,
    missingPath,
  )) as ExportedContent
  content.stream.destroy()
  await once(content.stream, 'close')
  t.equal(released, before + 1)
})
