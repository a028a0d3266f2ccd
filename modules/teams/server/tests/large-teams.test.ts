import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createTeam, setMembers, teamWith } from '../../../../tests/support/teams.ts'
import type { Invitation, Member, TeamListing } from '../../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

interface People {
  data: Member[]
  meta: { total: number; invitations: Invitation[]; invited: number }
}

t.test('teams: named changes manage a team of more than 1,000 members and leave all others', async (t) => {
  const [owner, editor, leaving, invited] = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [editor, 'can_edit'],
    [leaving, 'can_edit'],
  ])
  await db.query(
    `with created as (
       insert into users (email, first_name, color, password_hash)
       select 'crowd' || n || '@example.org', 'Crowd ' || n, '#000000', null from generate_series(1, 1200) n returning id
     ) insert into team_members (folder_id, user_id, permission) select $1, id, 'can_view' from created`,
    [team.id],
  )
  const path = `/api/teams/folders/${team.id}`
  const people = async () => (await owner.client.get<People>(`${path}/members`)).body
  const permissions = async () =>
    (await people()).data.reduce<Record<string, number>>((counts, { attributes: { permission } }) => {
      counts[permission] = (counts[permission] ?? 0) + 1
      return counts
    }, {})
  t.same(await permissions(), { owner: 1, can_edit: 2, can_view: 1_200 })
  const all = (await people()).data.map(({ id }) => ({ id, permission: 'can_view' as const }))
  t.equal((await setMembers(owner, team.id, all)).status, 422, 'a whole list is too long')
  const changes = {
    members: [{ id: editor.id, permission: 'can_view' }],
    removed: [leaving.id],
    invitations: [{ email: invited.email, permission: 'can_edit' }],
  }
  t.equal((await editor.client.patch(path, { changes })).status, 403, 'the owner only')
  t.equal((await owner.client.patch(path, { changes })).status, 200)
  t.same(await permissions(), { owner: 1, can_view: 1_201 })
  t.equal((await leaving.client.get(`/api/browse/folders/${team.id}`)).status, 404)
  t.match((await people()).meta.invitations, [{ attributes: { email: invited.email } }])
  t.equal((await owner.client.patch(path, { changes: { withdrawn: [invited.email] } })).status, 200)
  t.same((await people()).meta.invitations, [])
  t.same(await permissions(), { owner: 1, can_view: 1_201 }, 'nothing that is not named')
})

t.test('teams: who joined while an invitation was being withdrawn or changed is found by their email', async (t) => {
  const [owner, first, second] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [first, 'can_edit'],
    [second, 'can_edit'],
  ])
  const changes = {
    withdrawn: [first.email.toUpperCase()],
    invitations: [{ email: second.email, permission: 'can_view' }],
  }
  t.equal((await owner.client.patch(`/api/teams/folders/${team.id}`, { changes })).status, 200)
  const { data } = (await owner.client.get<People>(`/api/teams/folders/${team.id}/members`)).body
  t.same(
    data.map(({ id, attributes: { permission } }) => [id, permission]),
    [
      [owner.id, 'owner'],
      [second.id, 'can_view'],
    ],
  )
  const other = await createTeam(owner, [[{ email: 'later@example.org' }, 'can_edit']])
  t.equal((await owner.client.patch(`/api/teams/folders/${other.id}`, { changes: {} })).status, 200)
})

t.test(
  'teams: a folder has the first of its invitations and their number; the list of people can be cut too',
  async (t) => {
    const owner = await signUp(app)
    const team = await createTeam(owner, [[{ email: 'first@example.org' }, 'can_edit']])
    await db.query(
      `insert into team_invitations (folder_id, inviter_id, email, permission, expires_at)
     select $1, $2, 'person' || n || '@example.org', 'can_view', now() + make_interval(days => case when n > 2 then 1 else -1 end)
     from generate_series(1, 500) n`,
      [team.id, owner.id],
    )
    const path = `/api/teams/folders/${team.id}`
    const { teamFolder } = (await owner.client.get<TeamListing>(path)).body.meta
    const { invitations, members } = teamFolder?.data.relationships ?? {}
    t.equal(invitations?.data.length, 20)
    t.match(invitations?.data[0], { attributes: { email: 'first@example.org', expired: false } })
    t.match(members?.meta, { total: 1, invited: 499, invited_emails: ['first@example.org', /person/, /person/] })
    const some = (await owner.client.get<People>(`${path}/members?limit=5`)).body.meta
    t.same([some.total, some.invitations.length, some.invited], [1, 5, 501])
    const { meta } = (await owner.client.get<People>(`${path}/members`)).body
    t.equal(meta.invitations.length, 501)
    t.same(
      meta.invitations.slice(-2).map(({ attributes }) => attributes.expired),
      [true, true],
      'expired ones last',
    )
  },
)
