import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
import type { Listing, NavigationTree } from '../../../storage/contract.ts'

const app = await testApp(t)
const root = async ({ client }: Actor, query = '') =>
  (await client.get<Listing>(`/api/browse/folders/all?sort=name&direction=ASC${query}`)).body
const names = ({ data }: Listing) => data.map((row) => row.data.attributes.name)

t.test('teams: team folders are in their own list and not at the root of their owner', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  for (const name of ['Alpha', 'Gamma']) await owner.client.post('/api/create-folder', { name })
  await putFile(owner, 'Note.txt', 'at the root')
  const team = await teamWith(owner, [[member, 'can_view']], 'Beta')
  await putFile(owner, 'Inside.txt', 'in the team folder', team.id)
  const all = await root(owner)
  t.same(names(all), ['Alpha', 'Gamma', 'Note.txt'])
  t.equal(all.meta.paginate.total, 3)
  for (const [at, name] of ['Alpha', 'Gamma', 'Note.txt'].entries())
    t.same(names(await root(owner, `&at=${at}&per_page=1`)), [name], `offset ${at}`)
  const around = all.data[1]?.data.id
  t.equal((await root(owner, `&around=${around}&per_page=1`)).meta.paginate.from, 1)
  const first = await root(owner, '&per_page=1')
  t.same(names(await root(owner, `&per_page=1&cursor=${first.meta.paginate.nextCursor}`)), ['Gamma'])

  const trees = (await owner.client.get<NavigationTree[]>('/api/browse/navigation')).body
  t.same(
    trees.map(({ folders }) => folders.map(({ name }) => name)),
    [['Alpha', 'Gamma'], ['Beta'], []],
  )
  t.equal((await owner.client.get(`/api/browse/folders/${team.id}`)).status, 200)
  t.equal((await owner.client.post('/api/create-folder', { name: 'Beta' })).status, 201)
  t.same(names(await root(owner)), ['Alpha', 'Beta (1)', 'Gamma', 'Note.txt'], 'names stay unique at the root')

  const selection = { view: 'files', parent_id: null, except: [] }
  t.equal((await owner.client.post('/api/remove', { selection, force_delete: false })).status, 200)
  t.same(names(await root(owner)), [])
  t.equal(
    (await owner.client.get(`/api/browse/folders/${team.id}`)).status,
    200,
    'what was not listed was not selected',
  )

  await owner.client.delete(`/api/teams/folders/${team.id}`)
  t.same(names(await root(owner)), ['Beta'], 'an ordinary folder again')
  const converted = await owner.client.post(`/api/teams/folders/${team.id}/convert`, {
    invitations: [{ email: member.email, permission: 'can_edit' }],
  })
  t.equal(converted.status, 201)
  t.same(names(await root(owner)), [])
  await owner.client.post('/api/remove', { items: [{ id: team.id, type: 'folder', force_delete: false }] })
  const trashed = await root(owner)
  t.equal(trashed.meta.paginate.total, 0, 'a trashed one is not counted twice')
})

const placed = (id: string, on_conflict: string) => ({ items: [{ id, type: 'folder' }], on_conflict })

/** A folder with the name of the team folder and a file in it, elsewhere. */
const privateFolder = async (owner: Actor) => {
  const id = await makeFolder(owner, 'Beta', await makeFolder(owner, 'Outer'))
  await putFile(owner, 'private.txt', 'private', id)
  return id
}
const outerOf = ({ data }: Listing) => data.find((row) => row.data.attributes.name === 'Outer')?.data.id
const put = async ({ client }: Actor, path: string, id: string, on_conflict: string) => {
  const { status } = await client.post(path, placed(id, on_conflict))
  if (status >= 300) throw new Error(`${path}: ${status}`)
}
const arrivals: Record<string, (owner: Actor) => Promise<unknown>> = {
  'an uploaded folder': (owner) => putFile(owner, 'private.txt', 'private', null, { path: '/Beta/private.txt' }),
  'a created folder': async (owner) => {
    const body = { name: 'Beta', on_conflict: 'merge' }
    const { data } = (await owner.client.post<{ data: { id: string } }>('/api/create-folder', body)).body
    await putFile(owner, 'private.txt', 'private', data.id)
  },
  'a moved folder': async (owner) => put(owner, '/api/move', await privateFolder(owner), 'merge'),
  'a folder moved without a choice': async (owner) => put(owner, '/api/move', await privateFolder(owner), 'ask'),
  'a copied folder': async (owner) => put(owner, '/api/copy', await privateFolder(owner), 'merge'),
  'a folder copied without a choice': async (owner) => put(owner, '/api/copy', await privateFolder(owner), 'ask'),
  'a restored folder': async (owner) => {
    const id = await privateFolder(owner)
    await owner.client.post('/api/remove', { items: [{ id, type: 'folder' }] })
    await owner.client.post('/api/remove', { items: [{ id: outerOf(await root(owner)), type: 'folder' }] })
    await put(owner, '/api/trash/restore', id, 'merge')
  },
}

