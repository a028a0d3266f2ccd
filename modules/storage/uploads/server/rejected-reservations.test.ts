import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { RawConnection } from '../../../../tests/support/connection.ts'
import { multipartOf } from '../../../../tests/support/multipart-body.ts'

const room = 4_000_000

t.test('D8, A28: a terminal rejection releases the reservation and the session in every form', async (t) => {
  const { url, person, platform, usage } = await testUploads(t, {
    canUpload: async () => ({ allowed: true, limit: room }),
  })
  const open = () => RawConnection.open(url)
  const send = async (user: string, fields: Record<string, string>, bytes: Buffer, form: 'before' | 'after' | null) => {
    const connection = await open()
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const file = { name: 'chunk', value: bytes, fileName: 'a.bin' }
    const { type, body } = multipartOf(form === 'after' ? [file, ...parts] : [...parts, file])
    const answer = await connection.send({
      path: form ? '/api/upload/chunks' : `/api/upload/chunks?${new URLSearchParams(fields)}`,
      headers: { 'x-test-user': user, 'content-type': form ? type : 'application/octet-stream' },
      body: form ? body : bytes,
    })
    connection.close()
    return answer?.status
  }
  const sessions = async (user: string) =>
    (await platform.db.query('select id from upload_sessions where owner_id = $1 and finished_at is null', [user]))
      .length
  for (const form of ['before', 'after', null] as const)
    for (const upload_id of [randomUUID(), null])
      for (const [label, status, bytes, fields] of [
        ['above the account', 423, 6_000_000, {}],
        ['bad name', upload_id ? 422 : null, 10, { name: 'a/b' }],
        ['empty', 422, 10, { total_size: '0' }],
      ] as [string, number | null, number, Record<string, string>][]) {
        if (status === null) continue
        const me = (await person()).ownerId
        const common = { name: 'a.bin', ...(upload_id ? { upload_id } : {}) }
        const name = `${label}, ${form ?? 'raw'}, ${upload_id ? 'with' : 'without'} upload_id`
        t.equal(await send(me, { ...common, is_last_chunk: 'false' }, Buffer.alloc(1_000), form), 200, name)
        t.equal(await sessions(me), 1)
        const next = { ...common, is_last_chunk: 'true', ...(upload_id ? { offset: '1000' } : {}), ...fields }
        t.equal(await send(me, next, Buffer.alloc(bytes, 1), form), status, name)
        t.equal(await sessions(me), 0, name)
        t.match(await usage({ ownerId: me } as Parameters<typeof usage>[0]), { reserved: 0 }, name)
      }
  t.same(readdirSync(join(platform.config.dataDir, 'staging')), [])
})
