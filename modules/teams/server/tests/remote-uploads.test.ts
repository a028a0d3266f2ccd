import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { remoteUploadTest } from '../../../../tests/support/remote-uploads.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import { type CreatedItem, teamWith } from '../../../../tests/support/teams.ts'
import { buildZip } from '../../../../tests/support/zip-builder.ts'
import type { Operation } from '../../../storage/contract.ts'
import type { RemoteBatch } from '../../../storage/remote-upload/contract.ts'

const { source, app, db, begin, urlsOf, ended } = await remoteUploadTest(t)

/** A member's remote upload whose only URL failed. */
const failedBatch = async (path: string) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const batch = (await begin(ann, [source.url(path)], team.id)).body.data.id
  t.match(await ended(batch), [{ failure_reason: 'not-found' }])
  return { ann, batch, retry: () => ann.client.post(`/api/upload/remote/${batch}/retry`, {}) }
}
/** Ends the membership without its events, which cancel the uploads a moment later. */
const endMembership = ({ id }: Actor) => db.query('delete from team_members where user_id = $1', [id])

t.test('teams: a retried remote upload stores nothing after the membership has ended', async (t) => {
  const { ann, batch, retry } = await failedBatch('/later.bin')
  const file: { size: number; holdAt?: number } = { size: 4_000_000, holdAt: 2_000_000 }
  source.files.set('/later.bin', file)
  t.equal((await retry()).status, 200)
  t.match(await db.query('select access_grant from remote_batches where id = $1', [batch]), [
    { access_grant: { kind: 'team', user: ann.id } },
  ])
  await poll(async () => ((await urlsOf(batch))[0]?.received_bytes ?? 0) > 0)
  await endMembership(ann)
  delete file.holdAt
  t.match(await ended(batch), [{ status: 'failed' }])
})

t.test(
  'teams: a suspended member’s remote upload stores nothing, also where the suspension is not known yet',
  async (t) => {
    const [owner, ann] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[ann, 'can_edit']])
    const file: { size: number; holdAt?: number } = { size: 4_000_000, holdAt: 2_000_000 }
    source.files.set('/spam.bin', file)
    const batch = (await begin(ann, [source.url('/spam.bin')], team.id)).body.data.id
    await poll(async () => ((await urlsOf(batch))[0]?.received_bytes ?? 0) > 0)
    // Without its event.
    await db.query(`update users set status = 'suspended' where id = $1`, [ann.id])
    delete file.holdAt
    t.match(await ended(batch), [{ status: 'failed', failure_reason: 'forbidden' }])
    t.strictSame(await db.query('select 1 from items where parent_id = $1', [team.id]), [])
  },
)

t.test('teams: a former member cannot retry a remote upload', async (t) => {
  const { ann, batch, retry } = await failedBatch('/never.bin')
  await endMembership(ann)
  t.match(await retry(), { status: 403, body: { code: 'forbidden' } })
  t.match(await urlsOf(batch), [{ status: 'failed' }])
})

t.test('teams: a remote upload names its folder for as long as that is in the team folder', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const plans = await makeFolder(owner, 'Plans', team.id)
  const batch = (await begin(ann, [source.url('/none.bin')], plans)).body.data.id
  await ended(batch)
  const nameShown = async () => {
    const { body } = await ann.client.get<{ data: { data: RemoteBatch }[] }>('/api/upload/remote')
    return body.data.find(({ data }) => data.id === batch)?.data.attributes.parent_name
  }
  t.equal(await nameShown(), 'Plans')
  await owner.client.post('/api/move', { to_id: null, items: [{ id: plans, type: 'folder' }] })
  await owner.client.patch(`/api/rename/${plans}`, { name: 'Layoffs', type: 'folder' })
  t.equal(await nameShown(), null)
})

/** Uploads an archive into a folder of another account. Resolves with its id. */
const putArchive = async ({ client }: Actor, parent_id: string, bytes: Buffer): Promise<string> => {
  const fields = { name: 'a.zip', parent_id, upload_id: randomUUID(), offset: '0', total_size: `${bytes.length}` }
  const answer = await client.fetch(`/api/upload/chunks?${new URLSearchParams({ ...fields, is_last_chunk: 'true' })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return ((await answer.json()) as CreatedItem).data.id
}

t.test('teams: a member extracts beside the archive, the owner pays, and it ends with the membership', async (t) => {
  const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ])
  const large = Buffer.alloc(2_000_000, 'x')
  const bytes = buildZip([
    { name: 'x/a.txt', content: 'a'.repeat(1_000), method: 8 },
    { name: 'large.txt', content: large, method: 8 },
  ])
  const item_id = await putArchive(editor, team.id, bytes)
  const extract = ({ client }: Actor) => client.post<{ data: Operation }>('/api/extract', { item_id })
  t.equal((await extract(viewer)).status, 403)
  const { body } = await extract(editor)
  const operation = async (id: string) =>
    (await editor.client.get<{ data: Operation }>(`/api/operations/${id}`)).body.data.attributes
  const done = await poll(
    () => operation(body.data.id),
    ({ state }) => state !== 'running',
  )
  t.match(done, { state: 'done', left_out: [] })
  t.match(await db.query('select parent_id, owner_id, creator_id from items where id = $1', [done.to_id]), [
    { parent_id: team.id, owner_id: owner.id, creator_id: editor.id },
  ])
  t.same(
    await db.query('select used_bytes as used, reserved_bytes as reserved from usage where user_id = $1', [owner.id]),
    [{ used: bytes.length + 1_000 + large.length, reserved: 0 }],
  )

  // The first extraction holds it for a moment after its end.
  const lock = await poll(() => app.coffer.platform.locks.tryAcquire(`extractions/${editor.id}`))
  const waiting = (await extract(editor)).body.data.id
  await endMembership(editor)
  lock?.release()
  await app.coffer.platform.jobs.runNow('extract-archives')
  t.match(
    await poll(
      () => operation(waiting),
      ({ state }) => state !== 'running',
    ),
    { state: 'failed', error: 'forbidden', to_id: null },
  )
})
