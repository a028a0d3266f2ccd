import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { remoteUploadTest } from '../../../../tests/support/remote-uploads.ts'
import { acceptInvitation, createTeam, setMembers, teamWith } from '../../../../tests/support/teams.ts'

const { source, app, db, begin, urlsOf } = await remoteUploadTest(t)
const { events } = app.coffer.platform

/** Sends the first 10 bytes of a file into a folder of a team folder, and starts a fetch that stops half-way. */
const openIn = async ({ client }: Actor, team: { id: string }) => {
  const folder = await client.post<{ data: { id: string } }>('/api/create-folder', { name: 'Sub', parent_id: team.id })
  const id = randomUUID()
  const query = new URLSearchParams({
    name: 'open.bin',
    upload_id: id,
    offset: '0',
    total_size: '30',
    is_last_chunk: 'false',
    parent_id: folder.body.data.id,
  })
  const headers = { 'content-type': 'application/octet-stream' }
  const chunk = await client.fetch(`/api/upload/chunks?${query}`, { method: 'POST', headers, body: '0123456789' })
  if (chunk.status !== 200) throw new Error(`chunk: ${chunk.status}`)
  const path = `/${id}.bin`
  source.files.set(path, { size: 4_000_000, holdAt: 2_000_000 })
  return { id, path, parent: folder.body.data.id }
}

t.test(
  'teams: open uploads and fetches end with the right to edit their team folder, not by other changes',
  async (t) => {
    const [owner, ann] = [await signUp(app), await signUp(app)]
    const a = await teamWith(owner, [[ann, 'can_edit']], 'A')
    const b = await createTeam(owner, [[ann, 'can_edit']], 'B')
    const start = async () => {
      const { id, path, parent } = await openIn(ann, a)
      const batch = (await begin(ann, [source.url(path)], parent)).body.data.id
      await poll(async () => ((await urlsOf(batch))[0]?.received_bytes ?? 0) > 0)
      return { id, batch }
    }
    /** Number of open upload sessions and states of the URLs, once all handlers of a change have run. */
    const open = async ({ id, batch }: { id: string; batch: string }) => {
      await events.settled()
      const sessions = await db.query('select 1 from upload_sessions where id = $1 and finished_at is null', [id])
      return [sessions.length, (await urlsOf(batch)).map(({ status }) => status)]
    }
    const goesOn = [1, ['running']]
    const ended = [0, []]
    const first = await start()
    await acceptInvitation(b, ann)
    t.same(await open(first), goesOn, 'she joined another team folder of the owner')
    await setMembers(owner, b.id, [])
    t.same(await open(first), goesOn, 'she was removed from another one')
    await setMembers(owner, a.id, [{ id: ann.id, permission: 'can_view' }])
    t.same(await open(first), ended, 'she may not edit any more')
    await setMembers(owner, a.id, [{ id: ann.id, permission: 'can_edit' }])
    const second = await start()
    await setMembers(owner, a.id, [])
    t.same(await open(second), ended, 'she was removed')
  },
)

t.test('teams: work in a team folder within another one goes on while either permits to edit', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const outer = await teamWith(owner, [[ann, 'can_edit']], 'Outer')
  const inner = await teamWith(owner, [[ann, 'can_edit']], 'Inner')
  const moved = await owner.client.post('/api/move', { items: [{ id: inner.id, type: 'folder' }], to_id: outer.id })
  t.equal(moved.status, 200)
  const { id: upload, parent } = await openIn(ann, inner)
  await db.query(
    `insert into webdav_locks (token, item_id, owner_id, user_id, is_exclusive, is_deep, expires_at)
     values (gen_random_uuid(), $1, $2, $3, true, false, now() + interval '1 hour')`,
    [parent, owner.id, ann.id],
  )
  const open = async () => {
    await events.settled()
    const [row] = await db.query<{ uploads: number; locks: number }>(
      `select (select count(*) from upload_sessions where id = $1 and finished_at is null) as uploads,
         (select count(*) from webdav_locks where user_id = $2) as locks`,
      [upload, ann.id],
    )
    return [row?.uploads, row?.locks]
  }
  await setMembers(owner, inner.id, [{ id: ann.id, permission: 'can_view' }])
  t.same(await open(), [1, 1], 'the outer one permits it')
  await setMembers(owner, inner.id, [{ id: ann.id, permission: 'can_edit' }])
  await setMembers(owner, outer.id, [])
  t.same(await open(), [1, 1], 'the inner one permits it')
  await setMembers(owner, inner.id, [])
  t.same(await open(), [0, 0])
})
