import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { lockItems, waitsForLock } from '../../../../tests/support/locks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { createTeam, setMembers, teamWith, uploadText } from '../../../../tests/support/teams.ts'
import { itemsChanged } from '../../../storage/contract.ts'
import { teamsChanged } from '../../contract.ts'

const app = await testApp(t)
const { db, settings } = app.coffer.platform

t.test('teams: the member limit of fixed plans holds for 20 parallel invitations', async (t) => {
  await settings.set({ subscription_type: 'fixed', default_max_team_member: 5 })
  t.teardown(() => settings.set({ subscription_type: 'none', default_max_team_member: 10 }))
  const owner = await signUp(app)
  await createTeam(owner, [[{ email: 'zero@example.org' }, 'can_view']])
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      owner.client.post('/api/teams/folders', {
        name: `Team ${n}`,
        invitations: [{ email: `p${n}@example.org`, permission: 'can_view', type: 'invitation' }],
      }),
    ),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 4)
  // A busy database rejects some as unavailable.
  const limited = answers.find(({ status }) => status === 422)
  t.match(limited?.body, { code: 'members-limit', errors: { invitations: [/./] } })
  const [row] = await db.query<{ n: number }>(
    'select count(distinct email)::int as n from team_invitations where inviter_id = $1',
    [owner.id],
  )
  t.equal(row?.n, 5)
})

t.test('teams: members’ tabs are notified; a removed member loses access and events at once', async (t) => {
  const second = await testApp(t, { db: app.db, dataDir: app.dataDir })
  const [owner, ann, bob] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [ann, 'can_edit'],
    [bob, 'can_view'],
  ])
  const elsewhere = { ...ann, client: Object.assign(anonymous(second), {}) }
  await elsewhere.client.post('/login', { email: ann.email, password: ann.password })
  const [anns, bobs] = [await testSocket(t, second, elsewhere.client), await testSocket(t, app, bob.client)]
  const file = await uploadText(owner, team.id, 'seen.txt')
  const seen = async (socket: typeof anns) => {
    for (;;) if ((await socket.next<{ parent_id: string | null }>(itemsChanged)).parent_id === team.id) return
  }
  // The second one is in another process.
  await Promise.all([seen(bobs), seen(anns)])
  const url = file.body.data.attributes.file_url
  t.equal((await elsewhere.client.fetch(url, { headers: { range: 'bytes=0-3' } })).status, 206)
  await setMembers(owner, team.id, [{ id: bob.id, permission: 'can_view' }])
  t.same(await anns.next(teamsChanged), { folder_id: team.id })
  await poll(async () => (await elsewhere.client.fetch(url, { headers: { range: 'bytes=4-8' } })).status === 404)
  const count = anns.count(itemsChanged)
  await uploadText(owner, team.id, 'unseen.txt')
  await seen(bobs)
  t.equal(anns.count(itemsChanged), count, 'no event for the former member')
})

t.test('teams: a permission change racing 200 uploads: nothing is stored after it was answered', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[ann, 'can_edit']])
  let started = 0
  const statuses: number[] = []
  const work = async (): Promise<void> => {
    while (started < 200) statuses.push((await uploadText(ann, team.id, `file ${started++}.txt`)).status)
  }
  const workers = Array.from({ length: 8 }, work)
  await poll(() => started > 40)
  const lowered = await setMembers(owner, team.id, [{ id: ann.id, permission: 'can_view' }])
  t.equal(lowered.status, 200)
  const [answeredAt] = await db.query<{ n: number }>('select count(*)::int as n from items where parent_id = $1', [
    team.id,
  ])
  await Promise.all(workers)
  const [after] = await db.query<{ n: number }>('select count(*)::int as n from items where parent_id = $1', [team.id])
  t.equal(after?.n, answeredAt?.n)
  t.equal(statuses.filter((status) => status === 201).length, after?.n)
  t.ok(statuses.includes(403))
})

t.test('teams: a folder that is moved into a team folder meanwhile does not become one', async (t) => {
  const owner = await signUp(app)
  const [ann, invitations] = [
    await signUp(app),
    [{ type: 'invitation', email: 'x@example.org', permission: 'can_view' }],
  ]
  const outer = await teamWith(owner, [[ann, 'can_view']])
  const { body } = await owner.client.post<{ data: { id: string } }>('/api/create-folder', { name: 'Inner' })
  const folder = body.data.id
  const { answer } = await db.transaction(async (tx) => {
    await lockItems(tx, owner.id)
    await tx.query('update items set parent_id = $2 where id = $1', [folder, outer.id])
    const answer = owner.client.post(`/api/teams/folders/${folder}/convert`, { invitations })
    await Promise.race([waitsForLock(db), answer])
    return { answer }
  })
  t.match(await answer, { status: 422, body: { code: 'already-team-folder' } })
})
