import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { mailed } from '../../../../tests/support/mail-folder.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'
import type { AbuseReportPage } from '../../contract.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const { db, settings } = app.coffer.platform
const admin = await newAdmin(app)
await settings.set({ contact_email: 'help@example.org' })

const report = async (token: string, fields: Record<string, string> = {}) => {
  await db.query('delete from rate_limits')
  const client = anonymous(app)
  await client.get('/api/csrf')
  const csrf = decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '')
  const body = new URLSearchParams({ csrf, reason: 'malware', ...fields }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await client.fetch(`/share/${token}/report`, { method: 'POST', headers, body })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}
const open = async () => (await admin.client.get<AbuseReportPage>('/api/admin/reports')).body.data
const resolve = (id: number, action: string, reason?: string) =>
  admin.client.post(`/api/admin/reports/${id}`, { action, ...(reason !== undefined && { reason }) })

t.test('abuse: a reported link is closed, or its owner suspended; reports are resolved with it', async (t) => {
  const owner = await signUp(app, { name: 'Olga Owner' })
  const [first, second] = [
    await makeShare(owner, { id: await makeFolder(owner, 'Bad folder'), type: 'folder' }),
    await makeShare(
      owner,
      { id: await makeFolder(owner, 'Locked'), type: 'folder' },
      { password: 'four words', protected: true },
    ),
  ]
  const sent = await report(first.token, { message: ' It is a virus ', email: 'ann@example.org' })
  t.match(sent, { status: 303, location: /\/report\?sent=1$/ })
  await report(first.token)
  await report(second.token, { reason: 'spam' })
  t.ok(await mailed(app.dataDir, 'help@example.org', ({ text }) => /Bad folder/.exec(text)?.[0]))

  const [locked, repeated, reported] = await open()
  t.match(reported, {
    item_name: 'Bad folder',
    reason: 'malware',
    message: 'It is a virus',
    email: 'ann@example.org',
    owner: { id: owner.id, name: 'Olga Owner' },
    link_exists: true,
    resolution: null,
  })
  t.equal((await resolve(reported?.id ?? 0, 'close-link')).status, 200)
  t.equal((await anonymous(app).get(`/api/sharing/${first.token}`)).status, 404)
  t.same(
    (await open()).map(({ id }) => id),
    [locked?.id],
    'the second report of the link is resolved too',
  )
  t.equal((await resolve(repeated?.id ?? 0, 'dismiss')).status, 404, 'resolved once')

  t.equal((await resolve(locked?.id ?? 0, 'suspend', 'Sent malware')).status, 200)
  const [suspended] = await app.coffer.platform.db.query('select suspension_reason from users where id = $1', [
    owner.id,
  ])
  t.match(suspended, { suspension_reason: 'Sent malware' })
  t.equal((await owner.client.get('/api/user')).status, 401)
  t.same(await open(), [])
  const { body } = await admin.client.get<AbuseReportPage>('/api/admin/reports?state=resolved')
  t.same(
    body.data.map(({ resolution }) => resolution),
    ['owner-suspended', 'link-closed', 'link-closed'],
  )
})

t.test(
  'abuse: without a contact, a report reaches all administrators; the dashboard counts what is open',
  async (t) => {
    await settings.set({ contact_email: '' })
    t.teardown(() => settings.set({ contact_email: 'help@example.org' }))
    const [other, owner] = [await newAdmin(app), await signUp(app)]
    const link = await makeShare(owner, { id: await makeFolder(owner, 'Unseen'), type: 'folder' })
    const reports = async () => (await app.coffer.admin.pages.overview('none', 'en')).reports
    t.equal(await reports(), 0)
    await report(link.token)
    t.equal(await reports(), 1)
    for (const { email } of [admin, other]) t.match(await mailed(app.dataDir, email, ({ text }) => text), /Unseen/)
    const [unseen] = await open()
    await resolve(unseen?.id ?? 0, 'dismiss')
    t.equal(await reports(), 0)
  },
)

