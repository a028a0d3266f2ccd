import t from 'tap'
import { requiredTokenScope } from '../../modules/platform/index.ts'
import { type Actor, anonymous, confirmPassword } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { AccessCase } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { type Belongings, canary, newOwner, newPerson } from './fixture.ts'
import { declaredRoutes } from './routes.ts'
import { sendAccessCase } from './send.ts'

/** Belongings of the owner that a case names. */
const namedBy = ({ request }: AccessCase): Set<keyof Belongings> => {
  const named = new Set<keyof Belongings>()
  const recorder = new Proxy({} as Belongings, {
    get: (_target, key) => {
      named.add(key as keyof Belongings)
      return ''
    },
  })
  request(recorder)
  return named
}

t.test('A01, A67: every route rejects callers without access, and leaks nothing to them', async (t) => {
  const app = await testApp(t)
  // Calls of administrators have rows of their own (admin.test.ts).
  const routes = declaredRoutes(app).filter((route) => !/ \/api\/(admin|subscriptions\/admin)(\/|$)/.test(route))
  t.ok(routes.length >= 40, `${routes.length} routes`)
  const [other, admin] = [await newPerson(app), await newPerson(app)]
  await app.coffer.platform.db.query(`update users set role = 'admin' where id = $1`, [admin.id])
  const adminClient = admin.client
  const outsiders: [string, Actor['client']][] = [
    ['another user', other.client],
    ['an admin', adminClient],
  ]

  // Cases that change nothing share one owner; each other case has one with no more than it names.
  const sharedOwner = await newOwner(app)
  for (const route of routes) {
    const accessCase: AccessCase | undefined = accessCases[route]
    if (!accessCase) {
      t.fail(`${route} has no case in tests/matrix/access-cases.ts`)
      continue
    }
    const method = route.split(' ')[0] as string
    const { owner, has } =
      method === 'GET' || accessCase.keepsOwner ? sharedOwner : await newOwner(app, namedBy(accessCase))
    const request = accessCase.request(has)
    const visitor = await sendAccessCase(anonymous(app), method, request)
    t.ok(accessCase.anonymous.includes(visitor.status), `${route}: anonymous got ${visitor.status}`)
    t.notOk(visitor.whole.includes(canary), `${route}: nothing leaks to anonymous`)
    if (accessCase.other)
      for (const [who, client] of outsiders) {
        const answer = await sendAccessCase(client, method, request)
        t.ok(accessCase.other.includes(answer.status), `${route}: ${who} got ${answer.status}`)
        t.notOk(answer.whole.includes(canary), `${route}: nothing leaks to ${who}`)
      }
    // Positive control: the same request succeeds for the owner after all the rejected ones.
    const answer = await sendAccessCase(owner.client, method, request)
    t.ok(accessCase.owner.includes(answer.status), `${route}: the owner got ${answer.status}`)
  }
  for (const route of Object.keys(accessCases)) t.ok(routes.includes(route), `${route} still exists`)
})

/** Calls without an account that change something, for whoever sends them: any token may. */
const forAnybody = [
  'POST /api/contact',
  'POST /api/login',
  'POST /api/passkeys/options',
  'POST /api/passkeys/sign-in',
  'POST /api/password/recover',
  'POST /api/password/reset',
  'POST /api/register',
  'POST /api/user/check',
  'POST /api/user/verify',
  'POST /appearance',
  'POST /contact-us',
  'POST /login',
  'POST /logout',
  'POST /share-target/files',
  'POST /two-factor-challenge',
  // The token of its link is whose emails it ends.
  'POST /unsubscribe/:token',
]

/** Calls that only read, but not by GET. */
const forReaders = [
  'POST /api/file-request/:token/upload/conflicts',
  'POST /api/items/size',
  'POST /api/sharing/authenticate/:token',
  'POST /api/sharing/code/:token',
  'POST /api/sharing/upload/conflicts/:token',
  'POST /api/sharing/zip/:token',
  'POST /api/thumbnails',
  'POST /api/upload/conflicts',
  'POST /api/zip',
  'POST /share/:token/authenticate',
]

t.test('a token that may only read changes nothing, also by calls that need no account', async (t) => {
  const app = await testApp(t)
  const specs = [...app.coffer.app.served]
  const changing = specs.filter(([, { method }]) => method !== 'GET')
  const routesOf = (found: typeof specs) => found.map(([route]) => route).sort()
  t.same(
    routesOf(changing.filter(([, spec]) => spec.access === 'public' && requiredTokenScope(spec) === null)),
    forAnybody,
  )
  t.same(routesOf(changing.filter(([, spec]) => requiredTokenScope(spec) === 'read')), forReaders)
  const { owner, has } = await newOwner(app)
  await confirmPassword(owner)
  const made = await owner.client.post<{ plainTextToken: string }>('/api/user/tokens', {
    name: 'reader',
    scopes: ['read'],
  })
  const reader = anonymous(app).withToken(made.body.plainTextToken)
  let rejected = 0
  for (const [route, spec] of specs) {
    const accessCase = accessCases[route]
    if (!accessCase || !['public', 'session', 'link'].includes(spec.access)) continue
    if ([null, 'read'].includes(requiredTokenScope(spec))) continue
    const { status, whole } = await sendAccessCase(reader, spec.method, accessCase.request(has))
    // Errors of a form are a text or a page.
    t.ok(status === 403 && (spec.bodyKind === 'form' || whole.includes('"scope-missing"')), `${route}: ${status}`)
    rejected += 1
  }
  t.ok(rejected > 60, `${rejected} calls`)
})
