import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import {
  type CreatedItem,
  invitationOf,
  setMembers,
  sharedWith,
  teamWith,
  uploadText,
} from '../../../../tests/support/teams.ts'
import type { Member, TeamFolder, TeamListing } from '../../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

const ref = (id: string, type = 'file') => ({ id, type })

t.test('teams: members read and write by the same routes as the owner, within their permission', async (t) => {
  const [owner, editor, viewer, other] = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ])
  t.match(team.attributes, { name: 'Project', permission: 'owner', parent_id: null })
  t.equal(team.relationships.invitations.data.length, 2)
  const file = await uploadText(editor, team.id, 'plan.txt')
  t.equal(file.status, 201)
  const { id } = file.body.data
  const [row] = await db.query<{ owner_id: string; creator_id: string }>(
    'select owner_id, creator_id from items where id = $1',
    [id],
  )
  t.same(row, { owner_id: owner.id, creator_id: editor.id }, 'it belongs to the owner, created by the member')
  const used = await db.query<{ used_bytes: number }>('select used_bytes from usage where user_id = $1', [owner.id])
  t.same(used, [{ used_bytes: 9 }], 'the owner’s quota')

  const folder = await editor.client.post<CreatedItem>('/api/create-folder', { name: 'Drafts', parent_id: team.id })
  t.equal(folder.status, 201)
  for (const member of [owner, editor, viewer]) {
    t.equal((await member.client.get(`/api/items/${id}`)).status, 200)
    t.equal((await member.client.get(`/api/browse/folders/${team.id}`)).status, 200)
    t.equal((await member.client.fetch(file.body.data.attributes.file_url)).status, 200)
    t.equal((await member.client.fetch(`/api/zip?items=${team.id}%7Cfolder`)).status, 200)
    for (const query of ['query=plan', `query=plan&in=${team.id}`])
      t.match((await member.client.get(`/api/search?${query}`)).body, { data: [{ data: { id } }] }, query)
  }
  const prepared = await viewer.client.post<{ data: { attributes: { url: string } } }>('/api/zip', { items: [ref(id)] })
  t.equal((await viewer.client.fetch(prepared.body.data.attributes.url)).status, 200, 'a stored selection')

  const inside = folder.body.data.id
  const writes = (who: Actor) => [
    () => who.client.post('/api/move', { items: [ref(id)], to_id: inside }),
    () => who.client.patch(`/api/rename/${id}`, { name: 'renamed.txt', type: 'file' }),
    () => who.client.post('/api/copy', { items: [ref(id)], to_id: team.id }),
    () => uploadText(who, inside, 'second.txt'),
    () => who.client.post('/api/create-folder', { name: 'More', parent_id: inside }),
    () => who.client.post('/api/remove', { items: [ref(inside, 'folder')] }),
  ]
  for (const write of writes(viewer)) t.equal((await write()).status, 403, 'can_view writes nothing')
  for (const write of writes(other)) t.equal((await write()).status, 404, 'hidden from others')
  for (const write of writes(editor)) t.ok([200, 201].includes((await write()).status), 'can_edit writes')

  t.equal(
    (await editor.client.post('/api/remove', { items: [ref(team.id, 'folder')] })).status,
    403,
    'not the folder itself',
  )
  t.equal((await editor.client.patch(`/api/rename/${team.id}`, { name: 'Mine', type: 'folder' })).status, 403)
  t.equal((await editor.client.post('/api/share', { ...ref(team.id, 'folder'), permission: 'visitor' })).status, 404)
  t.equal(
    (await editor.client.post('/api/trash/restore', { items: [ref(inside, 'folder')] })).status,
    404,
    'the trash is the owner’s',
  )
  const private_ = await uploadText(owner, null, 'private.txt')
  for (const member of [editor, viewer])
    t.equal(
      (await member.client.get(`/api/items/${private_.body.data.id}`)).status,
      404,
      'nothing outside the team folder',
    )
  t.equal((await editor.client.post('/api/move', { items: [ref(private_.body.data.id)], to_id: team.id })).status, 404)
})

t.test('teams: a member’s own files are no target for items of a team folder', async (t) => {
  const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ])
  const inner = await editor.client.post<CreatedItem>('/api/create-folder', { name: 'Inner', parent_id: team.id })
  const { body } = await uploadText(editor, inner.body.data.id, 'note.txt')
  const items = [ref(body.data.id)]
  const selection = { view: 'files', parent_id: inner.body.data.id, except: [] }
  for (const path of ['/api/move', '/api/copy'])
    for (const to of [{ to_id: null }, {}]) {
      for (const targets of [{ items }, { selection }])
        t.match(await editor.client.post(path, { ...targets, ...to }), {
          status: 404,
          body: { code: 'parent-not-found' },
        })
      t.equal((await viewer.client.post(path, { items, ...to })).status, 403, 'can_view writes nothing')
    }
  t.equal(
    (await editor.client.get<CreatedItem>(`/api/items/${body.data.id}`)).body.data.attributes.parent_id,
    inner.body.data.id,
  )
  const used = await db.query<{ used_bytes: number }>('select used_bytes from usage where user_id = $1', [owner.id])
  t.same(used, [{ used_bytes: 9 }], 'nothing was copied')
})

