import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { remoteUploadTest } from '../../../../tests/support/remote-uploads.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
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
