import t from 'tap'
import { type Actor, proveEmail, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { eventually } from '../../../tests/support/poll.ts'
import { createTeam, invitationOf } from '../../../tests/support/teams.ts'
import type { Notification } from '../contract.ts'

const app = await testApp(t)

const categories = async ({ client }: Actor): Promise<(string | null)[][]> =>
  (await client.get<{ data: { data: Notification }[] }>('/api/notifications')).body.data.map(
    ({ data: { attributes } }) => [attributes.category, attributes.action?.type ?? null],
  )

t.test('clearing keeps the invitations that can still be answered, and only those', async (t) => {
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  for (const person of [ann, bob]) await proveEmail(person)
  const team = await createTeam(owner, [
    [ann, 'can_edit'],
    [bob, 'can_view'],
  ])
  const declined = await createTeam(owner, [[ann, 'can_view']], 'Other')
  const invitation = ['team-invitation', 'invitation']
  await eventually(t, () => categories(ann), [invitation, invitation])
  await app.coffer.notifications.create({ userId: ann.id, category: 'gift', template: 'remoteUploadDone' })
  t.equal((await ann.client.delete(`/api/teams/invitations/${await invitationOf(app, declined, ann)}`)).status, 200)
  t.equal((await categories(ann)).length, 3)

  t.equal((await ann.client.delete('/api/notifications')).status, 200)
  t.same(await categories(ann), [invitation])
  t.same(await categories(bob), [invitation], 'those of others stay')
  t.equal((await ann.client.put(`/api/teams/invitations/${await invitationOf(app, team, ann)}`)).status, 200)
  t.equal((await ann.client.delete('/api/notifications')).status, 200)
  t.same(await categories(ann), [], 'answered')

  t.equal((await owner.client.delete(`/api/teams/folders/${team.id}`)).status, 200)
  t.equal((await bob.client.delete('/api/notifications')).status, 200)
  t.same(await categories(bob), [], 'ended with its folder')
})

t.test('an invitation to a former email of the account has no buttons, and is cleared', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  await createTeam(owner, [[ann, 'can_view']])
  await eventually(t, () => categories(ann), [['team-invitation', 'invitation']])
  await app.coffer.platform.db.query('update users set email = $2 where id = $1', [ann.id, `new-${ann.email}`])
  t.same(await categories(ann), [['team-invitation', null]])
  t.equal((await ann.client.delete('/api/notifications')).status, 200)
  t.same(await categories(ann), [])
})