t.test('teams: a member undoes their own removal', async (t) => {
  const [owner, editor] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[editor, 'can_edit']])
  const { body } = await uploadText(editor, team.id, 'undo.txt')
  const moved = await editor.client.patch(`/api/rename/${body.data.id}`, { name: 'again.txt', type: 'file' })
  t.equal(moved.status, 200)
  const folder = await editor.client.post<CreatedItem>('/api/create-folder', { name: 'Target', parent_id: team.id })
  const move = await editor.client.post<{ operation: string }>('/api/move', {
    items: [ref(body.data.id)],
    to_id: folder.body.data.id,
  })
  t.equal((await editor.client.post(`/api/operations/${move.body.operation}/undo`)).status, 202)
  t.equal((await editor.client.get<CreatedItem>(`/api/items/${body.data.id}`)).body.data.attributes.parent_id, team.id)
  const again = await editor.client.post<{ operation: string }>('/api/move', {
    items: [ref(body.data.id)],
    to_id: folder.body.data.id,
  })
  await setMembers(owner, team.id, [{ id: editor.id, permission: 'can_view' }])
  t.equal(
    (await editor.client.post(`/api/operations/${again.body.operation}/undo`)).status,
    403,
    'not with a lowered permission',
  )
})

t.test('teams: lists, members and tree', async (t) => {
  const [owner, editor, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(
    owner,
    [
      [editor, 'can_edit'],
      [viewer, 'can_view'],
    ],
    'Team A',
  )
  const second = await teamWith(
    editor,
    [
      [owner, 'can_view'],
      [viewer, 'can_edit'],
    ],
    'Team B',
  )
  await editor.client.post('/api/create-folder', { name: 'Inner', parent_id: team.id })
  const list = async ({ client }: Actor, path: string) => (await client.get<TeamListing>(`/api/teams/${path}`)).body
  const names = ({ data }: TeamListing) => data.map((row) => row.data.attributes.name)
  t.same(names(await list(owner, 'folders/all')), ['Team A'])
  t.same(names(await list(viewer, 'folders/all')), [])
  t.same(names(await list(viewer, 'shared-with-me/all?sort=name')), ['Team A', 'Team B'])
  const listing = await list(viewer, `shared-with-me/${team.id}`)
  t.same(names(listing), ['Inner'])
  t.match(listing.meta.teamFolder?.data, {
    id: team.id,
    attributes: { permission: 'can_view' },
    relationships: { invitations: { data: [] }, user: { data: { id: owner.id } } },
  })
  const { body } = await viewer.client.get<{ data: Member[] }>(`/api/teams/folders/${team.id}/members`)
  t.same(
    body.data.map(({ id, attributes }) => [id, attributes.permission]),
    [
      [owner.id, 'owner'],
      [editor.id, 'can_edit'],
      [viewer.id, 'can_view'],
    ],
  )
  const tree = await viewer.client.get<{ name: string; folders: { name: string }[] }[]>(
    `/api/teams/folders/${team.id}/tree`,
  )
  t.match(tree.body, [{ name: 'Team A', isMovable: true, isOpen: true, folders: [{ name: 'Inner' }] }])
  await editor.client.post('/api/create-folder', { name: 'Alpha', parent_id: team.id })
  await editor.client.post('/api/create-folder', { name: 'Beta', parent_id: team.id })
  const ordered = async (query: string) => {
    const [root] = (await viewer.client.get<typeof tree.body>(`/api/teams/folders/${team.id}/tree?${query}`)).body
    return root?.folders.map(({ name }) => name)
  }
  t.same(await ordered(''), ['Alpha', 'Beta', 'Inner'])
  t.same(await ordered('sort=name&direction=DESC'), ['Inner', 'Beta', 'Alpha'])
  t.same(await ordered('sort=created_at&direction=asc'), ['Inner', 'Alpha', 'Beta'])
  t.same(await ordered('sort=created_at'), ['Beta', 'Alpha', 'Inner'], 'the newest first, as in listings')
  t.same(await ordered('sort=size&direction=up'), ['Alpha', 'Beta', 'Inner'], 'what is unknown is ignored')
  const navigation =
    await owner.client.get<{ location: string; folders: { name: string }[] }[]>('/api/browse/navigation')
  t.same(navigation.body.map(({ location, folders }) => [location, folders.map(({ name }) => name)]).slice(1), [
    ['team-folders', ['Team A']],
    ['shared-with-me', ['Team B']],
  ])
  const outsider = await signUp(app)
  for (const path of [
    `folders/${team.id}`,
    `shared-with-me/${team.id}`,
    `folders/${team.id}/members`,
    `folders/${team.id}/tree`,
  ])
    t.equal((await outsider.client.get(`/api/teams/${path}`)).status, 404, path)
  const known = await owner.client.get<{ data: { data: { attributes: { email: string } } }[] }>('/api/teams/people')
  t.same(known.body.data.map(({ data }) => data.attributes.email).sort(), [editor.email, viewer.email].sort())
  t.equal((await owner.client.get(`/api/teams/shared-with-me/${second.id}`)).status, 200)
})

t.test('teams: update replaces people; leave and dissolve', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [ann, 'can_edit'],
    [bob, 'can_view'],
  ])
  const path = `/api/teams/folders/${team.id}`
  const invitations = [{ type: 'invitation', email: 'later@example.org', permission: 'can-edit' }]
  const updated = await owner.client.patch<{ data: TeamFolder }>(path, {
    members: [{ id: ann.id, permission: 'can-view' }],
    invitations,
  })
  t.equal(updated.status, 200)
  const { members, invitations: open } = updated.body.data.relationships
  t.same(
    members.data.map(({ id, attributes }) => [id, attributes.permission]),
    [
      [owner.id, 'owner'],
      [ann.id, 'can_view'],
    ],
  )
  t.match(open.data, [{ attributes: { email: 'later@example.org', permission: 'can_edit' } }])
  t.same(await sharedWith(bob), [], 'who is not listed lost access')
  t.equal((await ann.client.patch(path, { members: [] })).status, 403)
  t.equal((await bob.client.patch(path, { members: [] })).status, 404)
  t.equal((await ann.client.delete(path)).status, 403)
  t.equal((await owner.client.delete(`${path}/leave`)).status, 422)
  t.equal((await bob.client.delete(`${path}/leave`)).status, 404)
  const file = await uploadText(owner, team.id, 'stays.txt')
  t.equal((await ann.client.delete(`${path}/leave`)).status, 200)
  t.equal((await ann.client.get(`/api/items/${file.body.data.id}`)).status, 404)
  const withdrawn = await invitationOf(app, team, { email: 'later@example.org' })
  t.equal((await anonymous(app).get(`/api/teams/invitations/${withdrawn}`)).status, 200)
  t.equal((await owner.client.delete(path)).status, 200)
  t.equal((await anonymous(app).get(`/api/teams/invitations/${withdrawn}`)).status, 404)
  t.equal((await owner.client.get(`/api/items/${file.body.data.id}`)).status, 200, 'the files stay')
  t.same((await owner.client.get<TeamListing>('/api/teams/folders/all')).body.data, [])
})

