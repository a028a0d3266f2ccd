import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
import { teamsChanged } from '../../contract.ts'

const app = await testApp(t)
const { db, events, realtime } = app.coffer.platform

t.test('teams: members are notified of changed team folders only, not of all that their owner changes', async (t) => {
  const [owner, ann] = [await signUp(app), await signUp(app)]
  const [a, b] = [await teamWith(owner, [[ann, 'can_view']], 'A'), await teamWith(owner, [[ann, 'can_view']], 'B')]
  await teamWith(owner, [[ann, 'can_view']], 'C')
  await seedFolder(db, owner.id, 600)
  const archive = await seedOneFolder(db, owner.id, 'Archive')
  await events.settled()
  const published = t.capture(realtime, 'publishToAll', realtime.publishToAll)
  /** The team folders that are published, each with its readers, once the call and its operation are done. */
  const changedBy = async (path: string, body: object) => {
    const { status } = await owner.client.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${status}`)
    const running = `select 1 from operations where owner_id = $1 and state not in ('done', 'failed', 'cancelled')`
    await poll(async () => (await db.query(running, [owner.id])).length === 0)
    await events.settled()
    return published().flatMap(({ args: [userIds, { event, ids }] }) =>
      event === teamsChanged ? [[ids.folderId, ...userIds]] : [],
    )
  }
  const operations = () => db.query(`select kind from operations where owner_id = $1 and background`, [owner.id])
  const select = (view: string, parent_id: string | null, except: string[] = []) => ({
    selection: { view, parent_id, except },
  })
  const changed = (team: { id: string }) => [[team.id, owner.id, ann.id]]
  const toArchive = { items: [{ id: b.id, type: 'folder' }], to_id: archive }

  t.same(await changedBy('/api/remove', { ...select('files', null, [archive]), force_delete: false }), [])
  t.same(await operations(), [{ kind: 'trash' }], 'in the background')
  const items = [{ id: a.id, type: 'folder', force_delete: false }]
  t.same(await changedBy('/api/remove', { items }), changed(a))
  t.same(await changedBy('/api/trash/restore', select('trash', null)), changed(a), 'with 600 files, in the background')
  t.match(await operations(), { length: 2 })
  t.same(await changedBy('/api/move', toArchive), changed(b))
  t.same(await changedBy('/api/remove', { ...select('files', archive), force_delete: false }), changed(b), 'all in it')
  t.same(await changedBy('/api/trash/restore', select('trash', null)), changed(b))
  const above = [{ id: archive, type: 'folder', force_delete: false }]
  t.same(await changedBy('/api/remove', { items: above }), changed(b), 'the folder that it is in')
})
