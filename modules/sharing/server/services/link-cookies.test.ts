import t from 'tap'
import type { Config, Db, RateLimiter } from '../../../platform/index.ts'
import type { FormChecks } from '../../../users/index.ts'
import type { ShareLinkRow } from '../share-link.row.ts'
import { FileRequestUploaders } from './file-request-uploaders.ts'
import { UnlockCookies } from './unlock-cookie.ts'

const configOf = (appUrl: string) => ({ appUrl, appKey: 'k'.repeat(32) }) as unknown as Config
const fileRequest = { id: '0190abcd-0000-7000-8000-000000000000' }
const share = { ...fileRequest, password_version: 1, read_at: new Date() } as unknown as ShareLinkRow
const db = { query: async () => [{ id: 'somebody' }] } as unknown as Db

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
  t.ok(await uploaders.find({ '__Host-request_0190abcd': 'token' }, fileRequest))
  t.equal(await uploaders.find({ request_0190abcd: 'token' }, fileRequest), null)
})

t.test('without TLS, where browsers reject the prefix, cookies have none', async (t) => {
  const config = configOf('http://localhost')
  t.equal(new UnlockCookies(config).createVisitor().cookie.name, 'visitor')
  const uploaders = new FileRequestUploaders(db, {} as RateLimiter, config, {} as FormChecks)
  t.ok(await uploaders.find({ request_0190abcd: 'token' }, fileRequest))
})
