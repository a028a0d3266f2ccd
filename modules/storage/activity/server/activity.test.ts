import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'
import { setMembers, teamWith, uploadText } from '../../../../tests/support/teams.ts'
import type { Activity } from '../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

interface Listed {
  data: { data: Activity }[]
  meta: { nextCursor: string | null }
}

const read = (who: Actor, folder: string, cursor?: string) =>
  who.client.get<Listed>(`/api/browse/activity/${folder}${cursor ? `?cursor=${cursor}` : ''}`)
/** Entries as `actor action count: names`, newest first. */
const activityOf = async (who: Actor, folder: string) =>
  (await read(who, folder)).body.data.map(({ data: { attributes, relationships } }) => {
    const actor = relationships.actor.data
    const names = relationships.items.data.map(({ name }) => name).sort()
    return `${actor.attributes ? actor.id : actor.type} ${attributes.action} ${attributes.count}: ${names.join(', ')}`
  })
const ref = (id: string, type = 'file') => ({ id, type })

t.test('activity: each action is in the folders it changed, by its actor', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Work')
  const target = await makeFolder(owner, 'Done')
  const [first, second] = [
    (await uploadText(owner, folder, 'one.txt')).body.data.id,
    (await uploadText(owner, folder, 'two.txt')).body.data.id,
  ]
  await owner.client.patch(`/api/rename/${first}`, { name: 'uno.txt', type: 'file' })
  await owner.client.post('/api/move', { items: [ref(first)], to_id: target })
  await owner.client.post('/api/remove', { items: [ref(second)] })
  await owner.client.post('/api/trash/restore', { items: [ref(second)] })
  await owner.client.post('/api/copy', { items: [ref(second)], to_id: target })
  t.same(await activityOf(owner, folder), [
    `${owner.id} restored 1: two.txt`,
    `${owner.id} trashed 1: two.txt`,
    `${owner.id} moved-out 1: uno.txt`,
    `${owner.id} renamed 1: uno.txt`,
    `${owner.id} added 2: two.txt, uno.txt`,
  ])
  t.same(await activityOf(owner, target), [`${owner.id} added 1: two.txt`, `${owner.id} moved-in 1: uno.txt`])
  t.same(await activityOf(owner, 'all'), [`${owner.id} folder-created 2: Done, Work`])
  t.equal((await owner.client.patch(`/api/rename/${second}`, { name: 'a/b', type: 'file' })).status, 422)
  t.equal((await activityOf(owner, folder)).length, 5, 'a rejected change leaves nothing')
})

t.test(
  'activity: an item that is renamed again counts once; a move names the folder, to those who may open it',
  async (t) => {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const team = await teamWith(owner, [[member, 'can_edit']])
    const [spain, inside] = [await makeFolder(owner, 'Spain'), await makeFolder(owner, 'Inside', team.id)]
    const ids: string[] = []
    for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.push((await uploadText(owner, team.id, name)).body.data.id)
    for (const name of ['one.txt', 'two.txt', 'three.txt'])
      await owner.client.patch(`/api/rename/${ids[0]}`, { name, type: 'file' })
    await owner.client.patch(`/api/rename/${ids[1]}`, { name: 'other.txt', type: 'file' })
    t.equal((await activityOf(owner, team.id))[0], `${owner.id} renamed 2: other.txt, three.txt`)
    await owner.client.post('/api/move', { items: [ref(ids[0] as string)], to_id: spain })
    await owner.client.post('/api/move', { items: [ref(ids[1] as string)], to_id: null })
    await owner.client.post('/api/move', { items: [ref(ids[2] as string)], to_id: inside })
    const targetsOf = async (who: Actor) =>
      (await read(who, team.id)).body.data
        .filter(({ data }) => data.attributes.action === 'moved-out')
        .map(({ data }) => data.relationships.target.data)
    t.same(await targetsOf(owner), [
      { id: inside, name: 'Inside' },
      { id: null, name: null },
      { id: spain, name: 'Spain' },
    ])
    t.same(await targetsOf(member), [{ id: inside, name: 'Inside' }, null, null])
  },
)

t.test('activity: what is counted together has the time of the last action', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Work')
  await uploadText(owner, folder, 'one.txt')
  const started = (
    await db.query<{ at: Date }>(
      `update folder_activity set created_at = now() - interval '50 minutes' where folder_id = $1 returning created_at as at`,
      [folder],
    )
  )[0]?.at
  const entry = async () => (await read(owner, folder)).body.data.map(({ data: { attributes } }) => attributes)
  t.match(await entry(), [{ count: 1, created_at: started?.toISOString() }])
  const before = (await db.now()).toISOString()
  await uploadText(owner, folder, 'two.txt')
  const [group, ...others] = await entry()
  t.match(group, { action: 'added', count: 2 })
  t.ok((group?.created_at ?? '') >= before, `${group?.created_at} is not before ${before}`)
  t.same(others, [])
})

