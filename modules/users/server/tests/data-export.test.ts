import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { downloadExport } from '../../../../tests/support/data-exports.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
import { tinyPhoto } from '../../../../tests/support/tiny-files.ts'

const app = await testApp(t)
const { platform } = app.coffer

t.test('export: the files as they lie and everything else as JSON; only its owner, only for a week', async (t) => {
  const [owner, other] = [await signUp(app), await signUp(app)]
  const { client } = owner
  const folder = async (name: string, parent_id: string | null = null) =>
    (await client.post<{ data: { id: string } }>('/api/create-folder', { name, parent_id })).body.data.id
  const papers = await folder('Papers')
  const inner = await folder('Größe & Maß', papers)
  await folder('Empty', papers)
  await putFile(owner, 'Top.txt', 'at the top')
  await putFile(owner, 'readme.txt', 'lower case', papers)
  const deep = await putFile(owner, 'Ünïcode 日本.txt', 'x'.repeat(700_000), inner)
  const old = await putFile(owner, 'Old.txt', 'in the trash', papers)
  await putFile(owner, 'readme.txt', 'a later text', papers, { on_conflict: 'replace' })
  await client.post('/api/remove', { items: [{ id: old.id, type: 'file', force_delete: false }] })
  const share = await makeShare(owner, { id: deep.id, type: 'file' }, { emails: ['friend@example.org'] })
  await teamWith(owner, [[other, 'can_view']], 'Team')
  t.equal((await client.put(`/api/views/${papers}`, { preview: 'grid' })).status, 204)
  await client.patch('/api/notifications/settings', { category: 'gift', channel: 'mail' })
  await client.post(`/api/items/${papers}/comments`, { body: 'A comment' })
  await platform.db.query(
    `insert into share_access_log (share_id, action, visitor) values ($1, 'opened', 'a browser')`,
    [share.id],
  )
  await platform.db.transaction((tx) =>
    app.coffer.billing.ledger.post(tx, {
      userId: owner.id,
      amount: 500,
      currency: 'USD',
      type: 'credit',
      gateway: 'system',
      key: owner.id,
      from: 'bonus',
      to: { balance: owner.id },
    }),
  )
  await putFile(other, 'Foreign.txt', 'of another account')
  const picture = new FormData()
  picture.set('avatar', new Blob([(await tinyPhoto(1)) as never], { type: 'image/jpeg' }), 'me.jpg')
  t.equal((await client.fetch('/api/user/avatar', { method: 'POST', body: picture })).status, 200)

  const download = '/api/user/export/download'
  t.equal((await client.post('/api/user/export')).status, 423)
  t.equal((await client.get(download)).status, 404)
  await client.post('/user/confirm-password', { password: owner.password })
  t.match(await client.post('/api/user/export'), {
    status: 202,
    body: { data: { status: 'preparing', expires_at: null } },
  })
  await poll(
    async () => (await client.get<{ data: { status: string } }>('/api/user/export')).body.data.status === 'ready',
  )
  await poll(async () =>
    (await mailsTo(app.dataDir, owner.email)).some(({ subject }) => /export is ready/.test(subject)),
  )
  t.equal((await other.client.get(download)).status, 404)

  const answer = await downloadExport(t, owner)
  t.equal(answer.headers.get('content-length'), null, 'written while it is sent')
  t.match(answer.headers.get('content-disposition'), 'attachment')
  const { 'manifest.json': manifest = '', 'items.json': items = '', 'picture.webp': own, ...others } = answer.files
  const files = Object.fromEntries(Object.entries(others).filter(([path]) => !path.startsWith('data/')))
  t.match(own, /^RIFF/)
  const earlier = Object.keys(files).filter((path) => path.startsWith('versions/') && !path.endsWith('/'))
  t.equal(earlier.length, 1)
  t.match(earlier[0], / readme\.txt$/)
  t.equal(files[earlier[0] as string], 'lower case')
  const current = Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('versions/')))
  t.same(current, {
    'files/': '',
    'files/Top.txt': 'at the top',
    'files/Papers/': '',
    'files/Papers/Empty/': '',
    'files/Papers/readme.txt': 'a later text',
    'files/Papers/Größe & Maß/': '',
    'files/Papers/Größe & Maß/Ünïcode 日本.txt': 'x'.repeat(700_000),
    'files/Team/': '',
    'trash/': '',
    'trash/Old.txt': 'in the trash',
  })
  const listed = JSON.parse(items) as { path: string; size?: number }[]
  t.same(
    listed.map(({ path }) => path).sort(),
    Object.keys(files)
      .filter((path) => !/^\w+\/$|^versions\/[^/]+\/$/.test(path))
      .sort(),
  )
  const lists = (module: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(answer.files).flatMap(([path, text]) => {
        const [, of, list] = /^data\/(\w+)\/(\w+)\.json$/.exec(path) ?? []
        return of === module ? [[list, JSON.parse(text)]] : []
      }),
    )
  t.match(lists('account'), {
    profile: [{ email: owner.email }],
    sessions: [{ remember: false }],
    passkeys: [],
    audit_log: [{ action: 'users.registered' }],
  })
  t.match(lists('sharing'), {
    access_log: [{ share_id: share.id, action: 'opened' }],
    links: [{ item_id: deep.id, recipients: ['friend@example.org'] }],
  })
  t.match(lists('teams'), {
    folders: [{ name: 'Team', members: [{ email: other.email, permission: 'can_view' }] }],
  })
  t.match(lists('notifications'), {
    notifications: [{ category: 'team-invitation', title: /./ }],
    settings: [{ category: 'gift', channel: 'mail' }],
  })
  t.match(lists('billing'), {
    transactions: [{ amount: 500, currency: 'USD' }],
    balances: [{ currency: 'USD' }],
    invoices: [],
    cards: [],
  })
  t.match(lists('storage'), {
    views: [{ key: papers, settings: { preview: 'grid' } }],
    favorites: [],
    comments: [{ item_id: papers, item: 'Papers', body: 'A comment' }],
  })
  const { own_actions: ownActions } = lists('storage') as {
    own_actions: { action: string; folder: string; items: string[] }[]
  }
  const added = ownActions.find(({ action, folder }) => action === 'added' && folder === 'Papers')
  t.same(added?.items.sort(), ['Old.txt', 'readme.txt'])
  const json = Object.entries(answer.files).filter(([path]) => path.endsWith('.json'))
  t.same(
    (JSON.parse(manifest) as { files: string[] }).files.toSorted(),
    json
      .map(([path]) => path)
      .filter((path) => path !== 'manifest.json')
      .sort(),
  )
  for (const [path, text] of json) t.notMatch(text, /argon2|password_hash|token_(hash|encrypted)|page_key/, path)

  await app.coffer.platform.db.query(`update data_exports set expires_at = now() - interval '1 second'`)
  t.equal((await client.get(download)).status, 404, 'expired')
  await app.coffer.platform.jobs.runNow('cleanup-accounts')
  t.same(await app.coffer.platform.db.query('select 1 from data_exports'), [])
})

