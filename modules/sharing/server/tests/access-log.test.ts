import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { limitDeletes } from '../../../../tests/support/limit-deletes.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { FolderLevel, Item, Listing } from '../../../storage/contract.ts'
import type { ShareLink } from '../../contract.ts'
import { visitSql } from '../services/add-visit.ts'
import type { ShareAccess } from '../services/share-access.ts'
import { newestLinksSql } from '../services/share-link-lists.ts'

const app = await testApp(t)
const owner = await signUp(app)

t.test('access log: lists who opened and downloaded, for the owner only', async (t) => {
  const file = await putFile(owner, 'told.txt', 'told')
  const { token } = await makeShare(owner, file)
  const visitor = anonymous(app)
  const seen = await visitor.get<{ data: Item }>(`/api/sharing/file/${token}`)
  await (await visitor.fetch(seen.body.data.attributes.file_url ?? '')).text()
  const read = () =>
    owner.client.get<{ data: { action: string; completed: boolean; ip: string }[] }>(`/api/share/${token}/log`)
  for (let n = 0; n < 3_000 && !(await read()).body.data[0]?.completed; n++) await new Promise((r) => setTimeout(r, 20))
  const { data } = (await read()).body
  t.same(
    data.map(({ action, completed }) => [action, completed]),
    [
      ['downloaded', true],
      ['opened', true],
    ],
  )
  t.match(data[0]?.ip, /\.0$/)
  t.equal((await (await signUp(app)).client.get(`/api/share/${token}/log`)).status, 404)
})