t.test('activity: a bulk operation has one row per folder', async (t) => {
  const owner = await signUp(app)
  const [from, to] = [await makeFolder(owner, 'From'), await makeFolder(owner, 'To')]
  await Promise.all(Array.from({ length: 40 }, (_, n) => uploadText(owner, from, `${n}.txt`)))
  const added = await db.query<{ count: number }>('select count from folder_activity where folder_id = $1', [from])
  t.equal(
    added.reduce((sum, { count }) => sum + count, 0),
    40,
  )
  t.ok(added.length < 10, `parallel uploads share rows (${added.length})`)
  await owner.client.post('/api/move', { selection: { view: 'files', parent_id: from, except: [] }, to_id: to })
  const moved = await poll(async () => {
    const rows = await db.query<{ action: string; count: number; n: number }>(
      `select action, count, cardinality(item_ids) as n from folder_activity where folder_id = any($1) and action like 'moved%'
       order by action`,
      [[from, to]],
    )
    return rows.length > 0 && rows
  })
  t.same(moved, [
    { action: 'moved-in', count: 40, n: 3 },
    { action: 'moved-out', count: 40, n: 3 },
  ])
})

t.test('activity: pages follow each other without gaps', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Long')
  await db.query(
    `insert into folder_activity (owner_id, folder_id, actor_id, by_visitor, action, count, item_ids, created_at)
     select $1, $2, $1, false, 'added', n, '{}', now() - (n / 3) * interval '1 minute' from generate_series(1, 70) n`,
    [owner.id, folder],
  )
  const counts: number[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = (await read(owner, folder, cursor)).body
    counts.push(...data.map(({ data }) => data.attributes.count))
    cursor = meta.nextCursor ?? undefined
  } while (cursor)
  t.same(
    counts.sort((one, other) => one - other),
    Array.from({ length: 70 }, (_, n) => n + 1),
  )
  t.match(await read(owner, folder, 'x'), { status: 422, body: { code: 'invalid-cursor' } })
})

t.test('activity: members see what they may open, former members and visitors nothing', async (t) => {
  const [owner, member, other] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_edit']])
  const secret = (await uploadText(owner, team.id, 'secret.txt')).body.data.id
  const trashed = (await uploadText(owner, team.id, 'trashed.txt')).body.data.id
  await uploadText(member, team.id, 'ours.txt')
  const private_ = await makeFolder(owner, 'Private')
  await owner.client.post('/api/move', { items: [ref(secret)], to_id: private_ })
  await owner.client.post('/api/remove', { items: [ref(trashed)] })
  const share = await makeShare(owner, ref(team.id, 'folder'))
  await anonymous(app).get(`/api/sharing/folders/all/${share.token}`)
  const ofMember = [
    `${owner.id} trashed 1: `,
    `${owner.id} moved-out 1: `,
    `${member.id} added 1: ours.txt`,
    `${owner.id} added 2: `,
  ]
  t.same(await activityOf(member, team.id), ofMember, 'names of items elsewhere are hidden')
  await poll(async () => (await activityOf(owner, team.id)).length === 6)
  t.same((await activityOf(owner, team.id)).slice(0, 3), [
    'visitor link-opened 1: Project',
    `${owner.id} link-created 1: Project`,
    `${owner.id} trashed 1: trashed.txt`,
  ])
  t.equal((await read(member, private_)).status, 404)
  t.equal((await read(other, team.id)).status, 404)
  t.equal((await anonymous(app).get(`/api/browse/activity/${team.id}`)).status, 401)
  await setMembers(owner, team.id, [])
  t.equal((await read(member, team.id)).status, 404, 'removed')
  await db.query('delete from users where id = $1', [member.id])
  t.ok((await activityOf(owner, team.id)).includes('deleted added 1: ours.txt'), 'a deleted account')
})

t.test('activity: the job deletes what is older than the setting, in batches', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Old')
  await db.query(
    `insert into folder_activity (owner_id, folder_id, actor_id, by_visitor, action, count, item_ids, created_at)
     select $1, $2, $1, false, 'added', 1, '{}', now() - n * interval '1 day' from generate_series(179, 182) n,
       generate_series(1, 2600)`,
    [owner.id, folder],
  )
  const { settings, jobs } = app.coffer.platform
  await settings.set({ activity_retention_days: 0 })
  t.same(await jobs.runNow('delete-old-activity'), { removed: 0 }, '0: unlimited')
  await settings.set({ activity_retention_days: 180 })
  t.same(await jobs.runNow('delete-old-activity'), { removed: 7_800 }, 'of 180, 181 and 182 days ago')
})

t.test('activity: a page reads an index, however long the list is', async (t) => {
  const owner = await signUp(app)
  await db.query(
    `insert into folder_activity (owner_id, folder_id, actor_id, by_visitor, action, count, item_ids, created_at)
     select $1, null, $1, false, 'added', 1, '{}', now() - n * interval '1 minute' from generate_series(1, 20000) n`,
    [owner.id],
  )
  await db.query('analyze folder_activity')
  const plan = await db.query<{ 'QUERY PLAN': string }>(
    `explain select * from folder_activity where coalesce(folder_id, owner_id) = '${owner.id}' and action <> all('{}')
     order by created_at desc, id desc limit 31`,
  )
  t.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /Index Scan using folder_activity_location_index/)
})
