import t from 'tap'
import { type Actor, anonymous, confirmPassword, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailedLink } from '../../../../tests/support/mail-folder.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { createTeam, invitationOf, sharedWith, teamWith } from '../../../../tests/support/teams.ts'
import type { Invitation } from '../../contract.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform

t.test('teams: invitations of registered people and people without an account', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  const email = `new${Date.now()}@example.org`
  const team = await createTeam(owner, [
    [ann, 'can_edit'],
    [{ email }, 'can_view'],
  ])
  const id = await invitationOf(app, team, ann)
  const path = `/api/teams/invitations/${id}`
  const shown = await anonymous(app).get<{ data: Invitation }>(path)
  t.match(shown.body.data.attributes, {
    folder: 'Project',
    isExistedUser: true,
    status: 'pending',
    permission: 'can_edit',
  })
  for (const call of [() => bob.client.get(path), () => bob.client.put(path), () => bob.client.delete(path)])
    t.equal((await call()).status, 404, 'A05: hidden from a signed-in person with another email')
  t.equal(shown.body.data.attributes.email_confirmed, false)
  for (const client of [ann.client, anonymous(app)])
    t.match(
      await client.put(path),
      { status: 403, body: { code: 'email-not-confirmed' } },
      'anybody may have registered it',
    )
  t.same(await sharedWith(ann), [])
  await proveEmail(ann)
  t.equal((await ann.client.put(path)).status, 200)
  t.same(await sharedWith(ann), [team.id])
  t.equal((await ann.client.get(path)).status, 410)
  t.equal((await ann.client.put(path)).status, 422, 'used')
  t.equal((await ann.client.delete(path)).status, 422)

  const newcomers = `/api/teams/invitations/${await invitationOf(app, team, { email })}`
  t.equal((await anonymous(app).put(newcomers)).status, 200)
  const unregistered = { status: 'waiting-for-registration', isExistedUser: false }
  t.match(
    await anonymous(app).get(newcomers),
    { status: 200, body: { data: { attributes: unregistered } } },
    'opened again before the sign-up',
  )
  const newcomer = await signUp(app, { email })
  const link = new URL(await mailedLink(app.dataDir, email, '/api/user/verify/'))
  t.same(await sharedWith(newcomer), [], 'a sign-up does not prove the email: whoever registers it first is no member')
  const waiting = { status: 'waiting-for-registration', email_confirmed: false }
  t.match(await newcomer.client.get(newcomers), { status: 200, body: { data: { attributes: waiting } } })
  t.match(await newcomer.client.put(newcomers), { status: 403, body: { code: 'email-not-confirmed' } })
  await newcomer.client.fetch(link.pathname, { redirect: 'manual' })
  await poll(async () => (await sharedWith(newcomer)).length === 1)
  t.equal((await newcomer.client.get(newcomers)).status, 410)

  const verified = { id: (await signUp(app)).id, email: `verified${Date.now()}@example.org` }
  const second = await createTeam(owner, [[verified, 'can_view']], 'Later')
  t.equal((await anonymous(app).put(`/api/teams/invitations/${await invitationOf(app, second, verified)}`)).status, 200)
  await db.query('update users set email = $2 where id = $1', [verified.id, verified.email])
  await db.transaction(async (tx) => tx.emit('users.verified', { userId: verified.id }))
  await poll(async () => (await db.query('select 1 from team_members where user_id = $1', [verified.id])).length === 1)

  const declined = await createTeam(owner, [[bob, 'can_edit']], 'Second')
  const unwanted = `/api/teams/invitations/${await invitationOf(app, declined, bob)}`
  const notHis = { status: 403, body: { code: 'email-not-confirmed' } }
  t.match(await bob.client.delete(unwanted), notHis, 'somebody else may have registered the email')
  t.equal((await anonymous(app).get(unwanted)).status, 200, 'the link still works')
  await proveEmail(bob)
  t.equal((await bob.client.delete(unwanted)).status, 200)
  t.same(await sharedWith(bob), [])
  const eve = await signUp(app)
  const mailedTo = await createTeam(owner, [[eve, 'can_edit']], 'Third')
  const byLink = await anonymous(app).delete(`/api/teams/invitations/${await invitationOf(app, mailedTo, eve)}`)
  t.equal(byLink.status, 200, 'whoever has the mailed link')
})

t.test('teams: a token answers an invitation only where it may change something', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  await confirmPassword(ann)
  const team = await createTeam(owner, [[ann, 'can_edit']])
  const path = `/api/teams/invitations/${await invitationOf(app, team, ann)}`
  const withScope = async (scope: string) => {
    const token = { name: 'script', scopes: [scope] }
    const { body } = await ann.client.post<{ plainTextToken: string }>('/api/user/tokens', token)
    return anonymous(app).withToken(body.plainTextToken)
  }
  const reader = await withScope('read')
  const missing = { status: 403, body: { code: 'scope-missing' } }
  for (const call of [() => reader.put(path), () => reader.patch(path), () => reader.delete(path)])
    t.match(await call(), missing)
  t.match(await reader.get(path), { status: 200, body: { data: { attributes: { status: 'pending' } } } })
  t.equal((await (await withScope('write')).put(path)).status, 200)
  t.same(await sharedWith(ann), [team.id])
})

