import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { insertFileRow } from '../../../../tests/support/search.ts'
import { seedOneFolder, seedUser } from '../../../../tests/support/seed.ts'
import { type CreatedItem, setMembers, teamWith, uploadText } from '../../../../tests/support/teams.ts'
import type { FoundPath } from '../../../storage/contract.ts'

const app = await testApp(t)
const { platform } = app.coffer
const { db } = platform

interface Found {
  data: {
    data: { id: string; attributes: { parent_id: string | null; access?: string } }
    meta: { path: { id: string }[] }
  }[]
  meta: { total: number; complete: boolean }
}

const find = async ({ client }: Actor, query: string): Promise<Found> =>
  (await client.get<Found>(`/api/search?per_page=50&${query}`)).body
const ids = ({ data }: Found) => data.map((found) => found.data.id)

t.test('teams: members find the team folder itself, and not by a search below it', async (t) => {
  const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(
    owner,
    [
      [editor, 'can_edit'],
      [viewer, 'can_view'],
    ],
    'Client Mars',
  )
  for (const [member, access] of [
    [editor, 'editor'],
    [viewer, 'visitor'],
  ] as const) {
    t.match(await find(member, 'query=mars'), {
      data: [{ data: { id: team.id, attributes: { access, parent_id: null } }, meta: { path: [] } }],
      meta: { total: 1, complete: true },
    })
    t.same(ids(await find(member, 'query=mars&filter=folder')), [team.id])
    t.same(ids(await find(member, 'query=mars&filter=image')), [])
    t.same(ids(await find(member, `query=mars&in=${team.id}`)), [])
  }
  t.same(ids(await find(owner, 'query=mars')), [team.id], 'the owner once')
  t.same(ids(await find(owner, 'query=mars&scope=own')), [team.id])
  t.same(ids(await find(editor, 'query=mars&scope=own')), [])
})

t.test('teams: search covers all team folders of a member, also those of many owners', async (t) => {
  const [member, owner] = [await signUp(app), await signUp(app)]
  const share = async (ownerId: string, n: number) => {
    const folder = await seedOneFolder(db, ownerId, `Folder ${n}`)
    await db.query('insert into team_folders (folder_id, owner_id) values ($1, $2)', [folder, ownerId])
    await db.query(`insert into team_members (folder_id, user_id, permission) values ($1, $2, 'can_view')`, [
      folder,
      member.id,
    ])
    return insertFileRow(platform, ownerId, `minutes ${n}.txt`, { parent_id: folder })
  }
  const files: string[] = []
  for (let n = 0; n < 21; n += 1) files.push(await share(owner.id, n), await share(await seedUser(db), n + 21))
  // The process may have read the member's team folders just before.
  await eventually(t, async () => ids(await find(member, 'query=minutes')).sort(), files.sort())
  t.match(await find(member, 'query=minutes'), { meta: { total: 42, complete: true } })
})

t.test('teams: a search finds each item of nested team folders once, by the widest permission', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const inner = await teamWith(owner, [[member, 'can_edit']], 'Inner plans')
  const outer = await teamWith(owner, [[member, 'can_view']], 'Outer plans')
  const file = await uploadText(owner, inner.id, 'plans.txt')
  const beside = await uploadText(owner, outer.id, 'plans too.txt')
  const moved = await owner.client.post<CreatedItem>('/api/move', {
    items: [{ id: inner.id, type: 'folder' }],
    to_id: outer.id,
  })
  t.equal(moved.status, 200)
  const found = await find(member, 'query=plans')
  const { id } = file.body.data
  t.same(ids(found).sort(), [id, beside.body.data.id, inner.id, outer.id].sort())
  t.equal(found.meta.total, 4)
  const hit = (of: string) => found.data.find(({ data }) => data.id === of)
  t.match(hit(id), { data: { attributes: { access: 'editor' } }, meta: { path: [{ id: inner.id }] } })
  t.match(hit(inner.id), { data: { attributes: { access: 'editor' } }, meta: { path: [] } })
  t.match(hit(beside.body.data.id), { data: { attributes: { access: 'visitor' } } })
  await setMembers(owner, outer.id, [{ id: member.id, permission: 'can_edit' }])
  await setMembers(owner, inner.id, [{ id: member.id, permission: 'can_view' }])
  const again = await find(member, 'query=plans')
  for (const { data } of again.data) t.equal(data.attributes.access, 'editor')
  t.match(again.data.find(({ data }) => data.id === id)?.meta.path, [{ id: outer.id }, { id: inner.id }])
})

t.test('teams: a team folder in the trash is not found, and hides no other', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const gone = await teamWith(owner, [[member, 'can_view']], 'Budget gone')
  const kept = await teamWith(owner, [[member, 'can_view']], 'Budget kept')
  await owner.client.post('/api/remove', { items: [{ id: gone.id, type: 'folder' }] })
  await eventually(t, async () => ids(await find(member, 'query=budget')), [kept.id])
})

t.test('teams: members find files by their content as long as they are members', async (t) => {
  const [owner, member, other] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']], 'Notes')
  const { id } = (await uploadText(owner, team.id, 'inside.txt', 'the pelican brief')).body.data
  const beside = (await uploadText(owner, null, 'beside.txt', 'a pelican case')).body.data
  await app.coffer.storage.api.contentIndex.indexAll()
  const found = await find(member, 'query=pelican')
  t.match(found.data, [{ data: { id }, meta: { in_content: true, path: [{ id: team.id }] } }])
  t.same(ids(found), [id])
  t.same(ids(await find(owner, 'content=pelican')).sort(), [id, beside.id].sort())
  t.same(ids(await find(other, 'content=pelican')), [])
  await setMembers(owner, team.id, [])
  await eventually(t, async () => ids(await find(member, 'content=pelican')), [])
})

t.test('teams: paths begin at the team folders of a member, too', async (t) => {
  const [owner, member, other] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']], 'Façade')
  const inner = await seedOneFolder(db, owner.id, 'Plans', team.id)
  await seedOneFolder(db, owner.id, 'Private')
  const ask = async ({ client }: Actor, path: string, top?: string) => {
    const query = new URLSearchParams({ path, ...(top && { top }) })
    const { data, meta } = (await client.get<FoundPath>(`/api/browse/path?${query}`)).body
    const completions = meta.completions.map(({ name }) => name)
    return { ids: data.folders.map(({ id }) => id), missing: data.missing, completions }
  }
  for (const person of [owner, member]) {
    t.same((await ask(person, 'facade/plans')).ids, [team.id, inner])
    t.same((await ask(person, 'Façade/P')).completions, ['Plans'])
  }
  t.match(await ask(member, 'Private'), { ids: [], missing: 'Private' })
  t.match(await ask(other, 'Façade/Plans'), { ids: [], missing: 'Façade', completions: [] })

  const own = await seedOneFolder(db, member.id, 'Façade')
  await seedOneFolder(db, member.id, 'Fabric')
  t.same((await ask(member, 'fa')).completions, ['Fabric', 'Façade', 'Façade'])
  t.match(await ask(member, 'Façade/Plans'), { ids: [own], missing: 'Plans' }, 'own files come first')
  t.match(await ask(member, 'Façade/Plans', team.id), { ids: [team.id, inner], missing: null })
  await owner.client.post('/api/remove', { items: [{ id: team.id, type: 'folder' }] })
  t.match(await ask(member, 'Façade', team.id), { ids: [own] }, 'it is in the trash')
})
