import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

t.test('A31: the type is detected by the whole start of a file, however short its first chunk is', async (t) => {
  const { chunk, person, platform } = await testUploads(t)
  const me = await person()
  const sendAfter = async (firstBytes: number) => {
    const fields = { name: 'a.txt', upload_id: randomUUID(), total_size: png.length }
    const first = { ...fields, offset: 0, is_last_chunk: false }
    t.equal((await chunk(me, first, png.subarray(0, firstBytes))).status, 200)
    return chunk(me, { ...fields, offset: firstBytes, is_last_chunk: true }, png.subarray(firstBytes))
  }
  t.match(await sendAfter(1), { status: 201, body: { data: { attributes: { mimetype: 'image/png', kind: 'image' } } } })
  await platform.settings.set({ mimetypes_blacklist: ['png'] })
  for (const firstBytes of [1, 20])
    t.match(await sendAfter(firstBytes), { status: 422, body: { code: 'file-type-not-allowed' } })
})
