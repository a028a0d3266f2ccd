import t from 'tap'
import { type Actor, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createTeam, invitationOf, sharedWith, teamWith } from '../../../../tests/support/teams.ts'

const app = await testApp(t)
const { db, settings } = app.coffer.platform

const openInvitations = (folderId: string) =>
  db.query<{ email: string; permission: string }>(
    `select email, permission from team_invitations where folder_id = $1
     and status in ('pending', 'waiting-for-registration') order by email`,
    [folderId],
  )
const permissionOf = async (folderId: string, { id }: Actor) =>
  (await db.query('select permission from team_members where folder_id = $1 and user_id = $2', [folderId, id]))[0]
const invited = (email: string, permission = 'can_view') => ({ type: 'invitation', email, permission })

t.test('teams: a person who accepts while the list of people is edited stays, and is not invited again', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  await proveEmail(ann)
  const team = await createTeam(owner, [
    [ann, 'can_edit'],
    [bob, 'can_edit'],
  ])
  const path = `/api/teams/folders/${team.id}`
  const answer = `/api/teams/invitations/${await invitationOf(app, team, ann)}`
  t.equal((await ann.client.put(answer)).status, 200)
  const saved = { members: [], invitations: [invited(ann.email), invited(bob.email, 'can_edit')] }
  t.equal((await owner.client.patch(path, saved)).status, 200)
  t.match(await permissionOf(team.id, ann), { permission: 'can_view' }, 'with the permission that was chosen')
  t.same(await openInvitations(team.id), [{ email: bob.email, permission: 'can_edit' }])
  t.equal((await owner.client.patch(path, { members: [], invitations: [] })).status, 200)
  t.same(await sharedWith(ann), [], 'who is not listed at all is removed')
})

t.test('teams: an answer and a change of the people at the same time: a member, or invited, never both', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  for (let round = 0; round < 10; round++) {
    const team = await createTeam(owner, [[ann, 'can_edit']], `Round ${round}`)
    const link = `/api/teams/invitations/${await invitationOf(app, team, ann)}`
    const [answer, saved] = await Promise.all([
      ann.client.put(link),
      owner.client.patch(`/api/teams/folders/${team.id}`, { members: [], invitations: [invited(ann.email)] }),
    ])
    t.same([answer.status, saved.status], [200, 200])
    t.match(await permissionOf(team.id, ann), { permission: 'can_view' }, 'never the permission from before')
    t.same(await openInvitations(team.id), [])
  }
})

t.test(
  'teams: beyond the plan and while blocked, people are removed and lowered, but no new one is invited',
  async (t) => {
    const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [
      [ann, 'can_edit'],
      [bob, 'can_edit'],
    ])
    const path = `/api/teams/folders/${team.id}`
    const waiting = invited('waiting@example.org')
    t.equal((await owner.client.patch(path, { invitations: [waiting] })).status, 200)
    await settings.set({ subscription_type: 'fixed', default_max_team_member: 1 })
    t.teardown(() => settings.set({ subscription_type: 'none', default_max_team_member: 10 }))
    const members = [{ id: ann.id, permission: 'can_view' }]
    t.match(await owner.client.patch(path, { members, invitations: [waiting, invited('new@example.org')] }), {
      status: 422,
      body: { code: 'members-limit' },
    })
    t.match(await permissionOf(team.id, ann), { permission: 'can_edit' }, 'nothing was stored')
    t.equal((await owner.client.patch(path, { members, invitations: [waiting] })).status, 200)
    t.match(await permissionOf(team.id, ann), { permission: 'can_view' })
    t.same(await sharedWith(bob), [])

    await settings.set({ default_max_team_member: 10 })
    t.intercept(app.coffer.billing.entitlements, 'canDownload', { value: async () => ({ allowed: false }) })
    const changed = [invited('waiting@example.org', 'can_edit')]
    t.match(await owner.client.patch(path, { members: [], invitations: [...changed, invited('new@example.org')] }), {
      status: 422,
      body: { code: 'members-limit' },
    })
    t.equal((await owner.client.patch(path, { members: [], invitations: changed })).status, 200)
    t.same(await sharedWith(ann), [])
    t.same(await openInvitations(team.id), [{ email: 'waiting@example.org', permission: 'can_edit' }])
  },
)

t.test('teams: changed and withdrawn invitations are in the audit log', async (t) => {
  const owner = await signUp(app)
  const team = await createTeam(owner, [[{ email: 'first@example.org' }, 'can_view']])
  const path = `/api/teams/folders/${team.id}`
  for (const invitations of [
    [invited('first@example.org', 'can_edit')],
    [invited('first@example.org', 'can_edit')],
    [],
  ])
    t.equal((await owner.client.patch(path, { invitations })).status, 200)
  const entries = await db.query(
    `select action, details from audit_log where target = $1 and action like 'teams.invitation.%' order by created_at`,
    [team.id],
  )
  t.same(entries, [
    { action: 'teams.invitation.changed', details: { email: 'f…@example.org', permission: 'can_edit' } },
    { action: 'teams.invitation.withdrawn', details: { email: 'f…@example.org' } },
  ])
})
