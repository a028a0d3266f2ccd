import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { lockItems, waitsForLock } from '../../../../tests/support/locks.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import { invitationOf, sharedWith, teamWith, uploadText } from '../../../../tests/support/teams.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform

interface Moved {
  operation: string
}

/** A folder in a team folder, which its member has moved into another one by an operation. */
const movedByMember = async () => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const [item, to] = [await makeFolder(owner, 'Item', team.id), await makeFolder(owner, 'To', team.id)]
  const moved = await ann.client.post<Moved>('/api/move', { to_id: to, items: [{ id: item, type: 'folder' }] })
  t.equal(moved.status, 200, JSON.stringify(moved.body))
  return { ann, team, item, to, operation: moved.body.operation }
}
const parentOf = async (id: string) =>
  (await db.query<{ parent_id: string }>('select parent_id from items where id = $1', [id]))[0]?.parent_id

/** Begins work while a transaction that makes this change is not committed yet. */
const whileChanging = async <T>(sql: string, values: string[], work: () => Promise<T>): Promise<T> => {
  const { begun } = await db.transaction(async (tx) => {
    await tx.query(sql, values)
    const begun = work()
    await Promise.race([begun, waitsForLock(db)])
    return { begun }
  })
  return begun
}
const whileLowered = <T>({ id }: Actor, folderId: string, work: () => Promise<T>): Promise<T> =>
  whileChanging(
    `update team_members set permission = 'can_view' where folder_id = $1 and user_id = $2`,
    [folderId, id],
    work,
  )
const whileSuspended = <T>({ id }: Actor, work: () => Promise<T>): Promise<T> =>
  whileChanging(`update users set status = 'suspended' where id = $1`, [id], work)

t.test('teams: an undo racing a lowered permission changes nothing after it', async (t) => {
  const { ann, team, item, to, operation } = await movedByMember()
  const undo = () => ann.client.post(`/api/operations/${operation}/undo`)
  t.equal((await whileLowered(ann, team.id, undo)).status, 403)
  t.equal(await parentOf(item), to)
})

t.test('teams: a batch of a background operation racing a lowered permission changes nothing after it', async (t) => {
  const { ann, team, item, to, operation } = await movedByMember()
  t.equal((await ann.client.post(`/api/operations/${operation}/undo`)).status, 202)
  t.equal(await parentOf(item), team.id)
  const [again] = await db.query<{ id: string }>(
    `insert into operations (kind, owner_id, actor_id, scope, input, target_folder_id, total, background)
     select kind, owner_id, actor_id, scope, input, target_folder_id, 1, true from operations where id = $1 returning id`,
    [operation],
  )
  await whileLowered(ann, team.id, () => jobs.runNow('operation', { id: again?.id }))
  t.match(await db.query('select state, error from operations where id = $1', [again?.id]), [
    { state: 'failed', error: 'forbidden' },
  ])
  t.not(await parentOf(item), to)
})

t.test('A53: calls and operations of a member racing the suspension change nothing in the team folder', async (t) => {
  const { ann, team, item, to, operation } = await movedByMember()
  const [again] = await db.query<{ id: string }>(
    `insert into operations (kind, owner_id, actor_id, scope, input, target_folder_id, total, background)
     select 'trash', owner_id, actor_id, scope, $2, null, 1, true from operations where id = $1 returning id`,
    [operation, { targets: { items: [{ id: item, type: 'folder' }] } }],
  )
  t.equal((await whileSuspended(ann, () => uploadText(ann, team.id, 'late.txt'))).status, 403)
  await jobs.runNow('operation', { id: again?.id })
  t.match(await db.query('select state, error from operations where id = $1', [again?.id]), [
    { state: 'failed', error: 'forbidden' },
  ])
  t.strictSame(await db.query('select name from items where parent_id = $1', [team.id]), [{ name: 'To' }])
  t.strictSame(await db.query('select trashed_at from items where id = $1', [item]), [{ trashed_at: null }])
  t.equal(await parentOf(item), to)
})

t.test('teams: a member’s small file racing a move out of the team folder is not stored', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const inner = await makeFolder(owner, 'Inner', team.id)
  const { begun } = await db.transaction(async (tx) => {
    await lockItems(tx, owner.id)
    await tx.query('update items set parent_id = null where id = $1', [inner])
    const begun = uploadText(ann, inner, 'late.txt')
    await Promise.race([begun, waitsForLock(db)])
    return { begun }
  })
  t.match(await begun, { status: 404 })
  t.strictSame(await db.query('select 1 from items where parent_id = $1', [inner]), [])
})

t.test('A17: members neither see nor change the team folder of a suspended owner; it returns with them', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const { id } = (await uploadText(owner, team.id, 'notes.txt')).body.data
  const invitations = [{ type: 'invitation', email: bob.email, permission: 'can_view' }]
  t.equal((await owner.client.patch(`/api/teams/folders/${team.id}`, { changes: { invitations } })).status, 200)
  const invitation = await invitationOf(app, team, bob)
  const {
    teams,
    users: { suspensions },
  } = app.coffer
  const statuses = async () => {
    const answers = [
      await ann.client.get(`/api/items/${id}`),
      await ann.client.get(`/api/teams/shared-with-me/${team.id}`),
      await ann.client.fetch(`/file/${id}`),
      await ann.client.patch(`/api/rename/${id}`, { name: 'renamed.txt', type: 'file' }),
      await uploadText(ann, team.id, `${randomUUID()}.txt`),
      await bob.client.get(`/api/teams/invitations/${invitation}`),
    ]
    const notified = (await teams.openInvitations([invitation])).size + (await teams.invitationsTo(bob)).length
    return [...answers.map(({ status }) => status), (await sharedWith(ann)).length, notified]
  }
  const open = [200, 200, 200, 200, 201, 200, 1, 2]
  t.strictSame(await statuses(), open)
  await suspensions.suspend([owner.id], null, { actorId: null })
  await eventually(t, statuses, [404, 404, 404, 404, 404, 404, 0, 0])
  await suspensions.reactivate([owner.id], { actorId: null })
  await eventually(t, statuses, open)
})