t.test('teams: an account is notified of invitations once its email is proven', async (t) => {
  const [owner, ann] = [await signUp(app, { name: 'Ada Lovelace' }), await signUp(app)]
  const id = await invitationOf(app, await createTeam(owner, [[ann, 'can_edit']], 'Apollo'), ann)
  const told = async () => {
    for (const job of ['notify-invited', 'notify-proven']) await jobs.settled(job)
    return db.query('select params, action from notifications where user_id = $1', [ann.id])
  }
  t.same(await told(), [], 'whoever registered the email does not learn of it')
  await proveEmail(ann)
  await db.transaction(async (tx) => tx.emit('users.verified', { userId: ann.id }))
  const notified = {
    params: { inviter: 'Ada Lovelace', folder: 'Apollo' },
    action: { type: 'invitation', params: { id } },
  }
  t.same(await told(), [notified])
  const second = await createTeam(owner, [[ann, 'can_view']], 'Gemini')
  t.equal((await told()).length, 2, 'a proven account is notified at once')
  await owner.client.patch(`/api/teams/folders/${second.id}`, { invitations: [] })
})

t.test('teams: the notification of an invitation that has ended cannot be answered', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  const team = await createTeam(owner, [[ann, 'can_edit']], 'Apollo')
  const id = await invitationOf(app, team, ann)
  const actions = async () => {
    await jobs.settled('notify-invited')
    const { body } = await ann.client.get<{ data: { data: { attributes: { action: unknown } } }[] }>(
      '/api/notifications',
    )
    return body.data.map(({ data }) => data.attributes.action)
  }
  t.same(await actions(), [{ type: 'invitation', params: { id } }])
  const items = [{ id: team.id, type: 'folder', force_delete: true }]
  t.equal((await owner.client.post('/api/remove', { items })).status, 200)
  await poll(async () => (await ann.client.get(`/api/teams/invitations/${id}`)).status === 404)
  t.same(await actions(), [null], 'its folder is gone')

  const second = await createTeam(owner, [[ann, 'can_view']], 'Gemini')
  const names = { email: ann.email, inviter: 'Ada Lovelace', folder: 'Gemini' }
  const payload = { ownerId: owner.id, folderId: second.id, userId: ann.id, ...names }
  const event = {
    name: 'teams.invitation.sent',
    payload: { ...payload, invitationId: await invitationOf(app, second, ann) },
  }
  await jobs.settled('notify-invited')
  await db.query('delete from notifications where user_id = $1', [ann.id])
  t.equal((await owner.client.patch(`/api/teams/folders/${second.id}`, { invitations: [] })).status, 200)
  await jobs.runNow('notify-invited', event)
  t.same(await actions(), [], 'none is created after it was withdrawn')
})

t.test('teams: an invitation that waits for its email is fulfilled by an account that changes to it', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const email = `changed${Date.now()}@example.org`
  const team = await createTeam(owner, [[{ email }, 'can_view']])
  const path = `/api/teams/invitations/${await invitationOf(app, team, { email })}`
  t.equal((await anonymous(app).put(path)).status, 200)
  await ann.client.post('/user/confirm-password', { password: ann.password })
  t.equal((await ann.client.post('/api/user/email', { email })).status, 202)
  for (const address of [ann.email, email]) {
    const link = new URL(await mailedLink(app.dataDir, address, '/confirm-email'))
    await ann.client.post('/api/user/email/confirm', { token: link.searchParams.get('token') })
  }
  await poll(async () => (await sharedWith(ann)).length === 1)
  t.same(await sharedWith(ann), [team.id])
})

const invite = (owner: Actor, emails: readonly string[]) =>
  owner.client.post<{ code: string }>('/api/teams/folders', {
    name: 'Project',
    invitations: emails.map((email) => ({ type: 'invitation', email, permission: 'can_view' })),
  })
const newContacts = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `contact${from + n}@example.org`)

