import { randomUUID } from 'node:crypto'
import t from 'tap'
import { installerErrors } from '../../modules/installer/server/errors.ts'
import { errorTables } from '../../modules/platform/index.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { testApp } from '../support/app.ts'
import type { ApiResponse } from '../support/client.ts'
import { makeFileRequest, sendChunk } from '../support/file-requests.ts'
import { seedFolder } from '../support/seed.ts'

interface ErrorResponse {
  code: string
  errors?: Record<string, string[]>
}
type Case = [code: string, field: string, call: () => Promise<{ status: number; body: unknown }>]

/** Codes that no HTTP call of this test causes, and where they are tested. */
const elsewhere: Record<string, string> = {
  'storage:zip-path-too-long': 'needs a tree that no call can build: zip-limits.test.ts',
  'admin:image-unreadable': 'needs a form with a file: branding.test.ts',
  'users:avatar-unreadable': 'needs a form with a file: profile.test.ts',
  'users:bot-check-failed': 'needs a setting: bot-check.test.ts',
  'users:two-factor-code-invalid': 'needs a second factor: two-factor.test.ts',
  'users:recovery-code-invalid': 'needs a second factor: two-factor.test.ts',
  'billing:alert-exists': 'needs a metered subscription: usage.test.ts',
  'billing:cap-below-usage': 'needs a metered subscription: usage.test.ts',
  'billing:plan-without-limits': 'needs a metered plan: plans.test.ts',
  'admin:currency-in-use': 'needs a balance in another currency: settings.test.ts',
  'billing:amount-not-taken': 'needs a gateway: payments.test.ts',
  'billing:amount-too-small': 'needs a gateway: payments.test.ts',
  'billing:price-too-small': 'needs a gateway: least-charges.test.ts',
  'billing:refund-too-high': 'needs a payment: admin-billing.test.ts',
  'billing:refund-above-balance': 'needs a payment: admin-billing.test.ts',
  'billing:plan-not-comparable': 'needs a subscription: subscriptions.test.ts',
  ...Object.fromEntries(
    Object.keys(installerErrors.entries).map((code) => [
      `installer:${code}`,
      'needs an instance that is not set up, and databases that fail: wizard.test.ts',
    ]),
  ),
  ...Object.fromEntries(
    ['unreachable', 'sign-in', 'bucket', 'region', 'rights', 'taken'].map((problem) => [
      `platform:storage-${problem}`,
      'needs an object store: store-choice.test.ts',
    ]),
  ),
  'sharing:share-expired': 'needs an expired link: owner.test.ts',
  'teams:invitations-limit': 'needs many people: invitations.test.ts',
  'teams:members-limit': 'needs a plan with a limit: team-races.test.ts',
}

const all = errorTables.flatMap(({ namespace, entries }) =>
  Object.entries(entries).map(([code, entry]) => ({ code: `${namespace}:${code}`, entry })),
)

t.test('D47: every 422 error names its field, or why it has none', async (t) => {
  const unprocessable = all.flatMap(({ code, entry }) => (entry.status === 422 ? [{ code, entry }] : []))
  t.ok(unprocessable.length > 40)
  for (const { code, entry } of unprocessable)
    t.ok('field' in entry ? entry.field : 'fieldPerCall' in entry || entry.noField.length > 15, code)
})

