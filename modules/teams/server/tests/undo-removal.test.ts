import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'
import {
  acceptInvitation,
  type CreatedItem,
  createTeam,
  setMembers,
  teamWith,
  uploadText,
} from '../../../../tests/support/teams.ts'
import type { RestorePoints, RestorePreview } from '../../../storage/contract.ts'

const app = await testApp(t)

const ref = (id: string, type = 'file') => ({ id, type })

/** A team folder with an editor, and in it a folder with one file. */
const setUp = async () => {
  const [owner, editor] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[editor, 'can_edit']])
  const upload = async (parent: string, name: string) => (await uploadText(editor, parent, name)).body.data.id
  const folder = (await editor.client.post<CreatedItem>('/api/create-folder', { name: 'Drafts', parent_id: team.id }))
    .body.data.id
  return { owner, editor, team, folder, inside: await upload(folder, 'inside.txt'), upload }
}
const remove = async ({ client }: Actor, ...items: { id: string; type: string }[]) =>
  (await client.post<{ operation: string }>('/api/remove', { items })).body.operation
const undo = async ({ client }: Actor, operation: string) =>
  (await client.post(`/api/operations/${operation}/undo`)).status
const has = async ({ client }: Actor, id: string) => (await client.get(`/api/items/${id}`)).status === 200

t.test('teams: an editor undoes the removal of a file and a folder, and nothing else in the trash', async (t) => {
  const { owner, editor, team, folder, inside, upload } = await setUp()
  const [file, other] = [await upload(team.id, 'a.txt'), await upload(team.id, 'b.txt')]
  await remove(owner, ref(other))
  const operation = await remove(editor, ref(file), ref(folder, 'folder'), ref(inside))
  t.same([await has(editor, file), await has(editor, inside)], [false, false])
  t.equal(await undo(owner, operation), 404, 'it is the editor’s')
  t.equal(await undo(editor, operation), 202)
  for (const id of [file, folder, inside]) t.ok(await has(editor, id))
  t.notOk(await has(owner, other), 'what the owner removed stays in the trash')
  t.equal(await undo(editor, operation), 202, 'a second undo finds them restored')

  const again = await remove(editor, ref(file))
  t.equal((await owner.client.post('/api/trash/restore', { items: [ref(file)] })).status, 200)
  await remove(owner, ref(file))
  t.equal(await undo(editor, again), 404, 'removed by the owner since')
})

t.test('teams: an editor undoes a removal only where they may still edit', async (t) => {
  const { owner, editor, team, folder, inside, upload } = await setUp()
  const operation = await remove(editor, ref(inside))
  const parentsRemoval = await remove(owner, ref(folder, 'folder'))
  t.equal(await undo(editor, operation), 404, 'not into a folder in the trash, nor into the owner’s root')
  t.equal(await undo(owner, parentsRemoval), 202)
  t.equal((await owner.client.post('/api/move', { items: [ref(folder, 'folder')], to_id: null })).status, 200)
  t.equal(await undo(editor, operation), 404, 'not outside of the team folder')
  t.notOk(await has(owner, inside))

  const last = await remove(editor, ref(await upload(team.id, 'last.txt')))
  await setMembers(owner, team.id, [])
  t.equal(await undo(editor, last), 403, 'not after the membership')
})

t.test('teams: editors restore the folder to a time since they are members; what was moved away stays', async (t) => {
  const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const [late, outsider] = [await signUp(app), await signUp(app)]
  const team = await createTeam(owner, [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
    [late, 'can_edit'],
  ])
  for (const member of [editor, viewer]) await acceptInvitation(team, member)
  const upload = async (name: string) => (await uploadText(owner, team.id, name)).body.data.id
  const [kept, taken, early] = [await upload('kept.txt'), await upload('taken.txt'), await upload('early.txt')]
  await remove(owner, ref(early))
  await acceptInvitation(team, late)
  const points = async ({ client }: Actor, path = '') =>
    (await client.get<{ data: RestorePoints & RestorePreview }>(`/api/restore-points/${team.id}${path}`)).body.data
  const { earliest } = await points(late)
  t.ok(earliest > (await points(editor)).earliest, 'the membership of each')
  await app.coffer.platform.db.query('select pg_sleep(0.005)')
  const at = new Date().toISOString()
  const start = ({ client }: Actor, time = at) =>
    client.post<{ data: { id: string } }>(`/api/restore-points/${team.id}`, { at: time })
  await app.coffer.platform.db.query('select pg_sleep(0.005)')

  await owner.client.post('/api/move', { items: [ref(taken)], to_id: null })
  await remove(editor, ref(kept))
  t.equal((await start(viewer)).status, 403)
  t.equal((await start(outsider)).status, 404)
  t.equal((await start(late, (await points(editor)).earliest)).status, 422, 'the owner’s trash of before is not theirs')
  t.match(await points(late, `/preview?at=${at}`), { restored: 1, lost: 1, losses: [] })
  t.match(await points(owner, `/preview?at=${at}`), { restored: 1, moved: 1, lost: 0 })
  const { status, body } = await start(late)
  t.equal(status, 202)
  await app.coffer.storage.api.operations.worker.work(body.data.id)
  t.same(
    [await has(late, kept), await has(late, taken), await has(late, early), await has(owner, taken)],
    [true, false, false, true],
  )
  await app.coffer.platform.db.query(`update users set status = 'suspended' where id = $1`, [late.id])
  t.ok([401, 403].includes((await start(late)).status))

  const share = await makeShare(owner, ref(team.id, 'folder'), { permission: 'editor' })
  t.equal((await anonymous(app).post(`/api/restore-points/${team.id}?share=${share.token}`, { at })).status, 401)
})

t.test('teams: a folder that came into a team folder goes back for its editors to that moment at most', async (t) => {
  const [owner, editor] = [await signUp(app), await signUp(app)]
  const team = await createTeam(owner, [[editor, 'can_edit']])
  await acceptInvitation(team, editor)
  const outer = await makeFolder(owner, 'Private')
  const inner = await makeFolder(owner, 'Inner', outer)
  const secret = (await uploadText(owner, inner, 'secret.txt')).body.data.id
  await app.coffer.platform.db.query('select pg_sleep(0.005)')
  const at = new Date().toISOString()
  await app.coffer.platform.db.query('select pg_sleep(0.005)')
  await remove(owner, ref(secret))
  await owner.client.post('/api/move', { items: [ref(outer, 'folder')], to_id: team.id })
  const preview = ({ client }: Actor, time: string) =>
    client.get<{ data: RestorePreview }>(`/api/restore-points/${inner}/preview?at=${time}`)
  t.match(await preview(owner, at), { status: 200, body: { data: { restored: 1 } } })
  t.equal((await preview(editor, at)).status, 422, 'they never saw what was deleted before')
  const { earliest } = (await editor.client.get<{ data: RestorePoints }>(`/api/restore-points/${inner}`)).body.data
  t.match(await preview(editor, earliest), { status: 200, body: { data: { restored: 0 } } })
})