for (const [what, arrive] of Object.entries(arrivals))
  t.test(`teams: ${what} gets a number at the root where a team folder has its name`, async (t) => {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_view']], 'Beta')
    await arrive(owner)
    const inside = await member.client.get<Listing>(`/api/browse/folders/${team.id}`)
    t.same(names(inside.body), [], 'its members see nothing of it')
    const listed = (await root(owner)).data.find(({ data }) => data.attributes.name === 'Beta (1)')
    t.ok(listed, 'the root lists it')
    const content = await owner.client.get<Listing>(`/api/browse/folders/${listed?.data.id}`)
    t.same(names(content.body), ['private.txt'])
    await putFile(owner, 'second.txt', 'private', null, { path: '/Beta/second.txt' })
    t.same(
      names(await root(owner)).filter((name) => name.startsWith('Beta')),
      ['Beta (1)'],
      'later uploads join it',
    )
  })

for (const on_conflict of ['merge', 'ask'])
  t.test(
    `teams: a team folder that is moved or restored with "${on_conflict}" stays one and gets a number`,
    async (t) => {
      const [owner, member] = [await signUp(app), await signUp(app)]
      const team = await teamWith(owner, [[member, 'can_view']], 'Beta')
      await putFile(owner, 'shared.txt', 'of the team', team.id)
      const open = async () => names((await member.client.get<Listing>(`/api/browse/folders/${team.id}`)).body)
      const nameOf = async () =>
        (await app.coffer.platform.db.query<{ name: string }>('select name from items where id = $1', [team.id]))[0]
          ?.name
      const target = await makeFolder(owner, 'Outer')
      const inner = await makeFolder(owner, 'Beta', target)
      const moved = await owner.client.post('/api/move', { ...placed(team.id, on_conflict), to_id: target })
      t.equal(moved.status, 200)
      t.equal(await nameOf(), 'Beta (1)')
      t.same(await open(), ['shared.txt'])

      const above = await makeFolder(owner, 'Above')
      await makeFolder(owner, 'Beta (1)', await makeFolder(owner, 'Outer', above))
      await owner.client.post('/api/move', { ...placed(target, 'merge'), to_id: above })
      t.equal(await nameOf(), 'Beta (1) (1)', 'also inside a folder that is merged')
      t.same(await open(), ['shared.txt'])
      t.equal((await owner.client.get(`/api/browse/folders/${inner}`)).status, 200, 'others are placed as before')

      await owner.client.post('/api/remove', { items: [{ id: team.id, type: 'folder' }] })
      await makeFolder(owner, 'Beta (1) (1)')
      const restored = await owner.client.post('/api/trash/restore', { ...placed(team.id, on_conflict), to_home: true })
      t.equal(restored.status, 200)
      t.same(await open(), ['shared.txt'])
      t.not(await nameOf(), 'Beta (1) (1)')
    },
  )

t.test('teams: an upload to the root asks about no file of a team folder', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']], 'Beta')
  await putFile(owner, 'shared.txt', 'of the team', team.id)
  const asked = await owner.client.post('/api/upload/conflicts', { paths: ['/Beta/shared.txt'] })
  t.same(asked.body, { conflicts: [] })
})

t.test('teams: the folder tree shows 1,200 team folders, own ones and shared ones', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  await app.coffer.platform.db.query(
    `with made as (
       insert into items (owner_id, creator_id, name, kind, is_folder)
       select $1, $1, 'Team ' || n, 'folder', true from generate_series(1, 1200) n returning id
     ), teams as (
       insert into team_folders (folder_id, owner_id) select id, $1 from made returning folder_id
     ) insert into team_members (folder_id, user_id, permission) select folder_id, $2, 'can_view' from teams`,
    [owner.id, member.id],
  )
  const expected = Array.from({ length: 1_200 }, (_, n) => `Team ${n + 1}`)
  for (const [who, location] of [
    [owner, 'team-folders'],
    [member, 'shared-with-me'],
  ] as const) {
    const trees = (await who.client.get<NavigationTree[]>('/api/browse/navigation')).body
    t.same(
      trees.find((tree) => tree.location === location)?.folders.map(({ name }) => name),
      expected,
      location,
    )
  }
  const [last] = (await member.client.get<Listing>('/api/teams/shared-with-me/all?sort=name&direction=ASC&at=1199'))
    .body.data
  t.match(last?.data, { attributes: { name: 'Team 1200' }, relationships: { members: { meta: { total: 2 } } } })
})

t.test('teams: the rows of a team folder go with its owner’s account', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']], 'Leaving')
  await putFile(member, 'Mine.txt', 'by the member', team.id)
  const { db, jobs } = app.coffer.platform
  await db.query(`update users set deletion_at = now() - interval '1 second' where id = $1`, [owner.id])
  await jobs.runNow('delete-accounts')
  for (const [table, column] of [
    ['team_folders', 'folder_id'],
    ['team_members', 'folder_id'],
    ['team_invitations', 'folder_id'],
    ['root_exclusions', 'item_id'],
    ['items', 'owner_id'],
  ] as const) {
    const id = table === 'items' ? owner.id : team.id
    t.same(await db.query(`select 1 from ${table} where ${column} = $1`, [id]), [], table)
  }
  t.equal((await member.client.get('/api/user')).status, 200)
})