t.test(
  'A51: whoever invites cannot answer for the invited person, nor learn whether they have an account',
  async (t) => {
    const [owner, known] = [await signUp(app), await signUp(app)]
    await proveEmail(known)
    const answers = []
    for (const email of [known.email, 'unknown@example.org']) {
      const team = await createTeam(owner, [[{ email }, 'can_view']])
      const path = `/api/teams/folders/${team.id}`
      const updated = (await owner.client.patch(path, { invitations: [{ email, permission: 'can_edit' }] })).body
      const listed = (await owner.client.get<{ meta: { invitations: Invitation[] } }>(`${path}/members`)).body
      const { id } = listed.meta.invitations[0] as Invitation
      const byLink = []
      for (const client of [owner.client, anonymous(app)])
        for (const call of ['get', 'put', 'delete'] as const)
          byLink.push(await client[call](`/api/teams/invitations/${id}`))
      t.same(
        byLink.map(({ status }) => status),
        Array(6).fill(404),
      )
      const link = await invitationOf(app, team, { email })
      const people = (await owner.client.get(`/api/teams/people?query=${email}`)).body
      const shown = JSON.stringify([people, team, updated, listed, byLink.map(({ body }) => body)])
      t.notMatch(shown, link, 'the secret of the link')
      answers.push(
        shown
          .replaceAll(email, 'email')
          .replaceAll(id, 'invitation')
          .replaceAll(team.id, 'team')
          .replaceAll('Project (1)', 'Project')
          .replace(/\d{4}-\d\d-\d\dT[^"]+|"etag":"[^"]*"/g, 'time'),
      )
    }
    t.equal(answers[0], answers[1])
    t.same(await sharedWith(known), [], 'no member unasked')
  },
)

t.test('teams: an account invites 30 new contacts a day, besides colleagues; administrators any number', async (t) => {
  const [owner, colleague, admin] = [await signUp(app), await signUp(app), await newAdmin(app)]
  await teamWith(owner, [[colleague, 'can_view']], 'First')
  t.equal((await invite(owner, newContacts(0, 28))).status, 201)
  const limited = (text: RegExp) => ({
    status: 422,
    body: { code: 'invitations-limit', errors: { invitations: [text] } },
  })
  t.match(await invite(owner, newContacts(100, 2)), limited(/invite 1 of 30 .* 24 h/), 'the 31st')
  t.match(await invite(colleague, newContacts(300, 31)), limited(/invite 30 of 30 /), 'at once')
  t.equal((await invite(owner, newContacts(400, 1))).status, 201)
  t.match(await invite(owner, newContacts(401, 1)), limited(/invite 0 of 30 /))
  t.equal((await invite(owner, [colleague.email])).status, 201)
  const rejected = await db.query("select 1 from team_invitations where email = 'contact100@example.org'")
  t.same(rejected, [], 'nothing is stored')
  t.equal((await invite(admin, newContacts(200, 40))).status, 201)
  const found = await owner.client.get<{ data: unknown[] }>('/api/teams/people?query=contact27')
  t.match(found.body.data, [{ data: { id: null, attributes: { email: 'contact27@example.org', name: '' } } }])
})

/** Somebody accepts an invitation by its link before they have an account with that email. */
const acceptWithoutAccount = async (owner: Actor, email: string) => {
  const team = await createTeam(owner, [[{ email }, 'can_view']])
  t.equal((await anonymous(app).put(`/api/teams/invitations/${await invitationOf(app, team, { email })}`)).status, 200)
  return team
}
/** The account's email becomes this one, proven. */
const becomes = async ({ id }: Actor, email: string) => {
  await db.query('update users set email = $2, email_proven_at = now() where id = $1', [id, email])
  await db.transaction(async (tx) => tx.emit('users.verified', { userId: id }))
  const closed = `select 1 from team_invitations where email = $1 and status = 'accepted'`
  await poll(async () => (await db.query(closed, [email])).length > 0)
}

t.test('teams: an accepted invitation is fulfilled while the folder is in the trash', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const email = `trash${Date.now()}@example.org`
  const { id } = await acceptWithoutAccount(owner, email)
  const items = [{ id, type: 'folder' }]
  t.equal((await owner.client.post('/api/remove', { items })).status, 200)
  await becomes(ann, email)
  t.same(await sharedWith(ann), [])
  t.equal((await owner.client.post('/api/trash/restore', { items })).status, 200)
  t.same(await sharedWith(ann), [id])
})

t.test('teams: an owner whose email becomes an invited one stays the owner', async (t) => {
  const owner = await signUp(app)
  const [waiting, pending] = [`second${Date.now()}@example.org`, `third${Date.now()}@example.org`]
  const first = await acceptWithoutAccount(owner, waiting)
  const second = await createTeam(owner, [[{ email: pending }, 'can_view']])
  await becomes(owner, waiting)
  await db.query('update users set email = $2 where id = $1', [owner.id, pending])
  const path = `/api/teams/invitations/${await invitationOf(app, second, { email: pending })}`
  t.equal((await anonymous(app).put(path)).status, 200)
  t.same(await sharedWith(owner), [])
  for (const { id } of [first, second]) {
    const { body } = await owner.client.get<{ meta: { invitations: Invitation[] } }>(`/api/teams/folders/${id}/members`)
    t.same(body.meta.invitations, [], 'closed')
  }
})
