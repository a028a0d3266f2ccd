import t from 'tap'
import { type Actor, anonymous } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { AccessCase } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { canary, newOwner, newPerson } from './fixture.ts'
import { declaredRoutes } from './routes.ts'
import { send } from './send.ts'

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

  // Cases that change nothing share one owner.
  const sharedOwner = await newOwner(app)
  for (const route of routes) {
    const accessCase: AccessCase | undefined = accessCases[route]
    if (!accessCase) {
      t.fail(`${route} has no case in tests/matrix/access-cases.ts`)
      continue
    }
    const method = route.split(' ')[0] as string
    const { owner, has } = method === 'GET' || accessCase.keepsOwner ? sharedOwner : await newOwner(app)
    const request = accessCase.request(has)
    const visitor = await send(anonymous(app), method, request)
    t.ok(accessCase.anonymous.includes(visitor.status), `${route}: anonymous got ${visitor.status}`)
    t.notOk(visitor.whole.includes(canary), `${route}: nothing leaks to anonymous`)
    if (accessCase.other)
      for (const [who, client] of outsiders) {
        const answer = await send(client, method, request)
        t.ok(accessCase.other.includes(answer.status), `${route}: ${who} got ${answer.status}`)
        t.notOk(answer.whole.includes(canary), `${route}: nothing leaks to ${who}`)
      }
    // Positive control: the same request succeeds for the owner after all the rejected ones.
    const answer = await send(owner.client, method, request)
    t.ok(accessCase.owner.includes(answer.status), `${route}: the owner got ${answer.status}`)
  }
  for (const route of Object.keys(accessCases)) t.ok(routes.includes(route), `${route} still exists`)
})
