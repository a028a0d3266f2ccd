import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, putFile } from '../../../../tests/support/shares.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { setMembers, teamWith, uploadText } from '../../../../tests/support/teams.ts'
import { rateLimits } from '../../server/rate-limits.ts'
import { type Comment, type CommentsChanged, commentsChanged } from '../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

interface Listed {
  data: { data: Comment }[]
}
const commentsOf = ({ client }: Actor, item: string) => client.get<Listed>(`/api/items/${item}/comments`)
const bodiesOf = async (who: Actor, item: string) =>
  (await commentsOf(who, item)).body.data.map(({ data }) => data.attributes.body)
const write = (who: Pick<Actor, 'client'>, item: string, body: string) =>
  who.client.post<{ data: Comment }>(`/api/items/${item}/comments`, { body })
const ref = (id: string, type = 'file') => ({ id, type })

t.test('comments: those of an item in the trash can be read by its owner, and not changed', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  const folder = await makeFolder(owner, 'Work', team.id)
  const file = (await uploadText(owner, folder, 'plan.txt')).body.data.id
  const comment = (await write(owner, file, 'Before')).body.data.id
  await owner.client.post('/api/remove', { items: [ref(folder, 'folder')] })
  t.same(await bodiesOf(owner, file), ['Before'])
  const inTrash = { status: 409, body: { code: 'item-in-trash' } }
  t.match(await write(owner, file, 'x'), inTrash)
  t.match(await owner.client.patch(`/api/items/${file}/comments/${comment}`, { body: 'x' }), inTrash)
  t.match(await owner.client.delete(`/api/items/${file}/comments/${comment}`), inTrash)
  for (const answer of [await commentsOf(member, file), await write(member, file, 'x')])
    t.match(answer, { status: 404, body: { code: 'item-not-found' } }, 'the trash is its owner’s')
  await owner.client.post('/api/trash/restore', { items: [ref(folder, 'folder')] })
  t.equal((await write(member, file, 'After')).status, 201)
  t.same(await bodiesOf(owner, file), ['Before', 'After'])
})

t.test('comments: moves and versions keep them, copies have none, a deletion removes them', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Work')
  const { id } = await putFile(owner, 'plan.txt', 'one')
  await write(owner, id, 'Mine')
  await putFile(owner, 'plan.txt', 'two', null, { on_conflict: 'replace' })
  await owner.client.post('/api/move', { items: [ref(id)], to_id: folder })
  t.same(await bodiesOf(owner, id), ['Mine'])
  const copied = await owner.client.post<{ data: { data: { id: string } }[] }>('/api/copy', {
    items: [ref(id)],
    to_id: null,
  })
  t.same(await bodiesOf(owner, copied.body.data[0]?.data.id ?? ''), [])
  await owner.client.post('/api/remove', { items: [ref(id)], force_delete: true })
  t.same(await db.query('select 1 from item_comments where item_id = $1', [id]), [])
})

t.test('comments: those of a deleted account stay without a name', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']])
  const { id } = (await write(member, team.id, 'Goodbye')).body.data
  await db.query('delete from users where id = $1', [member.id])
  const [listed] = (await commentsOf(owner, team.id)).body.data
  t.match(listed, { data: { attributes: { body: 'Goodbye' }, relationships: { author: { data: null } } } })
  t.equal((await owner.client.delete(`/api/items/${team.id}/comments/${id}`)).status, 204)
})