t.test(
  'abuse: reports need a link, the form’s token and a known reason; an administrator cannot suspend themselves',
  async (t) => {
    const own = await makeShare(admin, { id: await makeFolder(admin, 'Own'), type: 'folder' })
    t.equal((await report('unknown-token')).status, 404)
    t.equal((await report(own.token, { csrf: 'forged' })).status, 419)
    t.equal((await report(own.token, { reason: 'nonsense' })).status, 422)
    await report(own.token)
    const [reported] = await open()
    t.match(await resolve(reported?.id ?? 0, 'suspend'), { status: 409, body: { code: 'own-account' } })
    t.equal((await resolve(reported?.id ?? 0, 'dismiss')).status, 200)
  },
)

const reportedLink = async () => {
  const owner = await signUp(app)
  const link = await makeShare(owner, { id: await makeFolder(owner, 'Reported'), type: 'folder' })
  await report(link.token)
  const [reported] = await open()
  return { owner, link, id: reported?.id ?? 0 }
}
const decisions = async (id: number) =>
  (
    await db.query<{ resolution: string }>(
      `select details ->> 'resolution' as resolution from audit_log
       where action = 'sharing.report.resolved' and target = $1`,
      [id],
    )
  ).map(({ resolution }) => resolution)

for (const [action, resolution] of [
  ['close-link', 'link-closed'],
  ['suspend', 'owner-suspended'],
])
  t.test(
    `abuse: of two administrators who act on one report at once, ${action} and dismiss, one decides`,
    async (t) => {
      const { owner, link, id } = await reportedLink()
      let answers: Promise<{ status: number }[]> = Promise.resolve([])
      await db.transaction(async (tx) => {
        await tx.query('select 1 from abuse_reports where id = $1 for update', [id])
        answers = Promise.all([resolve(id, action as string), resolve(id, 'dismiss')])
        await waitsForLock(db, 2)
      })
      const statuses = (await answers).map(({ status }) => status)
      t.same([...statuses].sort(), [200, 404])
      const closed = statuses[0] === 200
      t.same(await decisions(id), [closed ? resolution : 'dismissed'])
      const isGone = (await anonymous(app).get(`/api/sharing/${link.token}`)).status >= 400
      t.equal(isGone, closed, 'a decision that came too late has no effect')
      if (action === 'suspend') t.equal((await owner.client.get('/api/user')).status, closed ? 401 : 200)
    },
  )

t.test('abuse: a report that is sent while its link is closed is resolved with it, or rejected', async (t) => {
  const { owner, link, id } = await reportedLink()
  let closed: Promise<{ status: number }> | null = null
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into abuse_reports (share_id, owner_id, item_name, reason) values ($1, $2, 'Reported', 'spam')`,
      [link.id, owner.id],
    )
    closed = resolve(id, 'close-link')
    await waitsForLock(db)
  })
  t.match(await closed, { status: 200 })
  t.same(await open(), [])

  const next = await reportedLink()
  let sent: Promise<{ status: number }> | null = null
  await db.transaction(async (tx) => {
    await tx.query('delete from shares where id = $1', [next.link.id])
    sent = report(next.link.token)
    await waitsForLock(db)
  })
  t.match(await sent, { status: 404 })
  t.equal((await resolve(next.id, 'dismiss')).status, 200)
})

t.test('abuse: a reason that was cleared is none; without a reason it is the item’s name', async (t) => {
  for (const [reason, expected] of [
    [' ', null],
    [undefined, 'Reported'],
  ] as const) {
    const { owner, id } = await reportedLink()
    t.equal((await resolve(id, 'suspend', reason)).status, 200)
    t.match(await db.query('select suspension_reason from users where id = $1', [owner.id]), [
      { suspension_reason: expected },
    ])
  }
})

t.test('abuse: visitors who report a link at the same time add no more than its limit', async (t) => {
  const { owner, link, id } = await reportedLink()
  await db.query(
    `insert into abuse_reports (share_id, owner_id, item_name, reason)
     select $1, $2, 'Reported', 'spam' from generate_series(1, 18)`,
    [link.id, owner.id],
  )
  let sent: Promise<unknown> | null = null
  await db.transaction(async (tx) => {
    await tx.query('select 1 from shares where id = $1 for update', [link.id])
    sent = Promise.all([report(link.token), report(link.token)])
    await waitsForLock(db, 2)
  })
  await sent
  t.equal((await open()).length, 20)
  t.equal((await resolve(id, 'close-link')).status, 200)
})
