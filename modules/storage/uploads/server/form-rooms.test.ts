import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { multipartOf } from '../../../../tests/support/multipart-body.ts'
import type { Scope } from '../../index.ts'

/** Sends a chunk as a form; resolves with its status. */
const sendForm = async (url: string, { ownerId }: Scope, fields: Record<string, string>, bytes: Buffer) => {
  const { type, body } = multipartOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'chunk', value: bytes, fileName: 'x.bin' },
  ])
  const headers = { 'x-test-user': ownerId, 'content-type': type }
  return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status
}

t.test('A28: what an upload has reserved is free for its own chunks', async (t) => {
  const { url, person, usage } = await testUploads(t, { canUpload: async () => ({ allowed: true, limit: 10_000_000 }) })
  const me = await person()
  const fields = { name: 'x.bin', upload_id: randomUUID(), total_size: '9000000' }
  const chunks = [
    { offset: '0', is_last_chunk: 'false' },
    { offset: '3000000', is_last_chunk: 'false' },
    { offset: '6000000', is_last_chunk: 'true' },
  ]
  const statuses = []
  for (const chunk of chunks)
    statuses.push(await sendForm(`${url}/api/upload/chunks`, me, { ...fields, ...chunk }, Buffer.alloc(3_000_000, 'x')))
  t.same(statuses, [200, 200, 201])
  t.same(await usage(me), { used: 9_000_000, reserved: 0 })
})

t.test('A28: a form whose fields may choose between accounts has the room of the largest', async (t) => {
  const limits = new Map<string, number>()
  const canUpload = async (ownerId: string) => ({ allowed: true, limit: limits.get(ownerId) ?? 0 })
  const { url, person, storage } = await testUploads(t, { canUpload })
  const [me, owner] = [await person(), await person()]
  limits.set(me.ownerId, 1_000_000).set(owner.ownerId, 5_000_000)
  const { id } = await storage.api.folders.create(owner, { name: 'team' })
  const scope: Scope = { ...owner, root: id, actor: me.actor, permission: 'editor' }
  storage.api.scopes.add({
    mayHaveAny: async (userId) => userId === me.ownerId,
    find: async () => scope,
    all: async () => [scope],
    latest: async () => [scope],
  })
  const send = (fields: Record<string, string>, size: number) =>
    sendForm(`${url}/api/upload`, me, { name: 'x.bin', ...fields }, Buffer.alloc(size, 'x'))
  t.equal(await send({ parent_id: id }, 7_000_000), 423, 'no account has room')
  t.equal(await send({ parent_id: id }, 3_000_000), 201)
  t.equal(await send({}, 1_500_000), 423, 'the own account is full')
  t.equal(await send({}, 900_000), 201)
})