t.test('export: one that could not be prepared can be requested again', async (t) => {
  const { client, id, password } = await signUp(app)
  const { db, jobs } = app.coffer.platform
  const state = async () =>
    (await client.get<{ data: { status: string } | null }>('/api/user/export')).body.data?.status
  await client.post('/user/confirm-password', { password })
  await client.post('/api/user/export')
  await poll(async () => (await state()) === 'ready')
  const waiting = (age: string) =>
    db.query(
      `update data_exports set ready_at = null, expires_at = null, requested_at = now() - $2::interval where user_id = $1`,
      [id, age],
    )
  await waiting('50 minutes')
  await jobs.runNow('cleanup-accounts')
  t.equal(await state(), 'preparing')
  await waiting('70 minutes')
  t.equal(await state(), undefined)
  await jobs.runNow('cleanup-accounts')
  t.same(await db.query('select 1 from data_exports where user_id = $1', [id]), [])
})

t.test('export: a request that fails on the server does not count', async (t) => {
  const { client, password } = await signUp(app)
  await client.post('/user/confirm-password', { password })
  await platform.db.query(`create function reject_export() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`)
  await platform.db.query(
    'create trigger reject_export before insert on data_exports for each row execute function reject_export()',
  )
  for (let at = 0; at < 6; at++) t.equal((await client.post('/api/user/export')).status, 500)
  await platform.db.query('drop function reject_export cascade')
  t.equal((await client.post('/api/user/export')).status, 202)
})
