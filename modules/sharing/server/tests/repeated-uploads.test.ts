import { randomBytes, randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { makeFileRequest, sendChunk } from '../../../../tests/support/file-requests.ts'
import type { PublicFileRequest } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const bytes = Buffer.from(randomBytes(3_000))

const receivedOf = async (client: Client, token: string) =>
  (await client.get<{ data: PublicFileRequest }>(`/api/file-request/${token}`)).body.data.attributes.received

t.test('D9: the last file that a request takes is answered again, also after its terms have changed', async (t) => {
  const { token } = await makeFileRequest(owner, { max_files: 1 })
  const uploader = anonymous(app)
  const upload_id = randomUUID()
  const send = (fields = {}) => sendChunk(uploader, token, 'a.mp3', bytes, { upload_id, ...fields })
  const first = await send()
  t.equal(first.status, 201)
  const again = async (label: string) =>
    t.match(await send(), { status: 201, body: { data: { id: first.body.data.id } } }, label)
  await again('a repeat')
  for (const terms of [{ accepted_types: ['image'] }, { max_file_size: 100 }]) {
    t.equal((await owner.client.patch(`/api/file-request/${token}`, terms)).status, 200)
    await again(JSON.stringify(terms))
  }
  t.match(await send({ upload_id: randomUUID() }), { status: 413, code: 'request-file-too-large' }, 'another file')
  await owner.client.patch(`/api/file-request/${token}`, { max_file_size: null, accepted_types: null })
  t.match(await send({ upload_id: randomUUID() }), { status: 422, code: 'file-limit-reached' })
  t.equal(await receivedOf(uploader, token), 1)
})

t.test('D9: the same without upload_id, in several chunks', async (t) => {
  const { token } = await makeFileRequest(owner, { max_files: 1 })
  const uploader = anonymous(app)
  await uploader.get('/api/csrf')
  const send = async (from: number, to: number, name = 'b.bin') => {
    const fields = { name, total_size: String(bytes.length), is_last_chunk: String(to === bytes.length) }
    const answer = await uploader.fetch(`/api/file-request/${token}/upload/chunks?${new URLSearchParams(fields)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes.subarray(from, to),
    })
    return { status: answer.status, body: (await answer.json()) as { data?: { id: string } } }
  }
  for (const attempt of ['first', 'repeat']) t.match(await send(0, 2_000), { status: 200 }, attempt)
  const stored = await send(2_000, 3_000)
  t.equal(stored.status, 201)
  t.match(await send(2_000, 3_000), { status: 201, body: { data: { id: stored.body.data?.id } } })
  t.match(await send(0, 2_000, 'c.bin'), { status: 422, body: { code: 'file-limit-reached' } }, 'another file')
  t.equal(await receivedOf(uploader, token), 1)
})