t.test('comments: those on a merged folder are on the one that stays, until the merge is undone', async (t) => {
  const owner = await signUp(app)
  const undo = (operation: string) => owner.client.post(`/api/operations/${operation}/undo`, {})
  for (const verb of ['move', 'trash/restore']) {
    const id = await makeFolder(owner, 'Work')
    await putFile(owner, 'plan.txt', 'x', id)
    await write(owner, id, 'Before')
    const items = [ref(id, 'folder')]
    const to_id = verb === 'move' ? await makeFolder(owner, 'Archive') : null
    if (!to_id) await owner.client.post('/api/remove', { items })
    const present = await makeFolder(owner, 'Work', to_id)
    await write(owner, present, 'Since')
    const body = { items, on_conflict: 'merge', ...(to_id && { to_id }) }
    const merged = await owner.client.post<{ operation: string }>(`/api/${verb}`, body)
    t.match(merged, { status: 200, body: { result: { merged: 1 } } }, verb)
    t.same(await bodiesOf(owner, present), ['Before', 'Since'], verb)
    t.equal((await undo(merged.body.operation)).status, 202)
    t.same([await bodiesOf(owner, id), await bodiesOf(owner, present)], [['Before'], ['Since']], `${verb}, undone`)
    await owner.client.post('/api/remove', { items })
  }
})

t.test('comments: open tabs of all who may read them are told of a change, but the one that made it', async (t) => {
  const [owner, member, former] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [member, 'can_view'],
    [former, 'can_view'],
  ])
  const file = (await uploadText(owner, team.id, 'plan.txt')).body.data.id
  await setMembers(owner, team.id, [{ id: member.id, permission: 'can_view' }])
  const sockets = [
    await testSocket(t, app, owner.client),
    await testSocket(t, app, member.client),
    await testSocket(t, app, former.client),
  ] as const
  const send = (method: string, path: string, body?: object) =>
    owner.client.fetch(`/api/items/${file}/comments${path}`, {
      method,
      headers: { 'x-socket-id': sockets[0].id, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { data } = (await (await send('POST', '', { body: 'Hello' })).json()) as { data: Comment }
  t.same(await sockets[1].next<CommentsChanged>(commentsChanged), { item_id: file })
  await send('PATCH', `/${data.id}`, { body: 'Hello you' })
  await sockets[1].next(commentsChanged)
  t.equal((await send('PATCH', `/${data.id}`, { body: 'Hello you' })).status, 200)
  const repeated = await send('POST', '', { id: data.id, body: 'Hello' })
  t.equal(repeated.status, 201)
  await send('DELETE', `/${data.id}`)
  await sockets[1].next(commentsChanged)
  await send('POST', `/${data.id}/restore`)
  await sockets[1].next(commentsChanged)
  await write(member, file, 'From the member')
  t.same(await sockets[0].next<CommentsChanged>(commentsChanged), { item_id: file })
  t.equal(sockets[0].count(commentsChanged), 1)
  await sockets[1].next(commentsChanged)
  t.equal(sockets[1].count(commentsChanged), 5, 'not of calls that have changed nothing')
  t.equal(sockets[2].count(commentsChanged), 0)
})

t.test('comments: an account writes a limited number an hour', async (t) => {
  const [owner, other] = [await signUp(app), await signUp(app)]
  const folder = await makeFolder(owner, 'Work')
  const { limiter } = app.coffer.platform
  const { limit } = rateLimits.commentsPerAccount
  await limiter.consume(rateLimits.commentsPerAccount, [owner.id], { by: limit - 1 })
  t.equal((await write(owner, folder, 'last')).status, 201)
  t.match(await write(owner, folder, 'x'), { status: 429, body: { code: 'too-many-attempts' } })
  t.equal((await write(other, await makeFolder(other, 'Work'), 'x')).status, 201)
  const { commentChangesPerAccount } = rateLimits
  await limiter.consume(commentChangesPerAccount, [other.id], { by: commentChangesPerAccount.limit - 1 })
  const item = await makeFolder(other, 'Letters')
  const path = `/api/items/${item}/comments/${(await write(other, item, 'x')).body.data.id}`
  t.equal((await other.client.patch(path, { body: 'y' })).status, 200)
  const tooMany = { status: 429, body: { code: 'too-many-attempts' } }
  t.match(await other.client.patch(path, { body: 'z' }), tooMany)
  t.match(await other.client.delete(path), tooMany)
  t.match(await other.client.post(`${path}/restore`), tooMany)
})
