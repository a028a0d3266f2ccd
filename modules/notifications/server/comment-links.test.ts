import t from 'tap'
import { type Actor, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { makeFolder } from '../../../tests/support/shares.ts'
import { testSocket } from '../../../tests/support/socket.ts'
import { setMembers, teamWith, uploadText } from '../../../tests/support/teams.ts'
import { type Notification, notificationsChanged } from '../contract.ts'

const app = await testApp(t)

interface Listed {
  data: { data: Notification }[]
}
const write = async ({ client }: Actor, item: string) => {
  const { status } = await client.post(`/api/items/${item}/comments`, { body: 'Well done' })
  if (status !== 201) throw new Error(`comment: ${status}`)
}
/** Notifications of comments, newest first. */
const toldTo = async ({ client }: Actor) =>
  (await client.get<Listed>('/api/notifications')).body.data
    .map(({ data }) => data.attributes)
    .filter(({ category }) => category === 'comment')
const ref = (id: string, type = 'folder') => ({ id, type })

t.test('comments: who loses the team folder loses the links to comments in it, and no others', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [ann, 'can_view'],
    [bob, 'can_view'],
  ])
  const folder = await makeFolder(owner, 'Inner', team.id)
  const file = (await uploadText(owner, folder, 'Plan.pdf')).body.data.id
  const other = await teamWith(owner, [[ann, 'can_view']], 'Other')
  for (const item of [file, team.id, other.id]) {
    await write(ann, item)
    await write(owner, item)
  }
  await write(bob, file)
  await write(owner, file)
  const linked = async (who: Actor) =>
    (await toldTo(who)).filter(({ action }) => action).map(({ title }) => title.replace(/.*“(.*)”/, '$1'))
  t.same((await linked(ann)).sort(), ['Other', 'Plan.pdf', 'Project'])
  const socket = await testSocket(t, app, ann.client)
  await setMembers(owner, team.id, [{ id: bob.id, permission: 'can_view' }])
  await socket.next(notificationsChanged)
  t.same(await linked(ann), ['Other'])
  t.equal((await toldTo(ann)).length, 3, 'the notifications stay')
  t.same(await linked(bob), ['Plan.pdf'], 'a member who stays')
  await bob.client.delete(`/api/teams/folders/${team.id}/leave`)
  t.same(await linked(bob), [])
  t.same(await linked(ann), ['Other'])
  // As by another process, whose changes this one does not hear of.
  await app.coffer.platform.db.query('delete from team_members where folder_id = $1', [other.id])
  t.same(await linked(ann), [], 'at once')
})

t.test('comments: the link leads to where the item is now, for those who may open it there', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const [inbox, year] = [await makeFolder(owner, 'Inbox', team.id), await makeFolder(owner, '2026', team.id)]
  const own = await makeFolder(owner, 'Own')
  const file = (await uploadText(owner, inbox, 'plan.txt')).body.data.id
  await write(ann, file)
  await write(owner, file)
  const move = (to: string) => owner.client.post('/api/move', { items: [ref(file, 'file')], to_id: to })
  const urlOf = async (who: Actor) => (await toldTo(who)).map(({ action }) => action?.params.url ?? null)
  await move(year)
  await owner.client.post('/api/remove', { items: [ref(inbox)] })
  for (const who of [owner, ann]) t.same(await urlOf(who), [`/platform/files/${year}?view=${file}#comments`])
  const section = (await owner.client.get<{ data: { unreadNotifications: Listed['data'] } }>('/api/user')).body.data
  t.match(JSON.stringify(section), `/platform/files/${year}?view=${file}#comments`, 'in every list')
  await owner.client.post('/api/remove', { items: [ref(year)] })
  for (const who of [owner, ann]) t.same(await urlOf(who), [null], 'in the trash')
  await owner.client.post('/api/trash/restore', { items: [ref(year)] })
  await move(own)
  t.same(await urlOf(owner), [`/platform/files/${own}?view=${file}#comments`])
  t.same(await urlOf(ann), [null], 'out of the team folder')
})

t.test('comments: the link leads to the folder into which the one with the comments was merged', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  const folder = await makeFolder(owner, 'Work', team.id)
  const archive = await makeFolder(owner, 'Archive', team.id)
  const present = await makeFolder(owner, 'Work', archive)
  await write(ann, folder)
  await write(owner, folder)
  await owner.client.post('/api/move', { items: [ref(folder)], to_id: archive, on_conflict: 'merge' })
  for (const who of [owner, ann])
    t.match(await toldTo(who), [{ action: { params: { url: `/platform/files/${present}#comments` } } }])
})

t.test('comments: who loses a nested team folder keeps links to what another one around it opens', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const outer = await teamWith(owner, [[ann, 'can_edit']], 'Outer')
  const { id: inner } = await teamWith(owner, [[ann, 'can_view']], 'Inner')
  await owner.client.post('/api/move', { items: [ref(inner)], to_id: outer.id })
  const file = (await uploadText(owner, inner, 'plan.txt')).body.data.id
  await write(ann, file)
  await write(owner, file)
  await setMembers(owner, inner, [])
  t.match(await toldTo(ann), [{ action: { params: { url: `/platform/files/${inner}?view=${file}#comments` } } }])
})
