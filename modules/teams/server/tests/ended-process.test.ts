import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailedLink } from '../../../../tests/support/mail-folder.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { createTeam, invitationOf, sharedWith } from '../../../../tests/support/teams.ts'

t.test('teams: a process that ends right after the commit loses neither the email nor the membership', async (t) => {
  const app = await testApp(t)
  const { events } = app.coffer.platform
  const owner = await signUp(app)
  const email = `later${Date.now()}@example.org`
  const person = await signUp(app, { email: `other${Date.now()}@example.org` })
  const listeners = t.intercept(events, 'emit', { configurable: true, value: () => undefined })
  const team = await createTeam(owner, [[{ email }, 'can_view']])
  const link = new URL(await mailedLink(app.dataDir, email, '/team-folder-invitation/'))
  t.match(link.pathname, await invitationOf(app, team, { email }))
  const id = link.pathname.split('/').at(-1)
  t.equal((await anonymous(app).put(`/api/teams/invitations/${id}`)).status, 200)
  await app.coffer.platform.db.transaction(async (tx) => {
    await tx.query('update users set email = $2, email_proven_at = now() where id = $1', [person.id, email])
    tx.emit('users.verified', { userId: person.id })
  })
  await poll(async () => (await sharedWith(person)).includes(team.id))
  t.equal(listeners().length > 0, true)
})

t.test('events: a server that stops waits for the listeners of what it has committed', async (t) => {
  const app = await testApp(t)
  const { events } = app.coffer.platform
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isDone = false
  events.on('users.verified', async () => {
    begun.resolve()
    await released.promise
    await app.coffer.platform.db.query('select 1')
    isDone = true
  })
  events.emit('users.verified', { userId: '00000000-0000-4000-8000-000000000000' })
  await begun.promise
  const closing = app.close().then(() => 'closed')
  t.equal(await Promise.race([closing, setTimeout(2_000, 'waiting')]), 'waiting')
  released.resolve()
  await closing
  t.equal(isDone, true)
})
