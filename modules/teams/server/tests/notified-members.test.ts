import t from 'tap'
import { type Actor, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { teamWith } from '../../../../tests/support/teams.ts'

const sink = await mailSink(t)
const app = await testApp(t, { env: { MAIL_URL: sink.url } })
const { db, jobs, realtime } = app.coffer.platform

/** The parts of a notification that these tests read. */
interface Attributes {
  title: string
  description: string
  action: { type: string; params: { route?: string; id?: string | null } } | null
}
const notified = async ({ client }: Actor): Promise<Attributes[]> => {
  const { data } = (await client.get<{ data: { data: { attributes: Attributes } }[] }>('/api/notifications')).body
  return data.map(({ data }) => data.attributes).filter(({ action }) => action?.type !== 'invitation')
}
/** Notifications of a person about changes by the owner of a team folder, newest first. */
const told = async (person: Actor) =>
  (await notified(person))
    .map(({ description }) => description)
    .filter((text) => /^Ada Lovelace (changed|removed|dissolved) /.test(text))
const ada = () => signUp(app, { name: 'Ada Lovelace' })

t.test('teams: members are notified when they are removed and when their permission changes', async (t) => {
  const [owner, ann, bob, eve] = [await ada(), await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(
    owner,
    [
      [ann, 'can_edit'],
      [bob, 'can_view'],
      [eve, 'can_edit'],
    ],
    'Apollo',
  )
  const path = `/api/teams/folders/${team.id}`
  const socket = await testSocket(t, app, ann.client)
  const change = async (changes: object) => t.equal((await owner.client.patch(path, { changes })).status, 200)
  await change({ members: [{ id: ann.id, permission: 'can_view' }] })
  const { attributes } = await socket.next<{ attributes: Attributes }>('notification')
  t.match(attributes, {
    category: 'team-invitation',
    title: 'Your permission changed',
    description: 'Ada Lovelace changed your permission for “Apollo” to “Can view”.',
  })
  t.match(attributes.action, { type: 'route', params: { route: 'SharedWithMe', id: team.id } })
  await change({ members: [{ id: ann.id, permission: 'can_edit' }] })
  await change({ members: [{ id: ann.id, permission: 'can_edit' }] })
  const changed = [
    'Ada Lovelace changed your permission for “Apollo” to “Can edit”.',
    'Ada Lovelace changed your permission for “Apollo” to “Can view”.',
  ]
  t.same(await told(ann), changed, 'once for each change')

  await change({ removed: [ann.id], members: [{ id: bob.id, permission: 'can_edit' }] })
  t.same(await told(ann), ['Ada Lovelace removed you from “Apollo”.', ...changed])
  t.same(await told(bob), changed.slice(0, 1))
  const [removed, ...earlier] = (await notified(ann)).map(({ action }) => action)
  t.match(removed, { type: 'route', params: { route: 'SharedWithMe', id: null } })
  t.ok(earlier.length >= changed.length)
  t.ok(
    earlier.every((action) => action === null),
    'none leads to the folder any more, nor that of the invitation',
  )
  t.equal((await owner.client.patch(`/api/rename/${team.id}`, { name: 'Secret', type: 'folder' })).status, 200)
  t.notMatch(JSON.stringify(await notified(ann)), 'Secret')
  await ann.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  t.equal((await notified(ann))[0]?.description, 'Ada Lovelace hat dich aus „Apollo“ entfernt.')

  t.equal((await eve.client.delete(`${path}/leave`)).status, 200)
  t.same(await told(eve), [], 'who leaves is not told')
  t.same((await told(owner)).length, 0)
})

t.test('teams: members are notified when a team folder is dissolved, also with its owner’s account', async (t) => {
  const [owner, ann] = [await ada(), await signUp(app)]
  const [first, second] = [
    await teamWith(owner, [[ann, 'can_edit']], 'Apollo'),
    await teamWith(owner, [[ann, 'can_view']], 'Gemini'),
  ]
  t.equal((await owner.client.delete(`/api/teams/folders/${first.id}`)).status, 200)
  t.equal((await owner.client.delete(`/api/teams/folders/${first.id}`)).status, 404)
  const [dissolved] = await notified(ann)
  t.match(dissolved, {
    title: 'Team folder dissolved',
    description: 'Ada Lovelace dissolved the team folder “Apollo”.',
  })
  t.match(dissolved?.action, { params: { route: 'SharedWithMe', id: null } })
  await db.query("update users set deletion_at = now() - interval '1 second' where id = $1", [owner.id])
  await jobs.runNow('delete-accounts')
  t.same(await told(ann), [
    'Ada Lovelace dissolved the team folder “Gemini”.',
    'Ada Lovelace dissolved the team folder “Apollo”.',
  ])
  t.notMatch(JSON.stringify(await notified(ann)), second.id)
})

t.test(
  'teams: members are notified when a team folder is deleted permanently, not while it is in the trash',
  async (t) => {
    const [owner, ann, bob] = [await ada(), await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[ann, 'can_edit']], 'Apollo')
    const old = await teamWith(owner, [[ann, 'can_view']], 'Gemini')
    await owner.client.patch(`/api/teams/folders/${team.id}`, {
      changes: {
        members: [{ id: ann.id, permission: 'can_view' }],
        invitations: [{ email: bob.email, permission: 'can_view' }],
      },
    })
    const remove = (id: string, force_delete: boolean) =>
      owner.client.post('/api/remove', { items: [{ id, type: 'folder' }], force_delete })
    for (const { id } of [team, old]) t.match(await remove(id, false), { status: 200 })
    t.notMatch(JSON.stringify(await told(ann)), 'dissolved')
    t.match(await remove(team.id, true), { status: 200 })
    const apollo = 'Ada Lovelace dissolved the team folder “Apollo”.'
    t.equal((await told(ann))[0], apollo)
    t.notMatch(JSON.stringify(await notified(ann)), team.id, 'nothing leads to it any more')
    const [invitation] = await db.query('select 1 from team_invitations where folder_id = $1', [team.id])
    t.equal(invitation, undefined)
    await db.query("update items set trashed_at = now() - interval '100 days' where id = $1", [old.id])
    await jobs.runNow('purge-trash')
    t.equal((await told(ann))[0], 'Ada Lovelace dissolved the team folder “Gemini”.', 'by the retention of the trash')
  },
)

t.test('teams: a choice for team folders applies; by email with the daily digest', async (t) => {
  const [owner, ann, bob] = [await ada(), await signUp(app), await signUp(app)]
  const team = await teamWith(
    owner,
    [
      [ann, 'can_edit'],
      [bob, 'can_edit'],
    ],
    'Apollo',
  )
  const choose = ({ client }: Actor, channel: string) =>
    client.patch('/api/notifications/settings', { category: 'team-invitation', channel })
  await choose(ann, 'mail')
  await proveEmail(ann)
  await choose(bob, 'off')
  t.equal((await owner.client.delete(`/api/teams/folders/${team.id}`)).status, 200)
  t.same(await told(bob), [])
  await jobs.runNow('send-daily-digests')
  const { message } = await sink.next(ann.email, ({ message }) => /dissolved/.test(message.subject ?? ''))
  t.match(message.text, 'Ada Lovelace dissolved the team folder “Apollo”.')
})

t.test('teams: 1,200 members are notified at once', async (t) => {
  const [owner, ann] = [await ada(), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  await db.query(
    `with created as (
       insert into users (email, first_name, color, password_hash)
       select 'many' || n || '@example.org', 'Many ' || n, '#000000', null from generate_series(1, 1200) n returning id
     ) insert into team_members (folder_id, user_id, permission) select $1, id, 'can_view' from created`,
    [team.id],
  )
  const published = t.capture(realtime, 'publishToAll', realtime.publishToAll)
  t.equal((await owner.client.delete(`/api/teams/folders/${team.id}`)).status, 200)
  const [stored] = await db.query(
    `select count(*)::int as all, count(distinct user_id)::int as people from notifications
     where template = 'teamDissolved' and params->>'folder' = 'Project'`,
  )
  t.same(stored, { all: 1_201, people: 1_201 })
  const sent = published().filter(({ args }) => args[1].event === 'notification')
  t.same(
    sent.map(({ args }) => args[0].length),
    [1_201],
    'by one message',
  )
})
