import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { falsifyAuditLog } from '../../../../tests/support/audit-log.ts'
import { actionText, auditActions, detailLines } from '../../client/audit-actions.ts'
import type { AuditEntryPage, AuditQuery } from '../../contract.ts'

const root = join(import.meta.dirname, '../../../..')

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const { db, audit } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const person = await signUp(app, { name: 'Pia Person' })
await falsifyAuditLog(db, 'delete from audit_log')
const on = (day: string, action: string) =>
  falsifyAuditLog(db, 'update audit_log set created_at = $1 where action = $2', [day, action])
await audit({ actorId: null, action: 'storage.backup.completed', details: { folder: '/backups' } })
await audit({ actorId: person.id, ip: '192.0.2.7', action: 'users.password.changed', target: person.id })
await audit({
  actorId: admin.id,
  action: 'users.role.changed',
  target: person.id,
  details: { before: 'user', after: 'admin' },
})
await audit({ actorId: admin.id, action: 'billing.payment.refunded', target: admin.id, details: { note: '=1+1' } })
await audit({ actorId: null, action: 'users.sign-in.failed', target: 'p***@example.org' })
await on('2026-02-01T23:59:59Z', 'storage.backup.completed')
await on('2026-02-02T00:00:00Z', 'users.password.changed')
const all = [
  'users.sign-in.failed',
  'billing.payment.refunded',
  'users.role.changed',
  'users.password.changed',
  'storage.backup.completed',
]

const queryOf = (query: AuditQuery) => `?${new URLSearchParams(query as Record<string, string>)}`
const list = async (query: AuditQuery = {}) =>
  (await admin.client.get<AuditEntryPage>(`/api/admin/audit${queryOf(query)}`)).body
const actions = async (query?: AuditQuery) => (await list(query)).data.map(({ action }) => action)

t.test('audit: every action has a text', async (t) => {
  const named = (action: string) => actionText(action, (key) => key)
  const { audit: texts } = JSON.parse(readFileSync(join(root, 'locales/en/admin.json'), 'utf8')) as {
    audit: { do: Record<string, string> }
  }
  const keys = Object.keys(texts.do).map((name) => `admin:audit.do.${name}`)
  t.strictSame(auditActions.map(named).sort(), keys.sort())
  t.equal(new Set(auditActions.map(named)).size, auditActions.length, 'each its own')
  t.equal(named('users.sign-in.blessed'), null)
})

/** Topic → actions that the audit log has to record. */
const planned: Record<string, string[]> = {
  'sign-in': ['users.sign-in.done', 'users.sign-in.failed'],
  'second factor': [
    'users.two-factor.enabled',
    'users.two-factor.disabled',
    'users.two-factor.failed',
    'users.two-factor.reset',
    'users.two-factor.codes-renewed',
    'users.two-factor.recovery-code-used',
    'users.passkey.created',
    'users.passkey.deleted',
    'users.identity.linked',
    'users.identity.unlinked',
  ],
  password: [
    'users.password.changed',
    'users.password.removed',
    'users.password.requested',
    'users.password.reset',
    'users.password.set',
    'users.password.confirmation-failed',
  ],
  'session revoke': ['users.session.revoked', 'users.sessions.revoked'],
  'share create and change': [
    'sharing.link.created',
    'sharing.link.changed',
    'sharing.link.revoked',
    'sharing.slug.freed',
  ],
  'file request create and change': ['sharing.request.created', 'sharing.request.changed', 'sharing.request.revoked'],
  'share unlock failed': ['sharing.unlock.failed'],
  'download by share': ['sharing.link.downloaded'],
  'role change': ['users.role.changed', 'users.limits.changed', 'users.suspended', 'users.reactivated'],
  'plan change': [
    'billing.plan.created',
    'billing.plan.changed',
    'billing.plan.archived',
    'billing.plan.removed',
    'billing.subscription.changed',
  ],
  'setting change': ['admin.setting.changed', 'settings.changed'],
  export: [
    'users.export.requested',
    'users.export.downloaded',
    'admin.audit.exported',
    'admin.users.exported',
    'billing.subscriptions.exported',
    'billing.transactions.exported',
  ],
  backup: ['storage.backup.completed', 'storage.backup.failed', 'storage.backup.restored'],
  installer: ['installer.completed'],
  'team folder': [
    'teams.folder.created',
    'teams.folder.dissolved',
    'teams.person.invited',
    'teams.permission.changed',
    'teams.member.joined',
    'teams.member.left',
    'teams.member.removed',
  ],
}