t.test('teams: a folder becomes a team folder at the root of its owner', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const outer = (await owner.client.post<CreatedItem>('/api/create-folder', { name: 'Outer' })).body.data.id
  const inner = (await owner.client.post<CreatedItem>('/api/create-folder', { name: 'Inner', parent_id: outer })).body
    .data.id
  const file = await uploadText(owner, inner, 'kept.txt')
  const body = { invitations: [{ type: 'invitation', email: ann.email, permission: 'can_edit' }] }
  const convert = ({ client }: Actor, id: string) =>
    client.post<{ data: TeamFolder }>(`/api/teams/folders/${id}/convert`, body)
  const converted = await convert(owner, inner)
  t.equal(converted.status, 201)
  t.equal(converted.body.data.attributes.parent_id, null)
  t.equal((await convert(owner, inner)).status, 422, 'already one')
  t.equal((await convert(owner, file.body.data.id)).status, 422, 'a file')
  t.equal((await convert(ann, outer)).status, 404)
  const child = (await owner.client.post<CreatedItem>('/api/create-folder', { name: 'Child', parent_id: inner })).body
    .data.id
  t.equal((await convert(owner, child)).status, 422, 'in a team folder')
})

t.test('teams: the people of a team folder in the trash stay as they are', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  t.equal((await owner.client.post('/api/remove', { items: [ref(team.id, 'folder')] })).status, 200)
  const changes = { members: [{ id: member.id, permission: 'can_view' }], invitations: [], removed: [], withdrawn: [] }
  const path = `/api/teams/folders/${team.id}`
  t.match(await owner.client.patch(path, { changes }), { status: 404, body: { code: 'team-folder-not-found' } })
  const kept = await db.query('select permission from team_members where folder_id = $1', [team.id])
  t.same(kept, [{ permission: 'can_edit' }])
})
