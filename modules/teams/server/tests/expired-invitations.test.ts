import t from 'tap'
import { type Actor, anonymous, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import { createTeam, invitationOf, sharedWith } from '../../../../tests/support/teams.ts'
import type { Invitation } from '../../contract.ts'

const app = await testApp(t)
const { db, jobs, mailer } = app.coffer.platform
const { teams } = app.coffer
const pass = (days: number) =>
  db.query(
    `update team_invitations set expires_at = expires_at - make_interval(days => $1),
       answered_at = answered_at - make_interval(days => $1)`,
    [days],
  )
const listed = async (owner: Actor, id: string) =>
  (
    await owner.client.get<{ meta: { invitations: Invitation[] } }>(`/api/teams/folders/${id}/members`)
  ).body.meta.invitations.map(({ attributes: { email, expired } }) => ({ email, expired }))

t.test('teams: an invitation ends after 30 days; a new one has another link', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  const team = await createTeam(owner, [[ann, 'can_view']])
  const link = async () => `/api/teams/invitations/${await invitationOf(app, team, ann)}`
  const former = await link()
  await pass(29)
  t.equal((await ann.client.get(former)).status, 200)
  t.strictSame(await teams.contactEmails(owner.id), [ann.email])
  await pass(1)
  const expired = { status: 410, body: { code: 'invitation-expired' } }
  for (const client of [ann.client, anonymous(app)])
    for (const call of ['get', 'put', 'delete'] as const) t.match(await client[call](former), expired, call)
  t.same(await sharedWith(ann), [])
  t.strictSame(await listed(owner, team.id), [{ email: ann.email, expired: true }])
  t.strictSame(await teams.contactEmails(owner.id), [], 'it counts no more towards the members of a plan')
  t.same(await teams.openInvitations(ann.id, [former.slice(-36)]), new Set(), 'nor does a notification offer an answer')

  const again = [{ type: 'invitation', email: ann.email, permission: 'can_view' }]
  t.equal((await owner.client.patch(`/api/teams/folders/${team.id}`, { invitations: again })).status, 200)
  t.equal(await link(), former, 'a client that sends back the list it has read invites no one again')
  t.strictSame(await listed(owner, team.id), [{ email: ann.email, expired: true }])

  const invitations = [{ type: 'invitation', email: ann.email, permission: 'can_edit' }]
  t.equal((await owner.client.patch(`/api/teams/folders/${team.id}`, { changes: { invitations } })).status, 200)
  t.not(await link(), former)
  t.equal((await ann.client.put(former)).status, 404, 'whoever has the former mail')
  await mailer.settled()
  const mails = (await mailsTo(app.dataDir, ann.email)).filter(({ subject }) => /invites you/.test(subject))
  t.equal(mails.length, 2)
  t.equal((await ann.client.put(await link())).status, 200)
  t.same(await sharedWith(ann), [team.id])
})

t.test('teams: an acceptance without an account waits for the sign-up for 30 days', async (t) => {
  const owner = await signUp(app)
  const join = async (email: string, days: number) => {
    const team = await createTeam(owner, [[{ email }, 'can_view']])
    await pass(29)
    t.equal(
      (await anonymous(app).put(`/api/teams/invitations/${await invitationOf(app, team, { email })}`)).status,
      200,
    )
    await pass(days)
    const person = await signUp(app, { email })
    await proveEmail(person)
    const account = await app.coffer.users.accounts.byId(person.id)
    await db.transaction(async (tx) => tx.emit('users.verified', { userId: person.id }))
    await jobs.settled('join-team-folders')
    t.equal(account?.email, email)
    return { shared: await sharedWith(person), team: team.id }
  }
  const { shared, team } = await join('in-time@example.org', 29)
  t.same(shared, [team])
  t.same((await join('too-late@example.org', 31)).shared, [])
})

t.test('teams: answered and expired invitations are deleted after 90 days', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await db.query('delete from team_invitations')
  await proveEmail(ann)
  const team = await createTeam(owner, [
    [ann, 'can_view'],
    [{ email: 'open@example.org' }, 'can_view'],
  ])
  await ann.client.delete(`/api/teams/invitations/${await invitationOf(app, team, ann)}`)
  const left = async () => {
    await jobs.runNow('delete-old-invitations')
    return (await db.query<{ email: string }>('select email from team_invitations order by email')).map(
      ({ email }) => email,
    )
  }
  await pass(89)
  t.strictSame(await left(), [ann.email, 'open@example.org'].sort())
  await pass(2)
  t.strictSame(await left(), ['open@example.org'])
  await pass(30)
  t.strictSame(await left(), [])
})

t.test('teams: an invitation to a folder within a folder in the trash is hidden until it is restored', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  const outer = [{ id: await makeFolder(owner, 'Outer'), type: 'folder' }]
  const team = await createTeam(owner, [[ann, 'can_view']])
  await owner.client.post('/api/move', { items: [{ id: team.id, type: 'folder' }], to_id: outer[0]?.id })
  const id = await invitationOf(app, team, ann)
  const path = `/api/teams/invitations/${id}`
  const open = async () => [
    (await teams.openInvitations(ann.id, [id])).has(id),
    (await teams.invitationsTo(ann)).length === 1,
    (await ann.client.get(path)).status === 200,
  ]
  t.same(await open(), [true, true, true])
  t.equal((await owner.client.post('/api/remove', { items: outer })).status, 200)
  t.same(await open(), [false, false, false])
  for (const call of ['put', 'delete'] as const) t.equal((await ann.client[call](path)).status, 404, call)
  t.equal((await owner.client.post('/api/trash/restore', { items: outer })).status, 200)
  t.equal((await ann.client.put(path)).status, 200)
  t.same(await sharedWith(ann), [team.id])
})