t.test('audit: what has to be recorded is written, and so is every action that has a text', async (t) => {
  const sources = globSync('{modules,server}/**/*.ts', {
    cwd: root,
    exclude: (path) => /test\.ts$|^modules\/admin\/client/.test(String(path)),
  }).map((path) => readFileSync(join(root, path), 'utf8'))
  const literals = new Set(
    sources.flatMap((source) => [...source.matchAll(/'([a-z-]+(?:\.[a-z-]+)+)'/g)].map(([, action]) => action)),
  )
  const patterns = sources
    .flatMap((source) =>
      [...source.matchAll(/`([a-z-]+\.[a-z.-]*\$\{[^}`]*\}[a-z.-]*)`/g)].map(([, text]) => text ?? ''),
    )
    .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[a-z-]+')}$`))
  const isWritten = (action: string) => literals.has(action) || patterns.some((pattern) => pattern.test(action))
  for (const [what, actions] of Object.entries(planned))
    t.strictSame(
      actions.filter((action) => !isWritten(action) || !actionText(action, (key) => key)),
      [],
      what,
    )
  t.strictSame(
    auditActions.filter((action) => !isWritten(action)),
    [],
  )
})

t.test('audit: details are lines; a change is one', async (t) => {
  t.strictSame(detailLines(null), [])
  t.strictSame(detailLines({ before: null, after: 'Acme' }), ['– → Acme'])
  t.strictSame(detailLines({ reason: 'Spam', max_storage_bytes: 5, live: true }), [
    'reason: Spam',
    'max storage bytes: 5',
    'live: true',
  ])
})

t.test('audit: the list has the newest first, with the names of both accounts', async (t) => {
  t.strictSame(await actions(), all)
  const { data, meta } = await list()
  t.equal(meta.next, null)
  t.match(data[2], {
    actor: { id: admin.id, name: 'Ada Admin' },
    person: { id: person.id, name: 'Pia Person', email: person.email },
    details: { before: 'user', after: 'admin' },
  })
  t.match(data[0], { actor: null, actor_id: null, person: null, target: 'p***@example.org' })
})

t.test('audit: each filter lets through its entries, and all hold together', async (t) => {
  const rows: [AuditQuery, string[]][] = [
    [{ action: 'billing' }, ['billing.payment.refunded']],
    [{ action: 'storage' }, ['storage.backup.completed']],
    [{ action: 'users.sign-in' }, ['users.sign-in.failed']],
    [{ action: 'users.sign' }, []],
    [{ actor: admin.id }, ['billing.payment.refunded', 'users.role.changed']],
    [{ target: person.id }, ['users.role.changed', 'users.password.changed']],
    [{ person: ` ${person.email.toUpperCase()} ` }, ['users.role.changed', 'users.password.changed']],
    [{ person: admin.email }, ['billing.payment.refunded', 'users.role.changed']],
    [{ person: admin.email, action: 'users' }, ['users.role.changed']],
    [{ person: 'unknown@example.org' }, []],
    [{ until: '2026-02-02' }, ['users.password.changed', 'storage.backup.completed']],
    [{ from: '2026-02-02', until: '2026-02-02' }, ['users.password.changed']],
    [{ until: '2026-02-01' }, ['storage.backup.completed']],
    [
      { from: '2026-02-01', until: '2026-02-01', zone: 'America/New_York' },
      ['users.password.changed', 'storage.backup.completed'],
    ],
    [
      { from: '2026-02-01', until: '2026-02-01', zone: '-05:00' },
      ['users.password.changed', 'storage.backup.completed'],
    ],
    [{ from: '2026-02-01', until: '2026-02-01', zone: 'No/Where' }, ['storage.backup.completed']],
  ]
  for (const [query, expected] of rows) t.strictSame(await actions(query), expected, JSON.stringify(query))
  for (const query of [{ action: 'DROP' }, { from: 'yesterday' }, { before: '-1' }])
    t.equal((await admin.client.get(`/api/admin/audit${queryOf(query)}`)).status, 422, JSON.stringify(query))
})

t.test('audit: pages follow one another without gaps, also for one person', async (t) => {
  await db.query(
    `insert into audit_log (actor_id, action, target)
     select $1::uuid, 'users.sign-in.done', case when n % 2 = 0 then $1::text else $2 end from generate_series(1, 120) n`,
    [person.id, admin.id],
  )
  for (const query of [{ action: 'users.sign-in.done' }, { action: 'users.sign-in.done', person: person.email }]) {
    const ids: number[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const { data, meta }: AuditEntryPage = await list({ ...query, ...(before ? { before } : {}) })
      t.ok(data.length <= 50)
      ids.push(...data.map(({ id }) => id))
      before = meta.next
    }
    t.equal(new Set(ids).size, 120)
    t.strictSame(
      ids,
      ids.toSorted((one, other) => other - one),
    )
  }
})

t.test('audit: the CSV has what the filters let through, without formulas (A64), and is recorded itself', async (t) => {
  const answer = await admin.client.fetch(
    `/api/admin/audit/export.csv${queryOf({ person: admin.email, action: 'billing' })}`,
  )
  t.match(answer.headers.get('content-type'), 'text/csv')
  t.match(answer.headers.get('content-disposition'), 'audit-log.csv')
  t.equal(answer.headers.get('cache-control'), 'no-store')
  const [head, line, ...others] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n')
  t.equal(head, 'time,actor,ip,action,target,details')
  t.match(line, `${admin.email},,billing.payment.refunded,${admin.email},`)
  t.strictSame(others, [])
  t.equal((await list({ action: 'admin.audit.exported' })).data[0]?.actor?.id, admin.id)
})
