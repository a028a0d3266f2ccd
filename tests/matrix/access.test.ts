import t from 'tap'
import { type Actor, anonymous } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { type Cell, cells, type Request } from './cells.ts'
import { canary, newOwner, newPerson } from './fixture.ts'
import { declaredRoutes } from './routes.ts'

t.setTimeout(900_000)

const send = async (client: Client, method: string, { path, body, raw }: Request) => {
  if (method !== 'GET') await client.get('/api/csrf')
  const answer = await client.fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(raw || body !== undefined ? { 'content-type': raw?.type ?? 'application/json' } : {}),
    },
    ...(raw || body !== undefined ? { body: raw?.body ?? JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, whole: `${[...answer.headers].flat().join('\n')}\n${text}` }
}

t.test('A01, A67: every route refuses who may not call it, and shows nothing', async (t) => {
  const app = await testApp(t)
  const routes = declaredRoutes(app)
  t.ok(routes.length >= 40, `${routes.length} routes`)
  const [other, admin] = [await newPerson(app), await newPerson(app)]
  await app.coffer.platform.db.query(`update users set role = 'admin' where id = $1`, [admin.id])
  const adminClient = admin.client
  const outsiders: [string, Actor['client']][] = [
    ['another user', other.client],
    ['an admin', adminClient],
  ]

  // What only reads leaves everything to the next that reads.
  const reader = await newOwner(app)
  for (const route of routes) {
    const cell: Cell | undefined = cells[route]
    if (!cell) {
      t.fail(`${route} has no cell in tests/matrix/cells.ts`)
      continue
    }
    const method = route.split(' ')[0] as string
    const { owner, has } = method === 'GET' ? reader : await newOwner(app)
    const request = cell.request(has)
    const nobody = await send(anonymous(app), method, request)
    t.ok(cell.anonymous.includes(nobody.status), `${route}: anonymous got ${nobody.status}`)
    t.notOk(nobody.whole.includes(canary), `${route}: nothing leaks to anonymous`)
    if (cell.other)
      for (const [who, client] of outsiders) {
        const answer = await send(client, method, request)
        t.ok(cell.other.includes(answer.status), `${route}: ${who} got ${answer.status}`)
        t.notOk(answer.whole.includes(canary), `${route}: nothing leaks to ${who}`)
      }
    // The positive control: the very same request succeeds for its owner, after all the refused ones.
    const answer = await send(owner.client, method, request)
    t.ok(cell.owner.includes(answer.status), `${route}: the owner got ${answer.status}`)
  }
  for (const route of Object.keys(cells)) t.ok(routes.includes(route), `${route} still exists`)
})
