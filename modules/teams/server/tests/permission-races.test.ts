import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, createAccount, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { type DavOptions, davOf, sharedPath, to } from '../../../../tests/support/dav.ts'
import { lockItems, waitsForLock } from '../../../../tests/support/locks.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, putFile } from '../../../../tests/support/shares.ts'
import { invitationOf, sharedWith, teamWith, uploadText } from '../../../../tests/support/teams.ts'
import type { Listing } from '../../../storage/contract.ts'

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

/**
 * Calls of a member of two team folders, one of which is in the other, and their statuses: where they may edit the outer one, and
 * where they may edit the inner one.
 */
const nestedCalls = async (inOuter: 'can_edit' | 'can_view') => {
  const [owner, member] = [await createAccount(app), await createAccount(app)]
  const outer = await teamWith(owner, [[member, inOuter]], 'Outer')
  const inner = await teamWith(owner, [[member, inOuter === 'can_edit' ? 'can_view' : 'can_edit']], 'Inner')
  const ref = (id: string, type = 'file') => ({ id, type })
  await owner.client.post('/api/move', { to_id: outer.id, items: [ref(inner.id, 'folder')] })
  let made = 0
  const add = async (folder: { id: string }) => {
    made += 1
    return ref((await putFile(owner, `${made}.txt`, 'x', folder.id)).id)
  }
  const drive = davOf(app, member)
  const [top, direct] = [sharedPath('Outer', owner), sharedPath('Inner', owner, inner)]
  const dav = (method: string, path: string, options?: DavOptions) => async () =>
    (await drive(method, path, options)).status
  const ofFile = (method: string, folder: { id: string }, path: string, target?: string) => async () => {
    await add(folder)
    return (await drive(method, `${path}/${made}.txt`, target ? to(app, `${target}/${made} too.txt`) : {})).status
  }
  const post = async (path: string, body: object) => (await member.client.post(path, body)).status
  const place = (verb: 'move' | 'copy', from: { id: string }, target: { id: string }) => async () =>
    post(`/api/${verb}`, { to_id: target.id, items: [await add(from)] })
  const upload = (fields: Record<string, string>) => () =>
    putFile(member, 'up.txt', 'x', outer.id, fields).then(
      () => 201,
      (error: Error) => Number(/^upload: (\d+)/.exec(error.message)?.[1]),
    )
  const calls: [string, () => Promise<number>, number, number][] = [
    [
      'rename',
      async () => (await member.client.patch(`/api/rename/${(await add(inner)).id}`, { name: 'a' })).status,
      200,
      200,
    ],
    ['create', () => post('/api/create-folder', { name: 'New', parent_id: inner.id }), 201, 201],
    ['upload', async () => (await uploadText(member, inner.id, 'b.txt')).status, 201, 201],
    ['upload by path', upload({ path: '/Inner/up.txt' }), 201, 403],
    ['move out', place('move', inner, outer), 200, 404],
    ['move in', place('move', outer, inner), 200, 403],
    ['copy out', place('copy', inner, outer), 201, 404],
    ['copy in', place('copy', outer, inner), 201, 403],
    ['remove', async () => post('/api/remove', { items: [await add(inner)] }), 200, 200],
    [
      'remove both, inner first',
      async () => post('/api/remove', { items: [await add(inner), await add(outer)] }),
      200,
      404,
    ],
    [
      'remove both, outer first',
      async () => post('/api/remove', { items: [await add(outer), await add(inner)] }),
      200,
      403,
    ],
    ['PUT below the outer one', dav('PUT', `${top}/Inner/new.txt`, { body: 'x' }), 201, 201],
    ['PUT into the inner one', dav('PUT', `${direct}/new 2.txt`, { body: 'x' }), 201, 201],
    ['PUT beside it', dav('PUT', `${top}/new.txt`, { body: 'x' }), 201, 403],
    ['MKCOL', dav('MKCOL', `${top}/Inner/Folder`), 201, 201],
    ['DELETE', ofFile('DELETE', inner, `${top}/Inner`), 204, 204],
    ['DELETE beside it', ofFile('DELETE', outer, top), 204, 403],
    ['MOVE within', ofFile('MOVE', inner, `${top}/Inner`, direct), 201, 201],
    ['MOVE out', ofFile('MOVE', inner, `${top}/Inner`, top), 201, 403],
    ['MOVE in', ofFile('MOVE', outer, top, `${top}/Inner`), 201, 403],
    ['COPY out', ofFile('COPY', inner, direct, top), 201, 403],
    [
      'rename the inner one',
      async () => (await member.client.patch(`/api/rename/${inner.id}`, { name: 'Inner' })).status,
      200,
      403,
    ],
    ['DELETE the inner one in its own list', dav('DELETE', direct), 403, 403],
    ['DELETE the inner one', dav('DELETE', `${top}/Inner`), 204, 403],
  ]
  return { owner, member, outer, inner, calls, add, post }
}

for (const [at, inOuter] of (['can_edit', 'can_view'] as const).entries())
  t.test(`teams: a member who ${inOuter} the outer of two nested team folders: one rule for all calls`, async (t) => {
    const { owner, member, inner, calls, add, post } = await nestedCalls(inOuter)
    const { data } = (await member.client.get<Listing>('/api/teams/shared-with-me/all?sort=name')).body
    t.same(
      data.map((row) => [row.data.attributes.name, row.data.attributes.access]),
      [
        ['Inner', 'editor'],
        ['Outer', at === 0 ? 'editor' : 'visitor'],
      ],
    )
    const opened = await member.client.get<Listing>(`/api/teams/shared-with-me/${inner.id}`)
    t.match(opened.body.meta.root, { data: { attributes: { access: 'editor' } } })
    const file = await add(inner)
    const removed = await member.client.post<{ operation: string }>('/api/remove', { items: [file] })
    t.equal(await post('/api/trash/restore', { items: [file] }), 404, 'the trash is the owner’s')
    t.equal(await post(`/api/operations/${removed.body.operation}/undo`, {}), 202)
    t.equal((await owner.client.get(`/api/items/${file.id}`)).status, 200)
    for (const [what, call, ...statuses] of calls) t.equal(await call(), statuses[at], what)
    t.equal((await sharedWith(member)).length, at === 0 ? 1 : 2)
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
    const notified = (await teams.openInvitations(bob.id, [invitation])).size + (await teams.invitationsTo(bob)).length
    return [...answers.map(({ status }) => status), (await sharedWith(ann)).length, notified]
  }
  const open = [200, 200, 200, 200, 201, 200, 1, 2]
  t.strictSame(await statuses(), open)
  await suspensions.suspend([owner.id], null, { actorId: null })
  await eventually(t, statuses, [404, 404, 404, 404, 404, 404, 0, 0])
  await suspensions.reactivate([owner.id], { actorId: null })
  await eventually(t, statuses, open)
})
