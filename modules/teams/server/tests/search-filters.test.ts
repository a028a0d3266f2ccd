import t from 'tap'
import { type Actor, anonymous, execute, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'

const app = await testApp(t)

interface Found {
  data: { data: { attributes: { name: string } } }[]
  meta: { total: number; complete: boolean }
}

const find = async ({ client }: Actor, query: Record<string, string>) =>
  (await client.get<Found>(`/api/search?${new URLSearchParams({ per_page: '50', ...query })}`)).body
const names = async (person: Actor, query: Record<string, string>) =>
  (await find(person, query)).data.map(({ data }) => data.attributes.name).sort()

t.test('search by owner: what a person owns, and what they added to team folders', async (t) => {
  const [ada, bob, joan] = [
    await signUp(app, { name: 'Ada Lovelace' }),
    await signUp(app, { name: 'Bob Ángel' }),
    await signUp(app, { name: 'Joan Ángelo' }),
  ]
  const team = await teamWith(ada, [[bob, 'can_edit']], 'Notes of Mars')
  await teamWith(ada, [[joan, 'can_view']], 'Other notes')
  await putFile(ada, 'notes ada.txt', 'x')
  await putFile(ada, 'notes team.txt', 'x', team.id)
  await putFile(bob, 'notes from bob.txt', 'x', team.id)
  await putFile(bob, 'notes private.txt', 'x')
  for (const query of [{ query: 'notes' }, {}] as Record<string, string>[]) {
    for (const owner of ['Bob Ángel', 'bob', 'BOB angel', bob.email, bob.email.toUpperCase(), ` ${bob.email} `])
      t.same(await names(ada, { ...query, owner }), ['notes from bob.txt'], owner)
    const ofAda = ['Notes of Mars', 'notes from bob.txt', 'notes team.txt']
    for (const owner of ['ada lovelace', ada.email, 'love'])
      t.same(await names(bob, { ...query, owner }), ofAda, `the folder of ${owner}, whoever added the file`)
    t.same(await names(bob, { ...query, owner: 'me' }), ['notes from bob.txt', 'notes private.txt'])
    t.same(await names(bob, { ...query, owner: bob.email }), ['notes from bob.txt', 'notes private.txt'])
    t.same(await names(bob, { ...query, owner: 'me', scope: 'own' }), ['notes private.txt'])
    t.same(await names(bob, { ...query, owner: ada.email, in: team.id }), ['notes from bob.txt', 'notes team.txt'])
    t.same(await names(ada, { ...query, owner: 'me' }), ['Other notes', ...ofAda, 'notes ada.txt'].sort())
    t.same(await names(ada, { ...query, owner: 'ángel' }), ['notes from bob.txt'], 'a part names several people')
    t.same(await names(ada, { ...query, owner: 'joan ángelo' }), [], 'who has added nothing')
  }
  for (const owner of ['example.org', 'org'])
    t.same(await names(ada, { owner }), [], 'the domain of an email names too many')
  t.same(await names(bob, { owner: joan.email }), [], 'another team folder of the same owner')
})

t.test('A51: search by owner answers alike for another account and for an unknown name', async (t) => {
  const [ada, bob, eve] = [await signUp(app), await signUp(app), await signUp(app, { name: 'Eve Elsewhere' })]
  const team = await teamWith(ada, [[bob, 'can_edit']], 'Shared notes')
  await putFile(ada, 'notes.txt', 'x', team.id)
  await putFile(eve, 'notes of eve.txt', 'x')
  await makeFolder(eve, 'Notes of eve')
  const unknown = await find(ada, { query: 'notes', owner: 'no-such-person@example.org' })
  t.same(unknown, { data: [], meta: { next_cursor: null, more: false, total: 0, complete: true } })
  const others = [eve.email, eve.name, eve.id, bob.id, 'admin', '%', '_', '\\', ' ', '\u0000', "' or true --"]
  const asOthers = async (when: string) => {
    for (const owner of others)
      t.same(await find(ada, { query: 'notes', owner }), unknown, `${JSON.stringify(owner)}: ${when}`)
    for (const owner of others) t.same(await find(ada, { owner }), unknown, `${JSON.stringify(owner)} alone: ${when}`)
  }
  await asOthers('an account with nothing in common')
  const invited = await ada.client.patch(`/api/teams/folders/${team.id}`, {
    changes: { invitations: [{ type: 'invitation', email: eve.email, permission: 'can_edit' }] },
  })
  t.equal(invited.status, 200)
  await asOthers('invited, and not a member yet')
  t.equal((await ada.client.get('/api/search?owner=')).status, 422)
  t.equal((await ada.client.get(`/api/search?owner=${'a'.repeat(201)}`)).status, 422)
  t.equal((await ada.client.get('/api/search?shared=nonsense')).status, 422)
})

t.test('search by sharing: links, team folders, or neither, also in folders above', async (t) => {
  const [ada, bob] = [await signUp(app), await signUp(app)]
  const team = await teamWith(ada, [[bob, 'can_edit']], 'plan team')
  const inTeam = await makeFolder(ada, 'plan inner', team.id)
  await putFile(ada, 'plan deep.txt', 'x', inTeam)
  const linked = await makeFolder(ada, 'plan linked')
  await putFile(ada, 'plan below link.txt', 'x', linked)
  const file = await putFile(ada, 'plan file.txt', 'x')
  await putFile(ada, 'plan alone.txt', 'x')
  const folder = await makeFolder(ada, 'plan folder')
  await putFile(ada, 'plan within.txt', 'x', folder)
  const ended = await putFile(ada, 'plan ended.txt', 'x')
  await putFile(bob, 'plan of bob.txt', 'x', team.id)
  const { token } = await makeShare(ada, { id: linked, type: 'folder' })
  await makeShare(ada, { id: file.id, type: 'file' })
  await makeShare(ada, { id: ended.id, type: 'file' })
  await execute(app, `update shares set expires_at = now() - interval '1 minute' where item_id = $1`, [ended.id])

  const team1 = ['plan deep.txt', 'plan inner', 'plan of bob.txt', 'plan team']
  const alone = ['plan alone.txt', 'plan ended.txt', 'plan folder', 'plan within.txt']
  for (const query of [{ query: 'plan' }, {}] as Record<string, string>[]) {
    t.same(await names(ada, { ...query, shared: 'link' }), ['plan file.txt', 'plan linked'])
    t.same(await names(ada, { ...query, shared: 'team' }), team1)
    t.same(await names(ada, { ...query, shared: 'none' }), alone)
    t.same(await names(ada, { ...query, shared: 'team', in: inTeam }), ['plan deep.txt'])
    t.same(await names(ada, { ...query, shared: 'team', in: linked }), [])
    t.same(await names(ada, { ...query, shared: 'none', in: folder }), ['plan within.txt'])
    t.same(await names(ada, { ...query, shared: 'none', in: linked }), [])
    t.same(await names(ada, { ...query, shared: 'link', in: folder }), [])
    t.same(await names(ada, { ...query, shared: 'none', filter: 'folder' }), ['plan folder'])
    t.same(await names(ada, { ...query, shared: 'team', owner: bob.email }), ['plan of bob.txt'])
    t.same(await names(bob, { ...query, shared: 'team' }), team1, 'of another account')
    t.same(await names(bob, { ...query, shared: 'link' }), [], 'links of the owner are not shown to members')
    t.same(await names(bob, { ...query, shared: 'none' }), [])
  }

  const visitor = anonymous(app)
  for (const filter of ['shared=link', 'shared=none', 'owner=me', `owner=${ada.email}`])
    t.match(await visitor.get(`/api/sharing/search/${token}?query=plan&${filter}`), {
      status: 200,
      body: { data: [{ data: { attributes: { name: 'plan below link.txt' } } }], meta: { total: 1 } },
    })
  t.equal((await visitor.get(`/api/sharing/search/${token}?shared=link`)).status, 422, 'no filter of visitors')
})

t.test('search of contents: filters apply, and visitors of a link find by name only', async (t) => {
  const [ada, bob] = [await signUp(app), await signUp(app)]
  const team = await teamWith(ada, [[bob, 'can_edit']], 'Birds')
  const linked = await makeFolder(ada, 'Linked')
  await putFile(ada, 'one.txt', 'a pelican', linked)
  await putFile(ada, 'two.txt', 'a pelican', team.id)
  await putFile(bob, 'three.txt', 'a pelican', team.id)
  await putFile(ada, 'four.txt', 'a pelican')
  await putFile(bob, 'private.txt', 'a pelican')
  await app.coffer.storage.api.contentIndex.indexAll()
  for (const words of [{ query: 'pelican' }, { content: 'pelican' }] as Record<string, string>[]) {
    t.same(await names(ada, { ...words, shared: 'team' }), ['three.txt', 'two.txt'])
    t.same(await names(ada, { ...words, owner: bob.email }), ['three.txt'])
    t.same(await names(ada, { ...words, in: linked }), ['one.txt'])
    t.same(await names(bob, words), ['private.txt', 'three.txt', 'two.txt'])
  }
  const { token } = await makeShare(ada, { id: linked, type: 'folder' })
  const found = async (query: string) =>
    (await anonymous(app).get<Found>(`/api/sharing/search/${token}?${query}`)).body.meta?.total
  t.equal(await found('query=pelican'), 0)
  t.equal(await found('query=one&content=pelican'), 1, 'no filter of visitors')
  await ada.client.post('/api/remove', { items: [{ id: linked, type: 'folder' }] })
  t.same(await names(ada, { content: 'pelican' }), ['four.txt', 'three.txt', 'two.txt'])
})
