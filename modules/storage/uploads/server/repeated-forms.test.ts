import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type ChunkResponse, testUploads } from '../../../../tests/support/chunks.ts'
import { multipartOf } from '../../../../tests/support/multipart-body.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { sendUnfinished } from '../../../../tests/support/unfinished-forms.ts'

const bytes = randomBytes(19_500_000)
const size = 6_000_000
const total = { total_size: String(bytes.length) }

/**
 * An account with a quota of 20 MB, and functions that send chunk `n` of `bytes` as a form, fields before or after the file.
 */
const nearlyFull = async (t: Test) => {
  const uploads = await testUploads(t, { canUpload: async () => ({ allowed: true, limit: 20_000_000 }) })
  const me = await uploads.person()
  const url = `${uploads.url}/api/upload/chunks`
  const headers = { 'x-test-user': me.ownerId }
  const send = async (n: number, fields: Record<string, string>, fieldsFirst = true, content = bytes) => {
    const piece = content.subarray(n * size, (n + 1) * size)
    const all = { name: 'a.bin', is_last_chunk: String(n === 3), ...fields }
    const parts = Object.entries(all).map(([name, value]) => ({ name, value }))
    const file = { name: 'chunk', value: piece, fileName: 'a.bin' }
    const { type, body } = multipartOf(fieldsFirst ? [...parts, file] : [file, ...parts])
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: new Uint8Array(body),
    })
    return { status: answer.status, body: await answer.json() } as ChunkResponse
  }
  const staged = () => readdirSync(join(uploads.platform.config.dataDir, 'staging'))
  return { ...uploads, me, url, headers, send, staged }
}

for (const fieldsFirst of [true, false])
  t.test(
    `D9: each repeated form is acknowledged near the quota, fields ${fieldsFirst ? 'first' : 'last'}`,
    async (t) => {
      const { send, me, usage, bytesOf, staged } = await nearlyFull(t)
      const upload_id = randomUUID()
      const sendAt = (n: number) => send(n, { ...total, upload_id, offset: String(n * size) }, fieldsFirst)
      for (const n of [0, 1, 2])
        for (const attempt of ['first', 'repeat'])
          t.match(
            await sendAt(n),
            { status: 200, body: { data: { attributes: { offset: (n + 1) * size } } } },
            `${attempt} ${n}`,
          )
      const stored = await sendAt(3)
      t.equal(stored.status, 201)
      t.match(await sendAt(3), { status: 201, body: { data: { id: stored.body.data?.id } } }, 'the last chunk')
      t.match(await sendAt(2), { status: 200 }, 'a former chunk of the finished upload')
      t.ok((await bytesOf(me, stored)).equals(bytes))
      t.same(await usage(me), { used: bytes.length, reserved: 0 })
      t.same(staged(), [])
    },
  )

for (const fieldsFirst of [true, false])
  for (const withId of [true, false])
    t.test(
      `D40: the same without ${withId ? 'offset' : 'upload_id'}, fields ${fieldsFirst ? 'first' : 'last'}`,
      async (t) => {
        const { send, me, usage, bytesOf } = await nearlyFull(t)
        const fields = withId ? { ...total, upload_id: randomUUID() } : total
        for (const n of [0, 1, 2])
          for (const attempt of ['first', 'repeat'])
            t.match(
              await send(n, fields, fieldsFirst),
              { status: 200, body: { data: { attributes: { offset: (n + 1) * size } } } },
              `${attempt} ${n}`,
            )
        const stored = await send(3, fields, fieldsFirst)
        t.equal(stored.status, 201)
        t.match(await send(3, fields, fieldsFirst), { status: 201, body: { data: { id: stored.body.data?.id } } })
        t.ok((await bytesOf(me, stored)).equals(bytes))
        t.match(await send(3, total, fieldsFirst, randomBytes(bytes.length)), { status: 423 }, 'other bytes')
        t.same(await usage(me), { used: bytes.length, reserved: 0 })
      },
    )

t.test('A28: without its size, a repeated form near the quota does not end the upload', async (t) => {
  const { send, me, usage } = await nearlyFull(t)
  for (const n of [0, 1, 2]) t.equal((await send(n, {})).status, 200)
  t.match(await send(2, {}), { status: 422, body: { code: 'ambiguous-chunk' } })
  t.equal((await send(3, {})).status, 201)
  t.same(await usage(me), { used: bytes.length, reserved: 0 })
})

t.test('a form that has no room beside a broken one of the same upload does not end it', async (t) => {
  const { send, me, url, headers, usage, bytesOf, staged } = await nearlyFull(t)
  const upload_id = randomUUID()
  const sendAt = (n: number) => send(n, { ...total, upload_id, offset: String(n * size) })
  for (const n of [0, 1]) t.equal((await sendAt(n)).status, 200)
  const fields = { name: 'a.bin', is_last_chunk: 'false', ...total, upload_id, offset: String(2 * size) }
  const silent = sendUnfinished(url, headers, fields, { size, announced: true })
  await poll(async () => staged().length === 2)
  t.match(await sendAt(2), { status: 409, body: { code: 'upload-busy' } })
  silent.breakOff()
  await poll(async () => (await sendAt(2)).status === 200)
  const stored = await sendAt(3)
  t.equal(stored.status, 201)
  t.ok((await bytesOf(me, stored)).equals(bytes))
  t.same(await usage(me), { used: bytes.length, reserved: 0 })
})