t.test('D47: every 422 response names the field as it is called on the wire', async (t) => {
  const app = await testApp(t)
  const { settings, db } = app.coffer.platform
  await settings.set({ mimetypes_blacklist: ['php'] })
  const jane = await signUp(app)
  const admin = await newAdmin(app)
  const { client } = jane
  const made = async (answer: Promise<ApiResponse<unknown>>) =>
    ((await answer).body as { data: { id: string } }).data.id
  const folder = (name: string, parent_id: string | null = null) =>
    made(client.post('/api/create-folder', { name, parent_id }))
  const upload = async (fields: Record<string, string>, content = 'hello', owner = client) => {
    const query = new URLSearchParams({ name: 'a.txt', is_last_chunk: 'true', ...fields })
    const answer = await owner.fetch(`/api/upload/chunks?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
      body: Buffer.from(content),
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const form = async (fields: Record<string, string>, content: string) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('chunk', new Blob([content]), fields.name ?? 'a.txt')
    const answer = await client.fetch('/api/upload/chunks', { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const top = await folder('Top')
  const inside = await folder('Inside', top)
  const file = ((await upload({ name: 'file.txt' })).body as { data: { id: string } }).data.id
  const chain = [await folder('0')]
  for (let level = 1; level < 64; level++) chain.push(await folder(String(level), chain.at(-1)))
  const deepest = chain.at(-1) as string
  const large = await signUp(app)
  await seedFolder(db, large.id, 1_001)
  const share = (options: object) =>
    client.post('/api/share', { id: top, type: 'folder', permission: 'visitor', ...options })
  const link = ((await share({})).body as { data: { attributes: { token: string } } }).data.attributes.token
  await share({ slug: 'taken-slug' })
  const asked = await makeFileRequest(jane, { accepted_types: ['image'] })
  const visitor = anonymous(app)
  const past = '2020-01-01T00:00:00Z'
  const plans = '/api/subscriptions/admin/plans'
  const features = { max_storage_amount: 1, max_team_members: 1 }
  const fixedPlan = { type: 'fixed', name: 'P', currency: 'USD', amount: '1', interval: 'month', features }
  const newPlan = (changes: object) => admin.client.post(plans, { ...fixedPlan, ...changes })
  const newMetered = (first_unit: number, aggregate_strategy = 'maximum_usage') => {
    const tiers = [{ first_unit, last_unit: null, per_unit: '1', flat_fee: null }]
    return newPlan({ type: 'metered', meters: [{ key: 'storage', aggregate_strategy, tiers }] })
  }
  const changeText = (name: string, value: string) =>
    admin.client.patch('/api/admin/languages/de/strings', { name, value })
  const repeated = { name: 'r.bin', is_last_chunk: 'false' }

  const cases: Case[] = [
    ['platform:validation-failed', 'name', () => client.post('/api/create-folder', {})],
    ['platform:validation-failed', 'per_page', () => client.get('/api/browse/folders/all?per_page=0')],
    ['notifications:invalid-cursor', 'cursor', () => client.get('/api/notifications?cursor=x')],
    ['admin:name-mismatch', 'name', () => admin.client.delete(`/api/admin/users/${jane.id}`, { name: 'Not Jane' })],
    ['admin:setting-unknown', 'name', () => admin.client.patch('/api/admin/settings', { name: 'x', value: '1' })],
    [
      'admin:setting-invalid',
      'value',
      () => admin.client.patch('/api/admin/settings', { name: 'app_color', value: 'red' }),
    ],
    [
      'admin:page-value-invalid',
      'value',
      () => admin.client.patch('/api/admin/pages/cookie-policy', { name: 'visibility', value: 'perhaps' }),
    ],
    ['admin:language-invalid', 'locale', () => admin.client.post('/api/admin/languages', { locale: '-', name: 'X' })],
    ['admin:language-exists', 'locale', () => admin.client.post('/api/admin/languages', { locale: 'de', name: 'X' })],
    ['admin:language-key-unknown', 'name', () => changeText('none:such', 'x')],
    ['admin:language-placeholders', 'value', () => changeText('site:page.contact.title', '{{x}}')],
    ['admin:language-text-invalid', 'value', () => changeText('site:page.contact.title', '$t(x)')],
    ['admin:invalid-cursor', 'cursor', () => admin.client.get('/api/admin/users?cursor=abc')],
    [
      'billing:invalid-amount',
      'amount',
      () => admin.client.post(`/api/subscriptions/admin/users/${jane.id}/credit`, { amount: 0.001 }),
    ],
    [
      'billing:invalid-credentials',
      'webhook',
      () => admin.client.post('/api/admin/settings/payment-service', { service: 'stripe', key: 'a', secret: 'b' }),
    ],
    ['billing:plan-incomplete', 'interval', () => newPlan({ interval: undefined })],
    ['billing:invalid-currency', 'currency', () => newPlan({ currency: 'XQZ' })],
    ['billing:invalid-meters', 'meters', () => newMetered(2)],
    ['billing:invalid-strategy', 'meters', () => newMetered(1, 'sum_of_usage')],
    ['billing:metered-plan-exists', 'type', async () => (await newMetered(1)) && newMetered(1)],
    ['billing:invalid-cursor', 'cursor', () => client.get('/api/subscriptions/transactions?cursor=x')],
    ['site:invalid-email', 'email', () => visitor.post('/api/contact', { email: 'jane', message: 'x' })],
    ['site:message-required', 'message', () => visitor.post('/api/contact', { email: 'a@b.co', message: ' ' })],
    ['users:credentials-invalid', 'email', () => visitor.post('/login', { email: jane.email, password: 'wrong one' })],
    [
      'users:reset-token-invalid',
      'token',
      () =>
        visitor.post('/api/password/reset', {
          token: 'x'.repeat(43),
          email: jane.email,
          password: 'four unrelated words',
          password_confirmation: 'four unrelated words',
        }),
    ],
    ['sharing:permission-required', 'permission', () => client.post('/api/share', { id: top, type: 'folder' })],
    ['sharing:password-required', 'password', () => share({ isPassword: true })],
    ['sharing:password-required', 'password', () => client.patch(`/api/share/${link}`, { protected: true })],
    ['sharing:password-too-short', 'password', () => share({ isPassword: true, password: '12345' })],
    ['sharing:password-too-short', 'password', () => client.patch(`/api/share/${link}`, { password: '12345' })],
    ['sharing:slug-taken', 'slug', () => share({ slug: 'taken-slug' })],
    ['sharing:slug-taken', 'slug', () => client.patch(`/api/share/${link}`, { slug: 'taken-slug' })],
    ['sharing:expiry-in-the-past', 'expires_at', () => share({ expires_at: past })],
    ['sharing:expiry-in-the-past', 'expires_at', () => client.post('/api/file-request', { expires_at: past })],
    ['sharing:expiry-in-the-past', 'deadline', () => client.post('/api/file-request', { deadline: past })],
    ['sharing:recipients-required', 'emails', () => share({ require_email_code: true })],
    [
      'sharing:recipients-required',
      'require_email_code',
      () => client.patch(`/api/share/${link}`, { require_email_code: true }),
    ],
    ['sharing:invalid-cursor', 'cursor', () => client.get(`/api/file-request?cursor=x`)],
    [
      'sharing:invalid-email',
      'email',
      () => visitor.post(`/api/file-request/${asked.token}/uploader`, { email: 'invalid' }),
    ],
    ['sharing:type-not-accepted', 'chunk', () => sendChunk(visitor, asked.token, 'a.txt', 'text')],
    ['storage:name-empty', 'name', () => client.post('/api/create-folder', { name: ' ' })],
    ['storage:name-empty', 'name', () => client.patch(`/api/rename/${top}`, { name: ' ', type: 'folder' })],
    ['storage:name-too-long', 'name', () => client.post('/api/create-folder', { name: 'x'.repeat(256) })],
    ['storage:name-forbidden-character', 'name', () => upload({ name: 'a\u0007b' })],
    ['storage:name-reserved', 'name', () => client.post('/api/create-folder', { name: '..' })],
    ['storage:name-reserved', 'path', () => upload({ path: '/../a.txt' })],
    ['storage:comment-empty', 'body', () => client.post(`/api/items/${top}/comments`, { body: ' ' })],
    ['storage:emoji-unknown', 'emoji', () => client.post('/api/create-folder', { name: 'a', emoji: { char: 'no' } })],
    ['storage:invalid-cursor', 'cursor', () => client.get('/api/browse/folders/all?cursor=x')],
    ['platform:invalid-page', 'page', () => client.get('/api/browse/folders/all?page=x')],
    ['storage:fixed-order', 'sort', () => client.get('/api/browse/latest?sort=name')],
    ['platform:too-many-for-one-page', 'page', () => large.client.get('/api/browse/folders/all?page=all')],
    ['storage:items-or-selection', 'items', () => client.post('/api/move', { to_id: top })],
    ['storage:folder-only', 'ids', () => client.post('/api/favourites', { ids: [file] })],
    ['storage:folder-only', 'color', () => client.patch(`/api/rename/${file}`, { color: 'red' })],
    ['storage:folder-only', 'emoji', () => client.patch(`/api/rename/${file}`, { emoji: null })],
    [
      'storage:move-into-itself',
      'to_id',
      () => client.post('/api/move', { to_id: inside, items: [{ id: top, type: 'folder' }] }),
    ],
    [
      'storage:copy-into-itself',
      'to_id',
      () => client.post('/api/copy', { to_id: inside, items: [{ id: top, type: 'folder' }] }),
    ],
    [
      'storage:max-depth-exceeded',
      'parent_id',
      () => client.post('/api/create-folder', { name: 'a', parent_id: deepest }),
    ],
    ['storage:max-depth-exceeded', 'path', () => upload({ parent_id: deepest, path: '/a/a.txt' })],
    [
      'storage:max-depth-exceeded',
      'to_id',
      () => client.post('/api/move', { to_id: deepest, items: [{ id: top, type: 'folder' }] }),
    ],
    [
      'storage:not-in-trash',
      'items',
      () => client.post('/api/trash/restore', { to_home: true, items: [{ id: top, type: 'folder' }] }),
    ],
    ['storage:file-type-not-allowed', 'chunk', () => upload({ name: 'a.php' })],
    ['storage:file-type-not-allowed', 'chunk', () => form({ name: 'a.php', is_last_chunk: '1' }, '<?php')],
    [
      'storage:file-type-not-allowed',
      'name',
      () => client.patch(`/api/rename/${file}`, { name: 'a.php', type: 'file' }),
    ],
    ['storage:empty-file', 'chunk', () => upload({}, '')],
    ['storage:empty-file', 'total_size', () => upload({ upload_id: randomUUID(), offset: '0', total_size: '0' }, '')],
    ['storage:invalid-chunk', 'chunk', () => upload({ upload_id: randomUUID(), offset: '0', total_size: '9' })],
    [
      'storage:ambiguous-chunk',
      'chunk',
      async () => {
        const zeros = '\0'.repeat(100_000)
        await upload(repeated, zeros)
        return upload(repeated, zeros)
      },
    ],
    ['storage:size-mismatch', 'total_size', () => upload({ ...repeated, name: 'more.bin', total_size: '2' })],
    ['storage:checksum-mismatch', 'sha256', () => upload({ sha256: '0'.repeat(64) })],
    [
      'storage:invalid-remote-url',
      'urls.0',
      () => client.post('/api/upload/remote', { urls: ['ftp://example.org/a'] }),
    ],
    ['storage:skipped-file', 'name', () => upload({ name: '.DS_Store' })],
    ['storage:zip-items', 'items', () => client.get('/api/zip?items=x')],
    ['storage:restore-point-unknown', 'at', () => client.post('/api/restore-points/all', { at: past })],
    [
      'teams:invite-yourself',
      'invitations',
      () =>
        client.post('/api/teams/folders', { name: 'a', invitations: [{ email: jane.email, permission: 'can_view' }] }),
    ],
  ]
  for (const [code, field, call] of cases) {
    const { status, body } = await call()
    const { code: returnedCode, errors = {} } = body as ErrorResponse
    t.same([status, returnedCode, Object.keys(errors)], [422, code.split(':')[1], [field]], `${code} at ${field}`)
    t.match(errors[field], [/^[^:]{5,}/], 'with a text')
  }
  const tested = new Set(cases.map(([code]) => code))
  for (const { code, entry } of all)
    if (entry.status === 422 && !('noField' in entry)) t.ok(tested.has(code) || elsewhere[code], `${code} is tested`)
})
