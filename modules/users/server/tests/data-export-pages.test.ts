import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { downloadExport, prepareExport } from '../../../../tests/support/data-exports.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'

const rows = 200_000
const small = 1_500

t.test('export: long lists are read in pages, and nothing of them is stored', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Folder')
  const log = `insert into share_access_log (share_id, action, visitor)
    select $1, 'opened', 'browser ' || n from generate_series(1, $2::int) n`
  for (const [at, count] of [rows, small].entries()) {
    const link = await makeShare(owner, { id: folder, type: 'folder' }, { slug: `popular-link-${at}` })
    await db.query(log, [link.id, count])
  }
  // All of one microsecond: the key has to tell them apart.
  await db.query(
    `insert into notifications (user_id, category, template) select $1, 'gift', 'gift' from generate_series(1, $2::int)`,
    [owner.id, small],
  )
  await db.query(`insert into audit_log (actor_id, action) select $1, 'test.done' from generate_series(1, $2::int)`, [
    owner.id,
    small,
  ])
  let largest = 0
  const { query } = db
  t.teardown(() => {
    db.query = query
  })
  db.query = async <Row extends object>(...given: Parameters<typeof query>) => {
    const found = await query.call(db, ...given)
    largest = Math.max(largest, found.length)
    return found as Row[]
  }
  await prepareExport(owner)
  t.ok(largest < 100, `the job reads no rows (${largest})`)
  const { files } = await downloadExport(t, owner)
  t.equal(largest, 1_000, 'rows of a page')
  const list = (path: string) => JSON.parse(files[`data/${path}.json`] ?? '') as { occurred_at: string }[]
  t.equal(list('sharing/access_log').length, rows + small)
  t.equal(list('notifications/notifications').length, small)
  t.ok(list('account/audit_log').length > small)
  const [row] = await db.query<{ bytes: number }>('select length(d::text) as bytes from data_exports d')
  t.ok(row && row.bytes < 200, 'only the request is stored')

  const reading = new AbortController()
  const download = (options = {}) => owner.client.fetch('/api/user/export/download', options)
  const first = await download({ signal: reading.signal })
  t.equal(first.status, 200)
  const second = await download()
  t.match([second.status, second.headers.get('retry-after')], [429, '30'], 'one at a time')
  reading.abort()
  const isFree = async () => (await download({ method: 'HEAD' })).status === 200
  for (const after of ['GET', 'HEAD']) t.ok(await poll(isFree), `again after ${after}`)
})
