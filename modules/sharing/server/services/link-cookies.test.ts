import t from 'tap'
import { type Config, type Db, type RateLimiter, sha256 } from '../../../platform/index.ts'
import type { FormChecks } from '../../../users/index.ts'
import type { ShareLinkRow } from '../share-link.row.ts'
import { FileRequestAuthorizer } from './file-request-access.ts'
import { FileRequestUploaders } from './file-request-uploaders.ts'
import { UnlockCookies } from './unlock-cookie.ts'

const configOf = (appUrl: string) => ({ appUrl, appKey: 'k'.repeat(32) }) as unknown as Config
const fileRequest = { id: '0190abcd-0000-7000-8000-000000000000' }
const share = { ...fileRequest, password_version: 1, read_at: new Date() } as unknown as ShareLinkRow
const asked: unknown[] = []
const db = {
  query: async (_: string, [value]: unknown[]) => {
    asked.push(value)
    return [{ id: 'somebody' }]
  },
} as unknown as Db

t.test('A13: over HTTPS, cookies that a sibling host has set for the whole domain are ignored', async (t) => {
  const config = configOf('https://files.example.org')
  const cookies = new UnlockCookies(config)
  const { cookie: visitor } = cookies.createVisitor()
  const unlocked = cookies.create(share, { recipientId: null })
  for (const { name, options } of [visitor, unlocked]) {
    t.match(name, /^__Host-/)
    t.match(options, { path: '/', secure: true, httpOnly: true })
  }
  t.ok(cookies.readVisitorId({ [visitor.name]: visitor.value }))
  t.equal(cookies.readVisitorId({ visitor: visitor.value }), null)
  t.ok(cookies.read({ [unlocked.name]: unlocked.value }, share))
  t.equal(cookies.read({ share_0190abcd: unlocked.value }, share), null)

  const uploaders = new FileRequestUploaders(db, {} as RateLimiter, config, {} as FormChecks)
  const current = { '__Host-request_0190abcd': 'token' }
  t.ok(await uploaders.find(current, fileRequest))
  t.equal(uploaders.renewed(current, fileRequest), null)
  const both = { ...current, request_0190abcd: 'planted' }
  await uploaders.find(both, fileRequest)
  t.strictSame(asked.at(-1), sha256('token'))
  t.equal(uploaders.renewed(both, fileRequest), null)
})

t.test(
  'A13: over HTTPS, an uploader of before the prefix is recognized once more, and gets a cookie with it',
  async (t) => {
    const config = configOf('https://files.example.org')
    const uploaders = new FileRequestUploaders(db, {} as RateLimiter, config, {} as FormChecks)
    const old = { request_0190abcd: 'token' }
    t.ok(await uploaders.find(old, fileRequest))
    t.strictSame(asked.at(-1), sha256('token'))
    const authorizer = new FileRequestAuthorizer({
      db: { query: async () => [{ ...fileRequest, status: 'active' }] },
      users: { accounts: { byId: async () => ({ id: 'owner' }) } },
      entitlements: { canVisitShared: async () => ({ allowed: true }) },
      uploaders,
    } as never)
    const { cookie } = await authorizer.authorize({ token: 'x', ip: '::1', principal: null, cookies: old })
    t.match(cookie, { name: '__Host-request_0190abcd', value: 'token', options: { secure: true } })
  },
)

t.test('without TLS, where browsers reject the prefix, cookies have none', async (t) => {
  const config = configOf('http://localhost')
  t.equal(new UnlockCookies(config).createVisitor().cookie.name, 'visitor')
  const uploaders = new FileRequestUploaders(db, {} as RateLimiter, config, {} as FormChecks)
  t.ok(await uploaders.find({ request_0190abcd: 'token' }, fileRequest))
})