t.test(
  'shared items: badges in lists, listed with their newest link, access log as CSV without formulas (A64)',
  async (t) => {
    const person = await signUp(app)
    const files = []
    for (const name of ['=cmd.txt', 'b.txt', 'c.txt']) files.push(await putFile(person, name, name))
    const [first, second] = files as [Item, Item, Item]
    const one = await makeShare(person, first)
    await makeShare(person, second)
    await makeShare(person, second)
    const root = await person.client.get<Listing>('/api/browse/folders/all?sort=name&direction=ASC')
    t.same(
      root.body.data.map(
        ({ data }) => (data.relationships.shared as { meta: { links: number } } | undefined)?.meta.links,
      ),
      [1, 2, undefined],
    )
    const names: string[] = []
    for (let cursor = ''; ; ) {
      const page = await person.client.get<Listing>(`/api/browse/share?per_page=1${cursor}`)
      t.equal(page.body.meta.paginate.total, 2)
      names.push(...page.body.data.map(({ data }) => data.attributes.name))
      const { nextCursor } = page.body.meta.paginate
      if (!nextCursor) break
      cursor = `&cursor=${nextCursor}`
    }
    t.same(names, ['b.txt', '=cmd.txt'])
    await (await anonymous(app).fetch(`/file/${first.id}?share=${one.token}`)).text()
    const log = () => person.client.get<string>(`/api/share/${one.token}/log.csv`)
    for (let n = 0; n < 3_000 && !(await log()).body.includes(',yes,'); n++) await new Promise((r) => setTimeout(r, 20))
    const csv = await log()
    t.match(csv.body, /,downloaded,'=cmd\.txt,8,/)
    const qr = await person.client.get<{ data: { svg: string } }>(`/api/share/${one.token}/qr`)
    t.match(qr.body.data.svg, /^<svg/)
  },
)

t.test('folder tree: a shared folder has the badge “shared”, another has none', async (t) => {
  const person = await signUp(app)
  const [plain, shared] = [await makeFolder(person, 'a'), await makeFolder(person, 'b')]
  await makeShare(person, { id: shared, type: 'folder' })
  const { body } = await person.client.get<FolderLevel>('/api/browse/subfolders/all')
  t.strictSame(
    body.data.map(({ id, badges }) => [id, badges]),
    [
      [plain, undefined],
      [shared, ['shared']],
    ],
  )
})

t.test('access log: a visit does not depend on how many a link had before', async (t) => {
  const { db } = app.coffer.platform
  const { id } = await putFile(owner, 'popular.txt', 'popular')
  await makeShare(owner, { id, type: 'file' })
  await db.query(
    `insert into share_access_log (share_id, action, visitor, completed)
     select id, 'opened', md5(n::text), true from shares, generate_series(1, 5000) n where item_id = $1`,
    [id],
  )
  await db.query('analyze share_access_log')
  t.match(await planOf(db, visitSql), /share_access_log_visits_index.*\n.*Index Cond: .*visitor.*occurred_at/)
})

const linkOf = async (token: string) =>
  (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data.attributes

t.test('access log: lists show what it adds up to without reading it', async (t) => {
  const { db } = app.coffer.platform
  const { id, token } = await makeShare(owner, await putFile(owner, 'seen.txt', 'seen'), { max_downloads: 9 })
  await db.query(
    `insert into share_access_log (share_id, action, visitor, visitor_count, completed, bytes, total_bytes)
     select $1, action, 'v', count, completed, bytes, 9 from (values ('opened', 1, true, 0), ('opened', 4, true, 0),
       ('downloaded', 1, true, 9), ('downloaded', 1, false, 3), ('downloaded', 1, false, 3), ('downloaded', 1, false, 3),
       ('uploaded', 1, true, 9)) as a (action, count, completed, bytes)`,
    [id],
  )
  t.match(await linkOf(token), { opened: 5, downloads: 2 })
  await db.query(`update share_access_log set visitor_count = 6 where share_id = $1 and visitor_count = 4`, [id])
  await db.query('update share_access_log set completed = true where share_id = $1 and bytes = 3', [id])
  t.match(await linkOf(token), { opened: 7, downloads: 4 })
  t.notMatch(await planOf(db, newestLinksSql), /share_access_log/)
})

t.test(
  'access log: what is older than the setting is deleted; totals and download limits keep counting it',
  async (t) => {
    const { db, jobs, settings } = app.coffer.platform
    const file = await putFile(owner, 'limited.txt', 'limited')
    const { id, token } = await makeShare(owner, file, { max_downloads: 3 })
    const add = (action: string, days: number, bytes: number, count: number) =>
      db.query(
        `insert into share_access_log (share_id, action, visitor, completed, bytes, total_bytes, occurred_at)
       select $1, $2, 'v', $4 = 8, $4, 8, now() - make_interval(days => $3) from generate_series(1, $5::int)`,
        [id, action, days, bytes, count],
      )
    // The oldest ones have the smallest ids.
    await db.query('delete from share_access_log')
    await add('opened', 400, 0, 2_100)
    await add('downloaded', 366, 8, 2)
    await add('downloaded', 366, 4, 1)
    await add('opened', 364, 0, 1)
    const run = () => jobs.runNow('delete-old-access-log')
    await settings.set({ share_log_retention_days: 0 })
    t.same(await run(), { removed: 0 }, '0: unlimited')
    await settings.set({ share_log_retention_days: 365 })
    t.same(await run(), { removed: 2_103 }, 'in batches')
    t.match(await linkOf(token), { opened: 2_101, downloads: 2 })
    const visitor = anonymous(app)
    t.equal((await visitor.fetch(`/file/${file.id}?share=${token}`)).status, 200, 'half of a download beyond the limit')
    const { accessLog } = app.coffer.sharing.api
    await accessLog.flush()
    await poll(async () => (await linkOf(token)).downloads === 3)
    t.equal((await anonymous(app).fetch(`/file/${file.id}?share=${token}`)).status, 410)
  },
)

t.test('access log: visits of a clock that was ahead do not keep older ones behind them', async (t) => {
  const { db, jobs, settings } = app.coffer.platform
  const { id } = await makeShare(owner, await putFile(owner, 'ahead.txt', 'ahead'))
  await db.query('delete from share_access_log')
  const add = (days: number, count: number) =>
    db.query(
      `insert into share_access_log (share_id, action, visitor, completed, occurred_at)
       select $1, 'opened', 'v', true, now() - make_interval(days => $2) from generate_series(1, $3::int)`,
      [id, days, count],
    )
  await add(-300, 1_000)
  await add(20, 1_000)
  await add(400, 2_500)
  await settings.set({ share_log_retention_days: 365 })
  t.same(await jobs.runNow('delete-old-access-log'), { removed: 2_500 })
})

t.test('access log: the row of a transfer that goes on is kept, however old it is', async (t) => {
  const { db, jobs, settings } = app.coffer.platform
  const { id } = await makeShare(owner, await putFile(owner, 'long.txt', 'long'), { max_downloads: 1 })
  await db.query('delete from share_access_log')
  await db.query(
    `insert into share_access_log (share_id, action, visitor, completed, occurred_at, reserved_until)
     select $1, 'downloaded', 'v' || days, false, now() - interval '2 days', now() + make_interval(days => days)
     from unnest(array[-1, 1]) as days`,
    [id],
  )
  await settings.set({ share_log_retention_days: 1 })
  t.same(await jobs.runNow('delete-old-access-log'), { removed: 1 })
  t.match(await db.query('select visitor from share_access_log'), [{ visitor: 'v1' }])
})

t.test(
  'access log: of one link, a thousand visits in half an hour have their own entry, all further are counted',
  async (t) => {
    const { db } = app.coffer.platform
    const { accessLog } = app.coffer.sharing.api
    const { id, token } = await makeShare(owner, await putFile(owner, 'flooded.txt', 'flooded'))
    const open = (n: number) =>
      accessLog.recordOpened(
        { share: { id }, visitor: `v${n}`, recipientId: null } as ShareAccess,
        `10.${n >> 8}.${n & 255}.1`,
      )
    for (let n = 0; n < 1_010; n += 1) await open(n)
    await accessLog.flush()
    const rows = await db.query<{ visitor: string; visitor_count: number }>(
      'select visitor, visitor_count from share_access_log where share_id = $1 order by id desc',
      [id],
    )
    t.equal(rows.length, 1_001)
    t.same(rows[0], { visitor: '', visitor_count: 10 })
    t.equal((await linkOf(token)).opened, 1_010)
  },
)

t.test('access log: the CSV has every entry', async (t) => {
  const { db } = app.coffer.platform
  const { id, token } = await makeShare(owner, await putFile(owner, 'long.txt', 'long'))
  await db.query(
    `insert into share_access_log (share_id, action, visitor) select $1, 'opened', n from generate_series(1, 50001) n`,
    [id],
  )
  const csv = (await owner.client.get<string>(`/api/share/${token}/log.csv`)).body
  t.equal(csv.split('\r\n').length, 50_002)
})

t.test(
  'links with a long access log are revoked, deleted with their item and by expiry; a job deletes the log',
  async (t) => {
    const { db, jobs } = app.coffer.platform
    const person = await signUp(app)
    const linkWithLog = async (name: string) => {
      const file = await putFile(person, name, name)
      const link = await makeShare(person, file)
      await db.query(
        `insert into share_access_log (share_id, action, visitor, completed) select $1, 'opened', n::text, true from generate_series(1, 1100) n`,
        [link.id],
      )
      return { ...link, file }
    }
    const [revoked, purged, expired, kept] = [
      await linkWithLog('revoked.txt'),
      await linkWithLog('purged.txt'),
      await linkWithLog('expired.txt'),
      await linkWithLog('kept.txt'),
    ]
    t.teardown(await limitDeletes(db, 'share_access_log'))
    const { status } = await person.client.post('/api/share/revoke', { _method: 'delete', tokens: [revoked.token] })
    t.equal(status, 200)
    t.equal((await anonymous(app).get(`/api/sharing/file/${revoked.token}`)).status, 404)
    const items = [{ id: purged.file.id, type: 'file', force_delete: true }]
    t.equal((await person.client.post('/api/remove', { items })).status, 200)
    await db.query(`update shares set expires_at = now() - interval '8 days' where id = $1`, [expired.id])
    t.match(await jobs.runNow('expire-shares'), { deleted: 1 })
    t.same(await db.query('select id from shares where owner_id = $1', [person.id]), [{ id: kept.id }])

    t.match(await jobs.runNow('delete-logs-of-deleted-links'), { removed: 3_300 })
    const ids = [revoked, purged, expired, kept].map(({ id }) => id)
    for (const table of ['share_access_log', 'share_access_totals'])
      t.same(
        await db.query(`select distinct share_id as id from ${table} where share_id = any($1::uuid[])`, [ids]),
        [{ id: kept.id }],
        table,
      )
    t.same(await db.query('select id from deleted_shares'), [])
    await t.rejects(
      db.query(`insert into share_access_log (share_id, action, visitor) values ($1, 'opened', '')`, [revoked.id]),
      { code: '23503' },
      'nothing is added to the log of a deleted link',
    )
  },
)

t.test('expired links are deleted in batches', async (t) => {
  const { db, jobs } = app.coffer.platform
  const { id } = await makeShare(owner, await putFile(owner, 'many links.txt', 'many'))
  await db.query(
    `insert into shares (owner_id, item_id, token_hash, token_encrypted, permission, expires_at)
     select owner_id, item_id, sha256(n::text::bytea), token_encrypted, permission, now() - interval '8 days'
     from shares, generate_series(1, 1100) n where id = $1`,
    [id],
  )
  t.teardown(await limitDeletes(db, 'shares'))
  t.match(await jobs.runNow('expire-shares'), { deleted: 1_100 })
})
