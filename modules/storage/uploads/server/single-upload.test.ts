import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import type { Scope } from '../../index.ts'
import type { Item } from '../../tree/contract.ts'

const mebibyte = 1 << 20

t.test('D44: one call stores a file, with the checks of a first and last chunk', async (t) => {
  const { url, person, get, usage, platform } = await testUploads(t, {
    canUpload: async () => ({ allowed: true, limit: 40_000_000 }),
  })
  const me = await person()
  const post = async (scope: Scope | null, bytes: Uint8Array, fields: Record<string, string>, after = false) => {
    const form = new FormData()
    if (after) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'of the part.bin')
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (!after) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'of the part.bin')
    const headers: Record<string, string> = scope ? { 'x-test-user': scope.ownerId } : {}
    const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: (await answer.json()) as { data: Item; code?: string } }
  }
  let used = 0
  for (const size of [5, mebibyte + 1, 20 * mebibyte])
    for (const after of [false, true]) {
      if (size > mebibyte && after && used > 20 * mebibyte) continue
      const bytes = randomBytes(size)
      const { status, body } = await post(me, bytes, { path: `/Box ${size}/x.bin` }, after)
      t.equal(status, 201, `${size}`)
      const stored = await get(me, body.data.attributes.file_url ?? '/')
      t.ok(Buffer.from(await stored.arrayBuffer()).equals(bytes))
      used += size
    }
  t.same(await usage(me), { used, reserved: 0 })
  t.match(await post(me, randomBytes(5), { name: 'other.txt' }), {
    body: { data: { attributes: { name: 'other.txt' } } },
  })
  t.match(await post(me, randomBytes(5), {}), { body: { data: { attributes: { name: 'of the part.bin' } } } })
  const raw = await fetch(`${url}/api/upload?name=raw.bin`, {
    method: 'POST',
    headers: { 'x-test-user': me.ownerId, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(2 * mebibyte),
  })
  t.equal(raw.status, 201)
  t.match(await post(me, new Uint8Array(), {}), { status: 422, body: { code: 'empty-file' } })
  t.match(await post(me, randomBytes(5), { name: 'a/b' }), { status: 422, body: { code: 'name-forbidden-character' } })
  t.match(await post(me, randomBytes(5), { parent_id: randomUUID() }), {
    status: 404,
    body: { code: 'parent-not-found' },
  })
  t.match(await post(me, randomBytes(30 * mebibyte), {}), { status: 423, body: { code: 'quota-exceeded' } })
  t.equal((await post(null, randomBytes(5), {})).status, 401)
  await platform.settings.set({ upload_limit: 4.1 })
  t.equal((await post(me, randomBytes(4_100_000), {})).status, 201, 'exactly as large as a decimal limit')
  await platform.settings.set({ upload_limit: 2 })
  t.match(await post(me, randomBytes(3 * mebibyte), {}), { status: 413, body: { code: 'too-large' } })
  t.match(await usage(me), { reserved: 0 })
  t.same(await platform.db.query('select id from upload_sessions where finished_at is null'), [])
  t.same(readdirSync(join(platform.config.dataDir, 'staging')), [])
})
